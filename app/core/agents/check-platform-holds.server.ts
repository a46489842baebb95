import { sql } from 'kysely';
import type { Database } from '#core/platform/database.server.ts';
import {
  checkHold,
  countUnitsInStock,
  type HeldAmount,
  sumLines,
} from '#core/checkout/hold-limits.server.ts';
import type { CheckoutLine } from '#core/checkout/price-parts.server.ts';
import type { StoredCheckout } from './checkouts.server.ts';

/**
 * Limits the stock that all buyers of a platform hold together. Returns a refusal over the limit. Unsigned checkouts have a limit of
 * their own, because others may have used the platform's name. Limits of the buyer's browser and network are checked with the order.
 */
export function checkPlatformHolds(
  database: Database,
  { platformId, payerId, isSigned }: Pick<StoredCheckout, 'platformId' | 'payerId' | 'isSigned'>,
  { lines, phone }: { lines: readonly CheckoutLine[]; phone: string },
): Promise<string | undefined> {
  return database.as({ role: 'service_role' }, async (transaction) => {
    const { rows } = await sql<{ held: HeldAmount }>`
      select held_by_orders(array(
        select orders.id from orders join agent_checkouts on agent_checkouts.payer_id = orders.browser_id
        where orders.status = 'pending' and platform_id = ${platformId} and is_signed = ${isSigned} and payer_id <> ${payerId}
      )) as held`.execute(transaction);
    const held = rows[0]?.held ?? { lines: 0, pieces: 0, cents: 0 };
    const unitsInStock = await countUnitsInStock(transaction);
    return checkHold({ kind: 'platform', held, requested: sumLines(lines), unitsInStock, phone })?.message;
  });
}
