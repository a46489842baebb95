import { createHmac, timingSafeEqual } from 'node:crypto';
import type { PageStatus, PaymentEvent } from '#domain/payment.ts';
import type { Payments } from '#services';
import { readTestEvent, createTestRefund } from '#features/checkout/test-event.server.ts';

/** The header in which a delivery of the test provider carries its signature. */
const SIGNATURE_HEADER = 'x-test-payment-signature';

/**
 * A payment provider for trying the shop: its page is one of ours, clearly marked, and moves no money. It has the
 * same ways as a real one, down to signed deliveries.
 */
export function testPayments(options: { siteUrl: string; secret: string }): Payments {
  return {
    async createPage({ orderId }) {
      return { sessionId: `test_${orderId}`, url: `${options.siteUrl}/test-payment/${orderId}` };
    },
    // What is paid there is applied at once, and its page asks the order itself whether it may still be paid.
    askPage: async (sessionId) => pageAnswer(sessionId, 'open'),
    closePage: async (sessionId) => pageAnswer(sessionId, 'expired'),
    refund: async ({ orderId }) => createTestRefund(orderId),
    eventsSince: () => noEvents(),
    async readEvent(rawBody, headers) {
      const given = Buffer.from(headers.get(SIGNATURE_HEADER) ?? '', 'hex');
      const expected = Buffer.from(signTestDelivery(rawBody, options.secret), 'hex');
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
      return readTestEvent(JSON.parse(rawBody));
    },
  };
}

function pageAnswer(sessionId: string, state: 'open' | 'expired'): PageStatus {
  const orderId = sessionId.replace(/^test_/, '');
  const kind = state === 'open' ? 'other' : state;
  const event = { id: `asked:${sessionId}:${state}`, type: `test.${state}`, orderId, payload: {} };
  return { state, event: { ...event, data: { kind } } };
}

// oxlint-disable-next-line eslint/require-yield -- Each event is applied when it happens: none is missed.
async function* noEvents(): AsyncGenerator<PaymentEvent> {}

/** The signature of a delivery of the test provider, in hexadecimal digits. */
export function signTestDelivery(rawBody: string, secret: string): string {
  return createHmac('sha256', secret).update('test payment delivery\n').update(rawBody).digest('hex');
}
