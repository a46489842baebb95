import type { Kysely } from 'kysely';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { DB } from '#db/types.ts';
import { keepReads, readKept, readKeptList } from './kept-reads.server.ts';
import { partNumber, recordShown, showList, showParts } from './shown-lists.server.ts';

let database: Kysely<DB>;
let told: boolean;
let forget: () => void;
let reads: number;
let answer: () => Promise<number>;
/** The numbers of the parts. */
let sold: number[];

beforeEach(() => {
  database = {} as Kysely<DB>;
  told = true;
  reads = 0;
  answer = () => Promise.resolve(reads);
  sold = [];
  forget = keepReads(database, {
    isTold: () => told,
    news: {
      get count() {
        return sold.length;
      },
      async mayChange(seen) {
        if (sold.slice(seen.changes).some((part) => seen.parts.includes(part))) return true;
        seen.changes = sold.length;
        return false;
      },
    },
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

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

describe('a list', () => {
  const shown = { level: null, filters: [] };
  const readList = (key = 'list') =>
    readKeptList(database, key, async () => {
      showList(shown);
      showParts(['a']);
      return { reads: await read() };
    });
  const readListTwice = async () => [(await readList()).reads, (await readList()).reads];

  test('is read once by its key, until the catalog changes', async () => {
    expect(await readListTwice()).toEqual([1, 1]);
    expect(await readList('other')).toEqual({ reads: 2 });
    forget();
    expect(await readListTwice()).toEqual([3, 3]);
  });

  test('is read again after a sale that may change it, and no other', async () => {
    await readList();
    sold.push(partNumber('b'));
    expect(await readListTwice()).toEqual([1, 1]);
    sold.push(partNumber('a'));
    expect(await readListTwice()).toEqual([2, 2]);
  });

  test('is read again if the sale came while it was read', async () => {
    const { promise, resolve } = Promise.withResolvers<number>();
    answer = () => promise;
    const [before, shared] = [readList(), readList()];
    sold.push(partNumber('a'));
    answer = () => Promise.resolve(20);
    expect(await readListTwice()).toEqual([20, 20]);
    resolve(10);
    expect(await Promise.all([before, shared])).toEqual([{ reads: 10 }, { reads: 10 }]);
    expect(await readListTwice()).toEqual([20, 20]);
  });

  test('is read again after five seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const now = vi.spyOn(performance, 'now').mockReturnValue(1_000);
    await readList();
    now.mockReturnValue(5_999);
    vi.runAllTimers();
    expect(await readListTwice()).toEqual([1, 1]);
    now.mockReturnValue(6_001);
    vi.runAllTimers();
    expect(await readListTwice()).toEqual([2, 2]);
  });

  test('adds to each page what it depends on', async () => {
    for (const { lists, parts } of [await recordShown(() => readList()), await recordShown(() => readList())])
      expect([lists, [...parts]]).toEqual([[shown], ['a']]);
    expect(reads).toBe(1);
  });

  test('is read each time while changes can be missed, and after a failure', async () => {
    told = false;
    expect(await readListTwice()).toEqual([1, 2]);
    told = true;
    answer = () => Promise.reject(new Error('The database is away'));
    await expect(readList()).rejects.toThrow('away');
    answer = () => Promise.resolve(4);
    expect(await readListTwice()).toEqual([4, 4]);
  });
});
