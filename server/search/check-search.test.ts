import { expect, test } from 'vitest';
import { checkSearch, MAX_DIFFERENCES, type RunQuery } from './check-search.ts';

/** A database with differences of its chunks together, and of each chunk. */
function databaseWith({ ofAll = [] as string[], ofChunks = [] as string[][] } = {}) {
  const statements: string[] = [];
  const toRows = (found: readonly string[]) => found.map((difference) => ({ difference }));
  const runQuery = async (statement: string) => {
    statements.push(statement);
    if (statement.includes('check_search_chunks()')) return toRows(ofAll);
    if (statement.includes('from public.search_chunks')) return ofChunks.map((_, chunk) => ({ chunk }));
    const [, chunk] = /check_search_chunk\((\d+)\)/.exec(statement) ?? [];
    return toRows(ofChunks[Number(chunk)] ?? []);
  };
  return { runQuery: runQuery as RunQuery, statements };
}

test('reports the differences of all chunks, in their order', async () => {
  const { runQuery, statements } = databaseWith({ ofAll: ['all'], ofChunks: [['a', 'b'], [], ['c']] });
  expect(await checkSearch(runQuery)).toEqual({ differences: ['all', 'a', 'b', 'c'], chunks: 3 });
  expect(statements[1]).toMatch(/order by chunk$/);
});

test('checks in a random order if it may be ended', async () => {
  const { runQuery, statements } = databaseWith({ ofChunks: [['a'], ['b'], ['c']] });
  let checks = 0;
  const shouldContinue = () => {
    checks += 1;
    return checks <= 2;
  };
  expect(await checkSearch(runQuery, { shouldContinue, inRandomOrder: true })).toEqual({
    differences: ['a', 'b'],
    chunks: 2,
  });
  expect(statements[1]).toMatch(/order by random\(\)$/);
});

test('ends after a hundred differences', async () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => `difference ${index}`);
  const full = databaseWith({ ofChunks: [many(MAX_DIFFERENCES), ['more']] });
  expect(await checkSearch(full.runQuery)).toEqual({ differences: many(MAX_DIFFERENCES), chunks: 1 });
  const almost = databaseWith({ ofChunks: [many(MAX_DIFFERENCES - 1), ['one', 'two'], ['more']] });
  expect(await checkSearch(almost.runQuery)).toEqual({
    differences: [...many(MAX_DIFFERENCES - 1), 'one'],
    chunks: 2,
  });
});
