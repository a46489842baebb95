import { z } from 'zod';
import { askedCartSchema, nameLines } from '#core/agents/asked.ts';
import {
  addCart,
  formatCartId,
  readCart,
  removeCart,
  replaceCart,
  type StoredCart,
} from '#core/agents/checkouts.server.ts';
import { type AgentPurchase, pricePurchase } from '#core/agents/price-purchase.server.ts';
import { databaseContext } from '#core/platform/database.server.ts';
import { shopContext } from '#core/platform/shop.server.ts';
import { taxServiceContext } from '#core/pricing/tax-service.server.ts';
import { settingsContext } from '#core/settings/settings.server.ts';
import { type AgentAnswer, type AgentCall, operation } from '../operation.ts';
import {
  boundAsked,
  continueAddress,
  discloseLines,
  listLinks,
  notFound,
  refuseAll,
  toLineItems,
  toPurchaseTotals,
  unsigned,
  warnOfClaims,
} from '../purchase-json.server.ts';

const capability = 'dev.ucp.shopping.cart';

/** Carts of assistants. They hold no stock, and are no shopper's cart. */
export const cartOperations = {
  create_cart: operation({
    capability,
    method: 'POST',
    path: '/carts',
    argument: 'cart',
    changes: true,
    signsAnswer: false,
    description: 'Put parts in a new cart, and see what they cost.',
    input: askedCartSchema,
    async run({ input, newId, platform, isSigned, context }) {
      const asked = nameLines(input);
      boundAsked(asked);
      const purchase = await price(context, asked);
      if (purchase.lines.length === 0) return refuse(context, purchase);
      const database = context.get(databaseContext);
      const cart = await addCart(database, { id: newId, platformId: platform.id, isSigned, asked });
      if (!cart) throw new Error('The cart is gone');
      return { status: 201, body: toBody(context, cart, purchase) };
    },
  }),
  get_cart: operation({
    capability,
    method: 'GET',
    path: '/carts/{id}',
    changes: false,
    signsAnswer: false,
    description: 'Read a cart as it is now.',
    input: z.unknown(),
    async run(call) {
      return answer(call.context, await demandSigned(call));
    },
  }),
  update_cart: operation({
    capability,
    method: 'PUT',
    path: '/carts/{id}',
    argument: 'cart',
    changes: true,
    signsAnswer: false,
    description: 'Replace the contents of a cart.',
    input: askedCartSchema,
    async run(call) {
      const { id, input, platform, context } = call;
      const asked = nameLines(input);
      boundAsked(asked);
      await demandSigned(call);
      const database = context.get(databaseContext);
      return answer(context, await replaceCart(database, { id, platformId: platform.id, asked }));
    },
  }),
  cancel_cart: operation({
    capability,
    method: 'POST',
    path: '/carts/{id}/cancel',
    changes: true,
    demandsKey: true,
    signsAnswer: false,
    description: 'Remove a cart. The answer is the cart as it was.',
    input: z.unknown(),
    async run(call) {
      const { id, platform, context } = call;
      await demandSigned(call);
      return answer(context, await removeCart(context.get(databaseContext), { id, platformId: platform.id }));
    },
  }),
};

type Context = AgentCall['context'];

/** Reads the platform's cart. @throws {AgentProblem} if a signed request made it and this one is not signed. */
async function demandSigned({
  id,
  platform,
  isSigned,
  context,
}: AgentCall<unknown>): Promise<StoredCart | undefined> {
  const cart = await context
    .get(databaseContext)
    .as({ role: 'service_role' }, (transaction) => readCart(transaction, id, platform.id));
  if (cart?.isSigned && !isSigned) throw unsigned();
  return cart;
}

function price(context: Context, asked: StoredCart['asked']): Promise<AgentPurchase> {
  return pricePurchase({
    database: context.get(databaseContext),
    taxService: context.get(taxServiceContext),
    asked,
    userId: null,
    choosesFulfillment: false,
  });
}

async function answer(context: Context, cart: StoredCart | undefined): Promise<AgentAnswer> {
  if (!cart) {
    const continueUrl = `${context.get(shopContext).siteUrl}/`;
    return { failed: [notFound('Cart')], continueUrl };
  }
  return { body: toBody(context, cart, await price(context, cart.asked)) };
}

function refuse(context: Context, { lineMessages }: AgentPurchase): AgentAnswer {
  return { failed: refuseAll(lineMessages), continueUrl: `${context.get(shopContext).siteUrl}/junkyard` };
}

function toBody(context: Context, { id, asked, expiresAt }: StoredCart, purchase: AgentPurchase) {
  const { siteUrl } = context.get(shopContext);
  const messages = [...purchase.lineMessages, ...discloseLines(purchase), ...warnOfClaims(asked)];
  return {
    id: formatCartId(id),
    line_items: toLineItems(purchase, siteUrl, context.get(settingsContext).cores),
    ...(asked.buyer && { buyer: asked.buyer }),
    currency: 'USD',
    totals: toPurchaseTotals(purchase),
    ...(messages.length > 0 && { messages }),
    links: listLinks(siteUrl),
    continue_url: continueAddress(siteUrl, formatCartId(id)),
    expires_at: expiresAt.toISOString(),
  };
}
