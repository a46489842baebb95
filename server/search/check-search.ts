export const MAX_DIFFERENCES = 100;

const PARTS_AT_ONCE = 2_000;

const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/** Runs a statement in its own transaction. */
export type RunQuery = <Row>(statement: string) => Promise<Row[]>;

export interface SearchCheck {
  differences: string[];
  parts: number;
}

/**
 * Compares the search with the catalog without locks, 2,000 parts per statement. If `shouldContinue` can end it early, begin
 * behind a random part: it goes on with the first parts.
 */
export async function checkSearch(
  runQuery: RunQuery,
  { shouldContinue = () => true, from = BEFORE_ALL }: { shouldContinue?: () => boolean; from?: string } = {},
): Promise<SearchCheck> {
  const differences: string[] = [];
  let parts = 0;
  let isFromStart = from === BEFORE_ALL;
  for (let after = from; differences.length < MAX_DIFFERENCES && shouldContinue();) {
    const [found]: Compared[] = await runQuery<Compared>(
      `select * from public.check_search_parts('${after}', ${PARTS_AT_ONCE})`,
    );
    differences.push(...(found?.differences ?? []));
    parts += found?.parts ?? 0;
    const last = found?.last_id ?? null;
    if (last === null && isFromStart) break;
    if (last !== null && isFromStart && from !== BEFORE_ALL && last > from) break;
    isFromStart ||= last === null;
    after = last ?? BEFORE_ALL;
  }
  return { differences: differences.slice(0, MAX_DIFFERENCES), parts };
}

interface Compared {
  last_id: string | null;
  parts: number;
  differences: string[] | null;
}
