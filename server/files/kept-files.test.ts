import { afterEach, beforeEach, expect, test } from 'vitest';
import { type S3StandIn, startS3StandIn } from '#tests/support/s3-stand-in.ts';
import { keepFiles } from './kept-files.ts';
import { createS3Files } from './s3/s3-files.ts';

let store: S3StandIn;
beforeEach(async () => {
  store = await startS3StandIn();
});
afterEach(() => store[Symbol.asyncDispose]());

const picture = Buffer.from('a picture');

test('kept files are read once, also by concurrent readers, until they are deleted', async () => {
  const files = keepFiles(createS3Files(store.settings), 1_000_000);
  await files.put('pictures/a.webp', picture);
  store.requests.length = 0;
  await Promise.all([files.get('pictures/a.webp'), files.get('pictures/a.webp')]);
  expect(await files.get('pictures/a.webp')).toEqual(picture);
  expect(store.requests).toHaveLength(1);
  await files.delete('pictures/a.webp');
  expect(await files.get('pictures/a.webp')).toBeUndefined();
});

test('kept files take no more than the given memory, and failures are not kept', async () => {
  const files = keepFiles(createS3Files(store.settings), 20);
  for (const name of ['a', 'b', 'c']) await files.put(`pictures/${name}.webp`, picture);
  store.requests.length = 0;
  for (const name of ['a', 'b', 'c', 'a']) await files.get(`pictures/${name}.webp`);
  expect(store.requests).toHaveLength(4);
  store.fault = () => ({ status: 403, code: 'AccessDenied' });
  await expect(files.get('pictures/b.webp')).rejects.toThrow('AccessDenied');
  store.fault = () => undefined;
  expect(await files.get('pictures/b.webp')).toEqual(picture);
});
