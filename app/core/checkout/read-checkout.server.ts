import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import type { CheckoutRequest } from './create-payment.ts';
import type { Settings } from '#core/settings/settings.ts';
import { parseStoredSettings, storedSettings } from '#core/settings/settings.server.ts';
import { type EarlierOrders, selectEarlierOrders, sortEarlierOrders } from './earlier-orders.server.ts';
import { piecesInStock } from './hold-limits.server.ts';
import { byId, type PartsById, selectPartsForSale } from './parts-for-sale.server.ts';

/** What a checkout depends on, besides its taxes. */
export interface CheckoutFacts {
  earlier: EarlierOrders;
  partsById: PartsById;
  settings: Settings;
  settingsVersion: number;
  piecesInStock: number;
  /** The database's time, by which holds end. */
  now: Date;
}

interface Asked {
  browserId: string;
  request: CheckoutRequest;
  partIds: readonly string[];
}

/** By one statement, because each one waits for the process to have time. As service_role. */
export async function readCheckout(
  database: Kysely<DB>,
  { browserId, request, partIds }: Asked,
): Promise<CheckoutFacts> {
  const rows = await database
    .selectFrom('shop_settings')
    .leftJoin(selectPartsForSale(database, partIds).as('part'), (join) => join.onTrue())
    .selectAll('part')
    .select([
      'version',
      storedSettings,
      selectEarlierOrders(database, browserId, request).as('earlier'),
      piecesInStock,
      sql<Date>`clock_timestamp()`.as('now'),
    ])
    .execute();
  const [{ version, stored, earlier, pieces, now }] = rows as [(typeof rows)[number]];
  return {
    earlier: sortEarlierOrders(earlier, request),
    partsById: byId(rows.flatMap((row) => (row.id === null ? [] : [row as PartRow]))),
    settings: parseStoredSettings(stored),
    settingsVersion: version,
    piecesInStock: Number(pieces),
    now,
  };
}

type PartRow = Parameters<typeof byId>[0][number];
