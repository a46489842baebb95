import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { type Reader, startReader } from './reader.server.ts';
import type { Methods } from './peer.server.ts';

const MEGABYTE = 1024 * 1024;

let reader: Reader;

function start(limits: { seconds?: number } = {}, methods: Methods = {}) {
  reader = startReader(
    join(import.meta.dirname, '../../../../tests/support/greedy-reader.ts'),
    { heapBytes: 64 * MEGABYTE, residentBytes: 200 * MEGABYTE, seconds: 30, ...limits },
    methods,
  );
}

afterEach(() => reader.stop());

test('calls go both ways, several at a time', async () => {
  start({}, { read: async (place: number) => new Uint8Array([place]) });
  const sums = [1, 2, 3].map((number) => reader.call('add', number, 10));
  expect(await Promise.all(sums)).toEqual([11, 12, 13]);
  expect(await reader.call('readTwice')).toEqual([new Uint8Array([1]), new Uint8Array([2])]);
  expect(reader.hasEnded()).toBe(false);
});

test('it has none of the secrets of the environment', async () => {
  process.env.SECRET_OF_A_TEST = 'secret';
  start();
  delete process.env.SECRET_OF_A_TEST;
  const names = (await reader.call('environment')) as string[];
  expect(names).not.toContain('SECRET_OF_A_TEST');
  expect(names).not.toContain('HOME');
});

test.each([
  ['objects without end', 'objects', 'memory', /SIGABRT|SIGTRAP|exit code 134/],
  ['memory outside of the heap', 'native', 'memory', /had 2\d\d MB of memory/],
  ['an answer that does not come', 'hang', 'time', /no answer in 2 seconds/],
  ['a loop without end', 'busy', 'time', /no answer in 2 seconds/],
  ['a crash', 'crash', 'memory', /SIGABRT/],
])('%s: ends the reader and all calls', async (_name, method, reason, message) => {
  start(method === 'hang' || method === 'busy' ? { seconds: 2 } : {});
  const failed = { name: 'ReaderEndedError', reason, message: expect.stringMatching(message) };
  const other = reader.call('hang').catch((error: unknown) => error);
  await expect(reader.call(method, 2_000)).rejects.toMatchObject(failed);
  expect(await other).toMatchObject(failed);
  await expect(reader.call('add', 1, 2)).rejects.toMatchObject(failed);
  expect(reader.hasEnded()).toBe(true);
});

test('memory within the bound is fine', async () => {
  start();
  await expect(reader.call('native', 64)).resolves.toBeUndefined();
});

test('an exit and an error are faults of the shop, not of the file', async () => {
  start();
  await expect(reader.call('fail')).rejects.toMatchObject({
    name: 'TypeError',
    message: 'It has failed',
    code: 'E_FAILED',
  });
  await expect(reader.call('exit')).rejects.toMatchObject({
    name: 'Error',
    message: expect.stringContaining('exited with 3'),
  });
});
