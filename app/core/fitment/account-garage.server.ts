import { sql } from 'kysely';
import { z } from 'zod';
import { emptyGarage, type Garage, mergeGarages, parseGarage } from '#core/vehicles/garage.ts';
import type { Database } from '#core/platform/database.server.ts';

const requestSchema = z.object({
  /** The account's version in the browser. It is 0 after the sign-in. */
  version: z.int().min(0),
  /** Null reads the account's garage only. */
  garage: z.record(z.string(), z.unknown()).nullable(),
});

export interface AccountGarage {
  garage: Garage;
  version: number;
}

/** Returns undefined if it is invalid. */
export function readGarageRequest(body: unknown): { version: number; garage: Garage | null } | undefined {
  const { data } = requestSchema.safeParse(body);
  return data && { version: data.version, garage: data.garage && parseGarage(data.garage) };
}

/**
 * Stores a browser's garage with its account, and returns the account's. The garage of a browser that has not seen the last
 * change is merged with the stored one.
 */
export async function syncAccountGarage(
  database: Database,
  userId: string,
  { version, garage }: { version: number; garage: Garage | null },
): Promise<AccountGarage> {
  return database.as({ role: 'authenticated', userId }, async (transaction) => {
    // A row is needed to lock, because two browsers may be the first at the same time.
    if (garage !== null) {
      await sql`insert into garages (vehicles) values ('[]') on conflict (user_id) do nothing`.execute(
        transaction,
      );
    }
    const row = await transaction
      .selectFrom('garages')
      .select(['vehicles', 'active', 'version'])
      .forUpdate()
      .executeTakeFirst();
    const stored = row ? parseGarage(row) : emptyGarage;
    if (garage === null || !row) return { garage: stored, version: row?.version ?? 0 };
    const isKnown = row.version === version || stored.vehicles.length === 0;
    const next = isKnown ? garage : mergeGarages(garage, stored);
    const { rows } = await sql<{ version: number }>`
      update garages set vehicles = ${JSON.stringify(next.vehicles)}::jsonb, active = ${next.active},
        version = version + 1, changed_at = now()
      where user_id = auth.uid()
      returning version`.execute(transaction);
    return { garage: next, version: rows[0]?.version ?? 0 };
  });
}
