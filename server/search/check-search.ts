/** How many differences a check reports at most. */
export const MOST_DIFFERENCES = 100;

/** Runs one statement in a transaction of its own. */
export type Ask = <Row>(statement: string) => Promise<Row[]>;

export interface SearchCheck {
  /** In words, at most {@link MOST_DIFFERENCES}. */
  differences: string[];
  /** How many chunks of the index were compared. */
  chunks: number;
}

/**
 * Compares the search index with the catalog: one statement for each chunk, a few seconds at most, without locks.
 *
 * @param goOn Asked before each chunk; false ends the check early. Chunks are then best taken in a random order.
 */
export async function checkSearch(
  ask: Ask,
  { goOn = () => true, inRandomOrder = false }: { goOn?: () => boolean; inRandomOrder?: boolean } = {},
): Promise<SearchCheck> {
  const found = await ask<Difference>('select difference from public.check_search_chunks() as difference');
  const chunks = await ask<{ chunk: number }>(
    `select chunk from public.search_chunks order by ${inRandomOrder ? 'random()' : 'chunk'}`,
  );
  let checked = 0;
  for (const { chunk } of chunks) {
    if (found.length >= MOST_DIFFERENCES || !goOn()) break;
    found.push(
      ...(await ask<Difference>(
        `select difference from public.check_search_chunk(${Number(chunk)}) as difference`,
      )),
    );
    checked += 1;
  }
  return {
    differences: found.slice(0, MOST_DIFFERENCES).map(({ difference }) => difference),
    chunks: checked,
  };
}

interface Difference {
  difference: string;
}
