import { type RawBuilder, sql } from 'kysely';
import { ApiProblem } from '#core/api/problem.server.ts';

/** The place of a row in a list that is sorted by time. */
interface Place {
  /** Microseconds since 1970, written as a decimal number. */
  microseconds: string;
  id: string;
}

/** Encodes the cursor of a list, which programs send back unchanged. */
export function encodePlace({ microseconds, id }: Place): string {
  return Buffer.from(`${microseconds} ${id}`).toString('base64url');
}

/** @param isId Accepts ids that the shop can have written. @throws {ApiProblem} if the shop did not write the cursor. */
export function decodePlace(cursor: string, isId: (id: string) => boolean): Place {
  const text = Buffer.from(cursor, 'base64url').toString('latin1');
  const [, microseconds, id] = /^(\d{1,16}) ([\da-f-]{1,36})$/.exec(text) ?? [];
  if (microseconds === undefined || id === undefined || !isId(id)) {
    const problem = 'must be the "next" of an earlier answer';
    throw new ApiProblem(400, `after ${problem}`, { errors: { after: problem } });
  }
  return { microseconds, id };
}

export function timeOf({ microseconds }: Place): RawBuilder<Date> {
  return sql<Date>`('epoch'::timestamptz + ${microseconds}::bigint * interval '1 microsecond')`;
}
