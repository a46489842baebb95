import { sql } from 'kysely';
import type { Database } from '#core/platform/database.server.ts';

export function readPersonalData(database: Database, userId: string): Promise<unknown> {
  return database.as({ role: 'authenticated', userId }, async (transaction) => {
    const { rows } = await sql<{ data: unknown }>`
      select personal_data() || jsonb_build_object('assistant_checkouts', own_agent_checkouts()) as data`.execute(
      transaction,
    );
    return rows[0]?.data;
  });
}
