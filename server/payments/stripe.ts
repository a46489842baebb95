import type { Logger } from 'pino';
import { Stripe } from 'stripe';
import { PaymentProviderError, type Payments } from '#core/payments/payments.server.ts';
import {
  MONEY_BACK_EVENTS,
  PAYMENT_EVENTS,
  readStripeEvent,
  readStripeRefund,
  readStripeRisk,
  readStripeSession,
  type StripeLookups,
} from './stripe-event.ts';
import { readStripePayout, readStripeTransaction } from './stripe-payout.ts';
import { buildBalanceParams, buildSessionParams } from './stripe-session.ts';

const { StripeInvalidRequestError } = Stripe.errors;

export interface StripeOptions {
  secretKey: string;
  webhookSecret: string;
  apiBase?: string | undefined;
  /** The address has no trailing slash. */
  siteUrl: string;
  log: Logger;
  timeoutMs?: number;
}

export function createStripePayments(options: StripeOptions): Payments {
  const { secretKey, webhookSecret, apiBase, siteUrl, log, timeoutMs = 10_000 } = options;
  const stripe = new Stripe(secretKey, {
    ...(apiBase !== undefined && parseApiBase(apiBase)),
    timeout: timeoutMs,
    maxNetworkRetries: 1,
    telemetry: false,
  });
  const lookups: StripeLookups = {
    fetchMetadata: (paymentId) =>
      withFallback(undefined, () =>
        request('look up a payment', async () => (await stripe.paymentIntents.retrieve(paymentId)).metadata),
      ),
    fetchRefunds: (paymentId) =>
      withFallback([], () =>
        request('list refunds', async () => {
          const refunds = stripe.refunds.list({ payment_intent: paymentId, limit: 100 });
          return refunds.autoPagingToArray({ limit: 1_000 });
        }),
      ),
  };

  async function findRefund(paymentId: string, refundId: string) {
    for await (const refund of stripe.refunds.list({ payment_intent: paymentId, limit: 100 })) {
      if (refund.metadata?.['refund_id'] === refundId) return refund;
    }
    return undefined;
  }

  async function createSession(params: Stripe.Checkout.SessionCreateParams, idempotencyKey: string) {
    const session = await request('make a payment page', () =>
      stripe.checkout.sessions.create(params, { idempotencyKey }),
    );
    if (!session.id || !session.url) throw new PaymentProviderError('No checkout URL returned');
    return { sessionId: session.id, url: session.url };
  }

  return {
    createPage: (order) => createSession(buildSessionParams(order, siteUrl), order.key ?? order.orderId),

    createBalancePage: (balance) => createSession(buildBalanceParams(balance, siteUrl), balance.key),

    fetchPage: async (sessionId) => {
      const session = await request('look up a payment page', () =>
        stripe.checkout.sessions.retrieve(sessionId),
      );
      return readStripeSession(session);
    },

    async closePage(sessionId) {
      const session = await request('expire a payment page', async () => {
        try {
          return await stripe.checkout.sessions.expire(sessionId);
        } catch (error) {
          // Stripe refuses to expire a page that is not open.
          if (error instanceof StripeInvalidRequestError) return stripe.checkout.sessions.retrieve(sessionId);
          throw error;
        }
      });
      return readStripeSession(session);
    },

    async refund({ paymentId, orderId, part }) {
      const refund = await request('refund a payment', async () => {
        // Idempotency keys expire after a day, and an earlier answer may have been lost.
        const earlier = part?.isRepeated && (await findRefund(paymentId, part.refundId));
        if (earlier) return earlier;
        try {
          return await stripe.refunds.create(
            {
              payment_intent: paymentId,
              ...(part && { amount: part.amountCents }),
              metadata: { order_id: orderId, ...(part && { refund_id: part.refundId }) },
            },
            { idempotencyKey: part ? `refund-${part.refundId}` : `refund-${orderId}-${paymentId}` },
          );
        } catch (error) {
          if (part || !isRefunded(error)) throw error;
          // Idempotency keys expire after a day.
          const { data } = await stripe.refunds.list({ payment_intent: paymentId, limit: 1 });
          return data[0];
        }
      });
      const parsed = readStripeRefund(refund);
      if (!parsed)
        throw new PaymentProviderError('Stripe could not refund a payment: no refund in the response');
      return parsed;
    },

    async fetchRisk(paymentId) {
      const payment = await request('look up a payment', () =>
        stripe.paymentIntents.retrieve(paymentId, { expand: ['latest_charge'] }),
      );
      return readStripeRisk(payment);
    },

    async *eventsSince(since) {
      const created = { gte: Math.floor(since.getTime() / 1000) };
      // A refund that is applied before its payment would sell nothing.
      for (const types of [PAYMENT_EVENTS, MONEY_BACK_EVENTS]) {
        const events = stripe.events.list({ types, created, limit: 100 });
        for await (const event of requestAll('list events', events))
          yield readStripeEvent(event, event.id, lookups);
      }
    },

    async *payoutsSince(since) {
      const created = { gte: Math.floor(since.getTime() / 1000) };
      for await (const payout of requestAll('list payouts', stripe.payouts.list({ created, limit: 100 }))) {
        const read = readStripePayout(payout);
        if (read) yield read;
      }
    },

    async fetchTransactions(payout, after) {
      const { data, has_more: hasMore } = await request('list the transactions of a payout', () =>
        stripe.balanceTransactions.list({
          payout,
          limit: 100,
          expand: ['data.source'],
          ...(after !== null && { starting_after: after }),
        }),
      );
      return { transactions: data.map(readStripeTransaction), hasMore };
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
        // Catches all errors, because a malformed header throws an ordinary Error.
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

async function request<T>(action: string, send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    throw toProviderError(action, error);
  }
}

async function* requestAll<T>(action: string, list: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* list;
  } catch (error) {
    throw toProviderError(action, error);
  }
}

async function withFallback<T>(fallback: T, send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof PaymentProviderError && error.unknown) return fallback;
    throw error;
  }
}

function toProviderError(action: string, error: unknown): PaymentProviderError {
  const requestId = error instanceof Stripe.errors.StripeError && error.requestId;
  const reference = requestId ? ` (${requestId})` : '';
  return new PaymentProviderError(`Stripe could not ${action}: ${firstLine(error)}${reference}`, {
    cause: error,
    unknown: isMissing(error),
    refused: error instanceof StripeInvalidRequestError,
  });
}

function firstLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.split('\n', 1)[0] ?? '';
}

export function parseApiBase(apiBase: string): Stripe.StripeConfig {
  const { hostname, port, protocol } = new URL(apiBase);
  const isHttp = protocol === 'http:';
  return {
    host: hostname,
    port: port || (isHttp ? 80 : 443),
    protocol: isHttp ? 'http' : 'https',
  };
}
