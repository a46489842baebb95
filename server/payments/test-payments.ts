import { createHmac, timingSafeEqual } from 'node:crypto';
import type { PageStatus, PaymentEvent } from '#core/orders/payment.ts';
import type { Payments } from '#core/payments/payments.server.ts';
import type { ProviderPayout } from '#core/payments/payout.ts';
import { readTestEvent, createTestRefund } from '#core/checkout/test-event.server.ts';

const SIGNATURE_HEADER = 'x-test-payment-signature';

/** Creates a test page that belongs to the shop and moves no money. Its deliveries are signed like real ones. */
export function createTestPayments(options: { siteUrl: string; secret: string }): Payments {
  return {
    async createPage({ orderId }) {
      return { sessionId: `test_${orderId}`, url: `${options.siteUrl}/test-payment/${orderId}` };
    },
    async createBalancePage({ balanceId }) {
      return { sessionId: `test_${balanceId}`, url: `${options.siteUrl}/test-payment/${balanceId}` };
    },
    // The test page applies payments at once and checks the order itself.
    fetchPage: async (sessionId) => readPage(sessionId, 'open'),
    closePage: async (sessionId) => readPage(sessionId, 'expired'),
    refund: async ({ orderId, part }) => createTestRefund(orderId, part),
    fetchRisk: async () => null,
    eventsSince: () => none<PaymentEvent>(),
    payoutsSince: () => none<ProviderPayout>(),
    fetchTransactions: async () => ({ transactions: [], hasMore: false }),
    async readEvent(rawBody, headers) {
      const signature = Buffer.from(headers.get(SIGNATURE_HEADER) ?? '', 'hex');
      const expected = Buffer.from(signTestDelivery(rawBody, options.secret), 'hex');
      if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) return undefined;
      return readTestEvent(JSON.parse(rawBody));
    },
  };
}

function readPage(sessionId: string, state: 'open' | 'expired'): PageStatus {
  const orderId = sessionId.replace(/^test_/, '');
  const kind = state === 'open' ? 'other' : state;
  const event = { id: `asked:${sessionId}:${state}`, type: `test.${state}`, orderId, payload: {} };
  return { state, event: { ...event, data: { kind } } };
}

// oxlint-disable-next-line eslint/require-yield -- Events are applied at once, so none is missed, and no money moves.
async function* none<T>(): AsyncGenerator<T> {}

export function signTestDelivery(rawBody: string, secret: string): string {
  return createHmac('sha256', secret).update('test payment delivery\n').update(rawBody).digest('hex');
}
