import type { RouterContextProvider } from 'react-router';
import type { BuyerOrder } from './buyer-order.ts';
import { accountsContext } from '#core/accounts/accounts.server.ts';
import { databaseContext } from '#core/platform/database.server.ts';
import { shopContext } from '#core/platform/shop.server.ts';
import { readOpenedLink } from './order-links.server.ts';
import { readBuyerOrder } from './read-buyer-order.server.ts';

/** Headers of pages that only their buyer may see. */
export const privateHeaders = { 'Cache-Control': 'private, no-store', 'X-Robots-Tag': 'noindex' };

/** Returns the headers of a page whose action may say how long to wait. */
export function orderHeaders({
  actionHeaders,
}: {
  actionHeaders?: Headers | undefined;
}): Record<string, string> {
  const retryAfter = actionHeaders?.get('Retry-After');
  return { ...privateHeaders, ...(retryAfter && { 'Retry-After': retryAfter }) };
}

export function retryHeaders({ retryAfter }: { retryAfter?: number }): HeadersInit | undefined {
  return retryAfter === undefined ? undefined : { 'Retry-After': String(retryAfter) };
}

export interface OpenedOrder {
  order: BuyerOrder;
  /** True if a link or the account proves that the visitor owns the buyer's mailbox. */
  ownsMailbox: boolean;
  userId: string | undefined;
}

/** Returns the order if the browser has opened a link to it or its buyer is signed in. */
export async function readOpenedOrder(
  request: Request,
  context: Readonly<RouterContextProvider>,
  number: number,
): Promise<OpenedOrder | undefined> {
  const { siteUrl } = context.get(shopContext);
  const { user } = await context.get(accountsContext).readVisitor(request);
  const token = readOpenedLink(request, siteUrl, number);
  const order = await readBuyerOrder(context.get(databaseContext), { number, userId: user?.id, token });
  if (!order) return undefined;
  const ownsMailbox = token !== undefined || user?.email === order.buyer?.email?.toLowerCase();
  return { order, ownsMailbox, userId: user?.id };
}
