import { expect, test } from 'vitest';
import { checkSearch, MAX_DIFFERENCES, type RunQuery } from './check-search.ts';

/** Creates a database with some differences in each step. */
function databaseWith(steps: readonly string[][]) {
  const statements: string[] = [];
  const runQuery = async (statement: string) => {
    statements.push(statement);
    const step = statements.length - 1;
    const isPast = step >= steps.length;
    return [
      { last_id: isPast ? null : `id-${step}`, parts: isPast ? 0 : 2, differences: steps[step] ?? null },
    ];
  };
  return { runQuery: runQuery as RunQuery, statements };
}

test('reports the differences of all parts, in their order', async () => {
  const { runQuery, statements } = databaseWith([['a', 'b'], [], ['c']]);
  expect(await checkSearch(runQuery)).toEqual({ differences: ['a', 'b', 'c'], parts: 6 });
  expect(statements[0]).toContain("'00000000-0000-0000-0000-000000000000'");
  expect(statements[1]).toContain("'id-0'");
});

test('begins behind a given part, and ends when asked to', async () => {
  const { runQuery, statements } = databaseWith([['a'], ['b'], ['c']]);
  let checks = 0;
  const shouldContinue = () => {
    checks += 1;
    return checks <= 2;
  };
  expect(await checkSearch(runQuery, { shouldContinue, from: 'some-id' })).toEqual({
    differences: ['a', 'b'],
    parts: 4,
  });
  expect(statements[0]).toContain("'some-id'");
});

test('goes on with the first parts after the last ones', async () => {
  const { runQuery, statements } = databaseWith([['z'], [], ['a']]);
  const lasts = ['y', null, 'b', 'p'];
  const run = (async (statement: string) => {
    const [row] = await runQuery<object>(statement);
    return [{ ...row, last_id: lasts[statements.length - 1] }];
  }) as RunQuery;
  expect((await checkSearch(run, { from: 'm' })).differences).toEqual(['z', 'a']);
  expect(statements.map((statement) => /'(.*)'/.exec(statement)?.[1])).toEqual([
    'm',
    'y',
    '00000000-0000-0000-0000-000000000000',
    'b',
  ]);
});

test('ends after a hundred differences', async () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => `difference ${index}`);
  const full = databaseWith([many(MAX_DIFFERENCES), ['more']]);
  expect(await checkSearch(full.runQuery)).toEqual({ differences: many(MAX_DIFFERENCES), parts: 2 });
  const almost = databaseWith([many(MAX_DIFFERENCES - 1), ['one', 'two'], ['more']]);
  expect(await checkSearch(almost.runQuery)).toEqual({
    differences: [...many(MAX_DIFFERENCES - 1), 'one'],
    parts: 4,
  });
});
