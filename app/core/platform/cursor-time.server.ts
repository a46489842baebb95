import { sql } from 'kysely';

/** Selects a column of times as microseconds since 1970, for a cursor. */
export function cursorTime(column: string) {
  return sql<string>`trunc(extract(epoch from ${sql.ref(column)}) * 1000000)::bigint::text`;
}

/** Returns the time of a cursor. */
export function timeOf({ number = '0' }: { number?: string | undefined }) {
  return sql<Date>`timestamptz 'epoch' + ${String(Math.min(Math.trunc(Number(number)), Number.MAX_SAFE_INTEGER))}::bigint * interval '1 microsecond'`;
}
