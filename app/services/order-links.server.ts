import type { Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { formatOrderNumber } from '#domain/order-number.ts';
import { createLinkToken, hashToken } from './link-token.server.ts';

interface LinkedOrder {
  orderId: string;
  number: number | string;
  /** Without a trailing slash. */
  siteUrl: string;
}

/**
 * Adds a link that opens an order, for the mail to its buyer. It works for 90 days, unless staff revoke it. Of its secret, only
 * the hash is stored; the mail loses it when it is sent (server/mail/redact-secrets.ts).
 */
export async function addOrderLink(
  transaction: Transaction<DB>,
  { orderId, number, siteUrl }: LinkedOrder,
): Promise<string> {
  const token = createLinkToken();
  await transaction
    .insertInto('order_links')
    .values({ token_hash: hashToken(token), order_id: orderId })
    .execute();
  return `${siteUrl}/orders/${formatOrderNumber(number)}/open?token=${token}`;
}
