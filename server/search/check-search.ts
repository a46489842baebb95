export const MAX_DIFFERENCES = 100;

/** Runs a statement in its own transaction. */
export type RunQuery = <Row>(statement: string) => Promise<Row[]>;

export interface SearchCheck {
  differences: string[];
  chunks: number;
}

/** One statement per chunk, a few seconds each, without locks. If `shouldContinue` ends it, use a random order. */
export async function checkSearch(
  runQuery: RunQuery,
  {
    shouldContinue = () => true,
    inRandomOrder = false,
  }: { shouldContinue?: () => boolean; inRandomOrder?: boolean } = {},
): Promise<SearchCheck> {
  const found = await runQuery<Difference>(
    'select difference from public.check_search_chunks() as difference',
  );
  const chunks = await runQuery<{ chunk: number }>(
    `select chunk from public.search_chunks order by ${inRandomOrder ? 'random()' : 'chunk'}`,
  );
  let checked = 0;
  for (const { chunk } of chunks) {
    if (found.length >= MAX_DIFFERENCES || !shouldContinue()) break;
    found.push(
      ...(await runQuery<Difference>(
        `select difference from public.check_search_chunk(${Number(chunk)}) as difference
         union all select difference from public.check_search_counts(${Number(chunk)}) as difference
         union all select difference from public.check_fit_terms(${Number(chunk)}) as difference`,
      )),
    );
    checked += 1;
  }
  return {
    differences: found.slice(0, MAX_DIFFERENCES).map(({ difference }) => difference),
    chunks: checked,
  };
}

interface Difference {
  difference: string;
}
