import { emailOf } from '#core/agents/asked.ts';
import type { RouterContextProvider } from 'react-router';
import { accountsContext } from '#core/accounts/accounts.server.ts';
import { findCheckoutState } from '#core/agents/checkout-state.server.ts';
import { readCart, readCheckout, type StoredCheckout } from '#core/agents/checkouts.server.ts';
import { type AgentPurchase, pricePurchase } from '#core/agents/price-purchase.server.ts';
import { type OrderedPurchase, readOrderedPurchase } from '#core/agents/read-agent-order.server.ts';
import { paymentsContext } from '#core/payments/payments.server.ts';
import { limitsContext } from '#core/limits/limits.server.ts';
import { databaseContext } from '#core/platform/database.server.ts';
import { shopContext } from '#core/platform/shop.server.ts';
import { taxServiceContext } from '#core/pricing/tax-service.server.ts';

type Context = Readonly<RouterContextProvider>;

/** A cart or checkout of an assistant, for the person who opens its link. */
export type OpenedPage =
  | { state: 'cart'; purchase: AgentPurchase }
  | {
      state: 'open';
      checkout: StoredCheckout;
      purchase: AgentPurchase;
      ordered: OrderedPurchase | undefined;
      /** Where mails about the order go: to the account, or the address that the assistant gave. */
      email: string | null;
    }
  | { state: 'paying' }
  /** It was paid, but its parts were sold to others before. */
  | { state: 'late' }
  | { state: 'completed'; number: string }
  | { state: 'canceled' };

/** Reads the page of a cart or checkout. Returns undefined if there is none. */
export async function readAgentPage(
  context: Context,
  request: Request,
  id: string,
): Promise<OpenedPage | undefined> {
  const database = context.get(databaseContext);
  const asShop = <Result>(work: Parameters<typeof database.as<Result>>[1]) =>
    database.as({ role: 'service_role' }, work);
  const { user } = await context.get(accountsContext).readVisitor(request);
  const price = (asked: StoredCheckout['asked'], choosesFulfillment: boolean) =>
    pricePurchase({
      database,
      taxService: context.get(taxServiceContext),
      asked,
      userId: user?.id ?? null,
      choosesFulfillment,
    });
  const cart = await asShop((transaction) => readCart(transaction, id));
  if (cart) return { state: 'cart', purchase: await price(cart.asked, false) };
  const found = await asShop((transaction) => readCheckout(transaction, id));
  if (!found) return undefined;
  const { siteUrl } = context.get(shopContext);
  const state = await findCheckoutState(
    { database, payments: context.get(paymentsContext), limits: context.get(limitsContext), siteUrl },
    found,
  );
  const isJustPaid = state === 'completed' && !found.order?.isPaid;
  const checkout = (isJustPaid && (await asShop((transaction) => readCheckout(transaction, id)))) || found;
  const { order } = checkout;
  if (order?.isPaid && !order.isSold) return { state: 'late' };
  if (state === 'canceled' || state === 'paying') return { state };
  const ordered =
    order && (order.isPaid || order.isPending)
      ? await asShop((transaction) => readOrderedPurchase(transaction, order.id))
      : undefined;
  if (state === 'completed') return { state, number: ordered?.number ?? '' };
  const email = user?.email ?? emailOf(checkout.asked);
  return { state, checkout, purchase: await price(checkout.asked, true), ordered, email };
}
