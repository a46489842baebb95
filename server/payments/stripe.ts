import type { Logger } from 'pino';
import { Stripe } from 'stripe';
import { PaymentProviderError, type Payments } from '#services';
import {
  MONEY_BACK_EVENTS,
  readStripeEvent,
  readStripeRefund,
  readStripeSession,
  type StripeLookups,
} from './stripe-event.ts';
import { sessionParams } from './stripe-session.ts';

const { StripeInvalidRequestError } = Stripe.errors;

export interface StripeOptions {
  secretKey: string;
  /** What Stripe signs its deliveries with. */
  webhookSecret: string;
  /** Another address than Stripe's own, such as http://127.0.0.1:4242. */
  apiBase?: string | undefined;
  /** The shop's address, without a slash at the end. */
  siteUrl: string;
  log: Logger;
  /** How long one attempt may take, in milliseconds; there are two. */
  timeoutMs?: number;
}

/** Payments on the pages that Stripe hosts. No card number ever reaches the shop. */
export function stripePayments(options: StripeOptions): Payments {
  const { secretKey, webhookSecret, apiBase, siteUrl, log, timeoutMs = 10_000 } = options;
  const stripe = new Stripe(secretKey, {
    ...(apiBase !== undefined && addressOf(apiBase)),
    timeout: timeoutMs,
    maxNetworkRetries: 1,
    telemetry: false,
  });
  const lookups: StripeLookups = {
    metadataOf: (paymentId) =>
      orMissing(undefined, () =>
        ask('look up a payment', async () => (await stripe.paymentIntents.retrieve(paymentId)).metadata),
      ),
    refundsOf: (paymentId) =>
      orMissing([], () =>
        ask('list refunds', async () => {
          const refunds = stripe.refunds.list({ payment_intent: paymentId, limit: 100 });
          return refunds.autoPagingToArray({ limit: 1_000 });
        }),
      ),
  };

  return {
    async createPage(request) {
      const session = await ask('make a payment page', () =>
        stripe.checkout.sessions.create(sessionParams(request, siteUrl), { idempotencyKey: request.orderId }),
      );
      // Spec §8: the words that the cart shows.
      if (!session.id || !session.url) throw new PaymentProviderError('No checkout URL returned');
      return { sessionId: session.id, url: session.url };
    },

    fetchPage: async (sessionId) => {
      const session = await ask('look up a payment page', () => stripe.checkout.sessions.retrieve(sessionId));
      return readStripeSession(session);
    },

    async closePage(sessionId) {
      const session = await ask('expire a payment page', async () => {
        try {
          return await stripe.checkout.sessions.expire(sessionId);
        } catch (error) {
          // Refused for every page that is not open: what it is instead, the page itself tells.
          if (error instanceof StripeInvalidRequestError) return stripe.checkout.sessions.retrieve(sessionId);
          throw error;
        }
      });
      return readStripeSession(session);
    },

    async refund({ paymentId, orderId }) {
      const refund = await ask('refund a payment', async () => {
        try {
          return await stripe.refunds.create(
            { payment_intent: paymentId, metadata: { order_id: orderId } },
            { idempotencyKey: `refund-${orderId}-${paymentId}` },
          );
        } catch (error) {
          if (!isRefunded(error)) throw error;
          // Stripe forgets its keys after a day, but not what was given back.
          const { data } = await stripe.refunds.list({ payment_intent: paymentId, limit: 1 });
          return data[0];
        }
      });
      const told = readStripeRefund(refund);
      if (!told) throw new PaymentProviderError('Stripe could not refund a payment: it names no refund');
      return told;
    },

    async *eventsSince(since) {
      const created = { gte: Math.floor(since.getTime() / 1000) };
      const sessions = stripe.checkout.sessions.list({ status: 'complete', created, limit: 100 });
      for await (const session of asking('list payment pages', sessions))
        yield readStripeSession(session).event;
      const events = stripe.events.list({ types: MONEY_BACK_EVENTS, created, limit: 100 });
      for await (const event of asking('list events', events))
        yield readStripeEvent(event, event.id, lookups);
    },

    async readEvent(rawBody, headers) {
      let payload: unknown;
      try {
        payload = await stripe.webhooks.constructEventAsync(
          rawBody,
          headers.get('Stripe-Signature') ?? '',
          webhookSecret,
        );
      } catch (error) {
        // Whatever was thrown: a header cut short throws a plain Error, and must not pass for a signature.
        log.warn({ reason: firstLine(error) }, 'A payment event was refused.');
        return undefined;
      }
      return readStripeEvent(payload, rawBody, lookups);
    },
  };
}

function isRefunded(error: unknown): boolean {
  return error instanceof StripeInvalidRequestError && error.code === 'charge_already_refunded';
}

function isMissing(error: unknown): boolean {
  return error instanceof StripeInvalidRequestError && error.code === 'resource_missing';
}

/** Asks Stripe. Whatever goes wrong is a {@link PaymentProviderError}. */
async function ask<T>(what: string, question: () => Promise<T>): Promise<T> {
  try {
    return await question();
  } catch (error) {
    throw providerError(what, error);
  }
}

/** Asks Stripe for a list, page by page. */
async function* asking<T>(what: string, list: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* list;
  } catch (error) {
    throw providerError(what, error);
  }
}

/** What Stripe answers, or `otherwise` when it has no such object. */
async function orMissing<T>(otherwise: T, question: () => Promise<T>): Promise<T> {
  try {
    return await question();
  } catch (error) {
    if (error instanceof PaymentProviderError && error.unknown) return otherwise;
    throw error;
  }
}

function providerError(what: string, error: unknown): PaymentProviderError {
  const request = error instanceof Stripe.errors.StripeError && error.requestId;
  const reference = request ? ` (${request})` : '';
  return new PaymentProviderError(`Stripe could not ${what}: ${firstLine(error)}${reference}`, {
    cause: error,
    unknown: isMissing(error),
  });
}

function firstLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.split('\n', 1)[0] ?? '';
}

function addressOf(apiBase: string): Stripe.StripeConfig {
  const { hostname, port, protocol } = new URL(apiBase);
  const isPlain = protocol === 'http:';
  return {
    host: hostname,
    port: port || (isPlain ? 80 : 443),
    protocol: isPlain ? 'http' : 'https',
  };
}
