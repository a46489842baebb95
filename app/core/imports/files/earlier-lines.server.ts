import { type NotNull, sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { countShared, numberShared } from './find-sources.server.ts';
import {
  isByStockNumber,
  keyOfSource,
  type LineKeys,
  type LineSource,
  type Match,
} from './match-lines.server.ts';

/** Returns the key of each line. Those that several parts can have are numbered in the file's order. */
export async function nameSources(
  transaction: Transaction<DB>,
  {
    importId,
    before,
    sources,
  }: { importId: string; before: number; sources: readonly (LineSource | null)[] },
): Promise<(string | null)[]> {
  const shared = sources.flatMap((source) => (source?.isShared ? source.key : []));
  const counts = await countShared(transaction, { importId, before, keys: shared });
  return sources.map((source) => {
    if (!source?.isShared) return source?.key ?? null;
    const place = (counts.get(source.key) ?? 0) + 1;
    counts.set(source.key, place);
    return numberShared(source.key, place);
  });
}

/** A line with a key of its own is another part than an earlier line with the same stock number. */
export function withoutSharedNumber(
  match: Match,
  keys: LineKeys,
  earlier: ReadonlyMap<string, number>,
): { match: Match; isNumberTaken: boolean } {
  const isRepeated = isByStockNumber(match) && earlier.has(keyOf(match) ?? '');
  const own = keyOfSource(keys.source);
  if (keys.isOwnSource && isRepeated && !earlier.has(own))
    return { match: { key: own }, isNumberTaken: true };
  return { match, isNumberTaken: false };
}

export function keyOf(match: Match): string | null {
  if ('id' in match) return match.id;
  return 'key' in match ? match.key : null;
}

interface EarlierLines {
  importId: string;
  before: number;
  keys: readonly string[];
  sources: readonly string[];
}

/** Finds earlier lines that have one of these keys. */
export async function findEarlierLines(
  transaction: Transaction<DB>,
  { importId, before, keys, sources }: EarlierLines,
): Promise<Map<string, number>> {
  if (keys.length + sources.length === 0) return new Map();
  const rows = await transaction
    .selectFrom('part_change_lines')
    .select(['match_key', 'source_key', 'line'])
    .where('change_id', '=', importId)
    .where(sql<boolean>`(match_key = any (${keys}::text[]) or source_key = any (${sources}::text[]))`)
    .where('place', '<', before)
    .where('outcome', 'in', ['add', 'change', 'same'])
    .$narrowType<{ line: NotNull }>()
    .execute();
  const lines = new Map<string, number>();
  for (const { match_key: key, source_key: source, line } of rows) {
    if (key !== null) lines.set(key, line);
    if (source !== null) lines.set(keyOfSource(source), line);
  }
  return lines;
}
