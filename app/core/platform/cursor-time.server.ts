import { type RawBuilder, sql } from 'kysely';
import type { Start } from './list-page.server.ts';

/** Patterns of the place of a row in a list that is sorted by time and id. */
export const timePlace = [/^\d{1,16}$/, /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/] as const;

/** Selects a column of times as microseconds since 1970, for a cursor. */
export function cursorTime(column: string) {
  return sql<string>`trunc(extract(epoch from ${sql.ref(column)}) * 1000000)::bigint::text`;
}

/** Returns the time of a cursor. */
export function timeOf({ number = '0' }: { number?: string | undefined }) {
  return sql<Date>`timestamptz 'epoch' + ${String(Math.min(Math.trunc(Number(number)), Number.MAX_SAFE_INTEGER))}::bigint * interval '1 microsecond'`;
}

/** The same, if the id is the payment provider's. */
export const timeAndTextPlace = [/^\d{1,16}$/, /^[\x21-\x7e]{1,500}$/] as const;

/** Matches the rows beyond the place of a page, in the direction in which they are read. */
export function isBeyond(
  place: Start['place'],
  direction: 'asc' | 'desc',
  [time, id]: readonly [time: string, id: string],
  idType: 'uuid' | 'text' = 'uuid',
): RawBuilder<boolean> {
  if (!place) return sql<boolean>`true`;
  const [micros, placeId] = place;
  const than = sql.raw(direction === 'asc' ? '>' : '<');
  return sql<boolean>`(${sql.ref(time)}, ${sql.ref(id)}) ${than} (${timeOf({ number: micros })}, ${placeId}::${sql.raw(idType)})`;
}
