import type { Logger } from 'pino';
import { Stripe } from 'stripe';
import { PaymentProviderError, type Payments } from '#services';
import { readStripeEvent } from './stripe-event.ts';
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

  return {
    async createPage(request) {
      const session = await ask('make a payment page', () =>
        stripe.checkout.sessions.create(sessionParams(request, siteUrl), { idempotencyKey: request.orderId }),
      );
      // Spec §8: the words that the cart shows.
      if (!session.id || !session.url) throw new PaymentProviderError('No checkout URL returned');
      return { sessionId: session.id, url: session.url };
    },

    async expirePage(sessionId) {
      const { status } = await ask('expire a payment page', async () => {
        try {
          return await stripe.checkout.sessions.expire(sessionId);
        } catch (error) {
          // Refused for every page that is not open: what it is instead, the page itself tells.
          if (error instanceof StripeInvalidRequestError) return stripe.checkout.sessions.retrieve(sessionId);
          throw error;
        }
      });
      return status === 'expired';
    },

    async refund({ paymentId, orderId }) {
      const status = await ask('refund a payment', async () => {
        try {
          const refund = await stripe.refunds.create(
            { payment_intent: paymentId, metadata: { order_id: orderId } },
            { idempotencyKey: `refund-${orderId}` },
          );
          return refund.status;
        } catch (error) {
          // Stripe forgets its keys after a day, but not what was given back.
          if (error instanceof StripeInvalidRequestError && error.code === 'charge_already_refunded')
            return 'succeeded';
          throw error;
        }
      });
      if (status === 'failed' || status === 'canceled')
        throw new PaymentProviderError(`Stripe could not refund a payment: the refund is ${status}`);
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
      return readStripeEvent(payload, rawBody, async (paymentId) => {
        const payment = await ask('look up a payment', () => stripe.paymentIntents.retrieve(paymentId));
        return payment.metadata;
      });
    },
  };
}

/** Asks Stripe. Whatever goes wrong is a {@link PaymentProviderError}. */
async function ask<T>(what: string, question: () => Promise<T>): Promise<T> {
  try {
    return await question();
  } catch (error) {
    const request = error instanceof Stripe.errors.StripeError && error.requestId;
    const reference = request ? ` (${request})` : '';
    throw new PaymentProviderError(`Stripe could not ${what}: ${firstLine(error)}${reference}`, {
      cause: error,
    });
  }
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
