import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';

/** Reads the database's clock, which all processes share. */
export async function readNow(database: Kysely<DB>): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select now()`.execute(database);
  return rows[0]?.now as Date;
}
