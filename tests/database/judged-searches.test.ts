import { afterAll, beforeAll, expect, test } from 'vitest';
import { emptySearch } from '#core/search/junkyard-address.ts';
import { readJunkyardList } from '#shop/find/junkyard/junkyard-list.server.ts';
import { judgedSearches, readJudged, scoreSearches } from '../support/judged-searches.ts';
import { createDemoDatabase, type TestDatabase } from '../support/test-database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createDemoDatabase();
}, 120_000);
afterAll(() => database[Symbol.asyncDispose]());

test('at least 95 % of the judged searches have a right part among the first ten', async () => {
  const places: (number | undefined)[] = [];
  const missed: string[] = [];
  for (const line of judgedSearches) {
    const { q, isRight } = readJudged(line);
    const list = await readJunkyardList(
      database.pools.public,
      { ...emptySearch, q },
      { cursor: null, logError: (error) => expect.fail(String(error)), noteIncomplete: () => undefined },
    );
    const parts = typeof list === 'string' ? [] : list.parts.slice(0, 10);
    const place = parts.findIndex(isRight) + 1 || undefined;
    places.push(place);
    if (place === undefined) missed.push(line);
  }
  const { successAt10, mrr } = scoreSearches(places);
  expect(judgedSearches.length).toBeGreaterThanOrEqual(200);
  expect(missed.slice(0, Math.floor(judgedSearches.length * 0.05))).toEqual(missed);
  expect(successAt10).toBeGreaterThanOrEqual(0.95);
  expect(mrr).toBeGreaterThanOrEqual(0.9);
  console.log(
    `${judgedSearches.length} searches, success at 10: ${successAt10.toFixed(3)}, MRR ${mrr.toFixed(3)}`,
    missed,
  );
}, 120_000);
