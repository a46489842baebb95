import { z } from 'zod';
import { askedCheckoutSchema, nameLines, newCheckoutSchema } from '#core/agents/asked.ts';
import {
  cancelCheckout,
  type CheckoutState,
  findCheckoutState,
  replaceCheckout,
} from '#core/agents/checkout-state.server.ts';
import { addCheckout, readCheckout, type StoredCheckout } from '#core/agents/checkouts.server.ts';
import { pricePurchase } from '#core/agents/price-purchase.server.ts';
import { PaymentProviderError, paymentsContext } from '#core/payments/payments.server.ts';
import { limitsContext } from '#core/limits/limits.server.ts';
import { databaseContext } from '#core/platform/database.server.ts';
import { shopContext } from '#core/platform/shop.server.ts';
import { taxServiceContext } from '#core/pricing/tax-service.server.ts';
import { type AgentAnswer, type AgentCall, AgentProblem, operation } from '../operation.ts';
import { boundAsked, notFound, refuseAll, unsigned } from '../purchase-json.server.ts';
import { toCheckoutBody } from './checkout-json.server.ts';

const capability = 'dev.ucp.shopping.checkout';

/** Checkouts that a person pays on the shop's own page. No payment is taken here, and no stock is held. */
export const checkoutOperations = {
  create_checkout: operation({
    capability,
    method: 'POST',
    path: '/checkout-sessions',
    argument: 'checkout',
    changes: true,
    signsAnswer: true,
    description:
      'Prepare a purchase: parts or a cart, the buyer, and where the parts go. The buyer opens continue_url and pays there.',
    input: newCheckoutSchema,
    run: createCheckout,
  }),
  get_checkout: operation({
    capability,
    method: 'GET',
    path: '/checkout-sessions/{id}',
    changes: false,
    signsAnswer: true,
    description: 'Read a checkout as it is now.',
    input: z.unknown(),
    run: answerOwn,
  }),
  update_checkout: operation({
    capability,
    method: 'PUT',
    path: '/checkout-sessions/{id}',
    argument: 'checkout',
    changes: true,
    signsAnswer: true,
    description: 'Replace what a checkout asks for: send all of it.',
    input: askedCheckoutSchema,
    async run(call) {
      const asked = nameLines(call.input);
      boundAsked(asked);
      const checkout = await readOwn(call);
      if (!checkout) return refuseUnknown(call);
      const state = await overProvider(() => replaceCheckout(servicesOf(call), checkout, asked));
      if (state !== 'open') throw ended(state);
      return answerOwn(call);
    },
  }),
  complete_checkout: operation({
    capability,
    method: 'POST',
    path: '/checkout-sessions/{id}/complete',
    argument: 'checkout',
    changes: true,
    demandsKey: true,
    signsAnswer: true,
    description: 'Charges nothing: the buyer pays at continue_url. The answer is the checkout as it is.',
    input: z.unknown(),
    async run(call) {
      const checkout = await readOwn(call);
      if (!checkout) return refuseUnknown(call);
      const state = await findCheckoutState(servicesOf(call), checkout);
      if (state === 'completed' || state === 'canceled') throw ended(state);
      return answerOwn(call);
    },
  }),
  cancel_checkout: operation({
    capability,
    method: 'POST',
    path: '/checkout-sessions/{id}/cancel',
    changes: true,
    demandsKey: true,
    signsAnswer: true,
    description: 'Cancel a checkout that is not paid.',
    input: z.unknown(),
    async run(call) {
      const checkout = await readOwn(call);
      if (!checkout) return refuseUnknown(call);
      const state = await overProvider(() => cancelCheckout(servicesOf(call), checkout));
      if (state !== 'open') throw ended(state);
      return answerOwn(call);
    },
  }),
};

async function createCheckout(call: AgentCall<z.output<typeof newCheckoutSchema>>): Promise<AgentAnswer> {
  const { platform, isSigned, capabilities, newId } = call;
  const { cart_id: cart, ...input } = call.input;
  // Without the capability, the platform can't mean a cart of the shop.
  const cartId = capabilities.has('dev.ucp.shopping.cart') ? cart : undefined;
  const asked = nameLines(input);
  boundAsked(asked);
  if (cartId === undefined) {
    if (asked.line_items.length === 0)
      throw new AgentProblem(400, 'invalid_request', 'line_items: must have at least one item');
    const { lines, lineMessages } = await price(call, asked);
    if (lines.length === 0)
      return { failed: refuseAll(lineMessages), continueUrl: shopAddress(call, '/junkyard') };
  }
  const { database } = servicesOf(call);
  const added = await addCheckout(database, { id: newId, platformId: platform.id, isSigned, asked, cartId });
  if (!added) return { failed: [notFound('Cart')], continueUrl: shopAddress(call, '/') };
  return { status: added.isNew ? 201 : 200, body: await toBody(call, added.checkout) };
}

const shopAddress = ({ context }: AgentCall, path: string) => `${context.get(shopContext).siteUrl}${path}`;

function servicesOf({ context }: AgentCall) {
  return {
    database: context.get(databaseContext),
    payments: context.get(paymentsContext),
    limits: context.get(limitsContext),
    siteUrl: context.get(shopContext).siteUrl,
  };
}

/** Reads the platform's checkout. @throws {AgentProblem} if a signed request made it and this one is not signed. */
async function readOwn(call: AgentCall): Promise<StoredCheckout | undefined> {
  const checkout = await servicesOf(call).database.as({ role: 'service_role' }, (transaction) =>
    readCheckout(transaction, call.id, call.platform.id),
  );
  if (checkout?.isSigned && !call.isSigned) throw unsigned();
  return checkout;
}

function refuseUnknown(call: AgentCall): AgentAnswer {
  return { failed: [notFound('Checkout')], continueUrl: shopAddress(call, '/') };
}

async function answerOwn(call: AgentCall): Promise<AgentAnswer> {
  const checkout = await readOwn(call);
  return checkout ? { body: await toBody(call, checkout) } : refuseUnknown(call);
}

async function toBody(call: AgentCall, checkout: StoredCheckout): Promise<Record<string, unknown>> {
  const state = await findCheckoutState(servicesOf(call), checkout);
  // Its payment may have arrived just now.
  const current = state === 'completed' && !checkout.order?.isPaid ? await readOwn(call) : checkout;
  return toCheckoutBody(call, current ?? checkout, state);
}

function price(call: AgentCall, asked: StoredCheckout['asked']) {
  const { context, capabilities } = call;
  return pricePurchase({
    database: context.get(databaseContext),
    taxService: context.get(taxServiceContext),
    asked,
    userId: null,
    choosesFulfillment: capabilities.has('dev.ucp.shopping.fulfillment'),
  });
}

const endings: Record<Exclude<CheckoutState, 'open'>, string> = {
  completed: 'This checkout is paid. It cannot be changed',
  canceled: 'This checkout is canceled or has expired',
  paying: 'The payment of this checkout is being confirmed',
};

function ended(state: Exclude<CheckoutState, 'open'>): AgentProblem {
  return new AgentProblem(409, `checkout_${state === 'paying' ? 'in_progress' : state}`, endings[state]);
}

/** While the provider does not answer, an open page can't be closed, and what it charges must not change. */
async function overProvider<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof PaymentProviderError)) throw error;
    throw new AgentProblem(
      503,
      'payment_page_open',
      'The payment page could not be closed. Try again in a moment',
      {
        retryAfter: 5,
      },
    );
  }
}
