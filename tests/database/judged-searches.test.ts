import { afterAll, beforeAll, expect, test } from 'vitest';
import { TimeLimitError } from '#core/values/time-limit.ts';
import { defaultSettings } from '#core/settings/settings.ts';
import { emptySearch } from '#core/search/junkyard-address.ts';
import { readJunkyardList } from '#shop/find/junkyard/junkyard-list.server.ts';
import { judgedSearches, readJudged, scoreSearches } from '../support/judged-searches.ts';
import { createDemoDatabase, type TestDatabase } from '../support/test-database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createDemoDatabase();
}, 120_000);
afterAll(() => database[Symbol.asyncDispose]());

test('at least 98 % of the judged searches have a right part among the first ten, 90 % as the first', async () => {
  const places: (number | undefined)[] = [];
  const missed: string[] = [];
  for (const line of judgedSearches) {
    const { q, isRight } = readJudged(line);
    const list = await readJunkyardList(
      database.pools.public,
      { ...emptySearch, q },
      {
        cursor: null,
        // A busy machine is no fault of the order.
        logError: (error) => {
          if (!(error instanceof TimeLimitError)) expect.fail(String(error));
        },
        noteIncomplete: () => undefined,
        settings: defaultSettings.fitment,
      },
    );
    const parts = typeof list === 'string' ? [] : list.parts.slice(0, 10);
    const place = parts.findIndex(isRight) + 1 || undefined;
    places.push(place);
    if (place !== 1) missed.push(`${place ?? 'none'}: ${line}`);
  }
  const { successAt10, firstRight } = scoreSearches(places);
  console.log(
    `${judgedSearches.length} searches, success at 10: ${successAt10.toFixed(3)}, first right: ${firstRight.toFixed(3)}`,
    missed,
  );
  expect(judgedSearches.length).toBeGreaterThanOrEqual(500);
  expect(successAt10, missed.join('\n')).toBeGreaterThanOrEqual(0.98);
  expect(firstRight, missed.join('\n')).toBeGreaterThanOrEqual(0.9);
}, 300_000);
