import type { Kysely } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { DB } from '#db/types.ts';
import { keepReads, readKept } from './kept-reads.server.ts';

let database: Kysely<DB>;
let told: boolean;
let forget: () => void;
let reads: number;
let answer: () => Promise<number>;

beforeEach(() => {
  database = {} as Kysely<DB>;
  told = true;
  reads = 0;
  answer = () => Promise.resolve(reads);
  forget = keepReads(database, () => told);
});
afterEach(() => void vi.restoreAllMocks());

const read = () => {
  reads += 1;
  return answer();
};
const readTwice = async () => [await readKept(database, read), await readKept(database, read)];

test('reads once until the catalog changes', async () => {
  expect(await readTwice()).toEqual([1, 1]);
  forget();
  expect(await readTwice()).toEqual([2, 2]);
});

test('reads each time while changes can be missed, and from other databases', async () => {
  told = false;
  expect(await readTwice()).toEqual([1, 2]);
  database = {} as Kysely<DB>;
  told = true;
  expect(await readTwice()).toEqual([3, 4]);
});

test('reads again after five seconds', async () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(1_000);
  await readTwice();
  now.mockReturnValue(5_999);
  expect(await readTwice()).toEqual([1, 1]);
  now.mockReturnValue(6_001);
  expect(await readTwice()).toEqual([2, 2]);
});

test('what was being read during a change is not kept', async () => {
  const { promise, resolve } = Promise.withResolvers<number>();
  answer = () => promise;
  const before = readKept(database, read);
  forget();
  resolve(10);
  expect(await before).toBe(10);
  answer = () => Promise.resolve(20);
  expect(await readTwice()).toEqual([20, 20]);
});

test('a failed read is not kept', async () => {
  answer = () => Promise.reject(new Error('The database is away'));
  await expect(readKept(database, read)).rejects.toThrow('away');
  answer = () => Promise.resolve(1);
  expect(await readTwice()).toEqual([1, 1]);
});
