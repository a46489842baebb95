import { sql } from 'kysely';
import type { Database } from '#services';

/** Everything that the shop keeps about a user; db/migrations has the list, beside that of what is deleted. */
export function personalData(database: Database, userId: string): Promise<unknown> {
  return database.as({ role: 'authenticated', userId }, async (transaction) => {
    const { rows } = await sql<{ data: unknown }>`select personal_data() as data`.execute(transaction);
    return rows[0]?.data;
  });
}
