import { type RawBuilder, sql } from 'kysely';
import { ApiProblem } from '#core/api/problem.server.ts';

/** A row in a list by time. */
interface Place {
  /** Since 1970, as decimal text. */
  microseconds: string;
  id: string;
}

/** The cursor of a list: programs pass it on as it is. */
export function encodePlace({ microseconds, id }: Place): string {
  return Buffer.from(`${microseconds} ${id}`).toString('base64url');
}

/** @param isId whether the shop may have written this id. @throws {ApiProblem} if it did not write the cursor. */
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
