import { expect, test } from 'vitest';
import { describePaymentEvent, describeRefund, describeStoredEvent } from './order-story.ts';

test.each([
  ['note', { text: 'Call first' }, 'Call first'],
  ['packed', { pieces: [{ name: 'Horn', quantity: 2 }] }, 'Packed 2 × Horn'],
  ['packed', {}, 'Packed parts'],
  ['note', {}, 'A note that was deleted'],
  ['risk_released', { by: 'x' }, 'risk released'],
  ['toString', {}, 'toString'],
])('%s with %o', (kind, details, text) => {
  expect(describeStoredEvent(kind, details)).toBe(text);
});

test.each([
  ['checkout.session.completed', 'The payment arrived'],
  ['test.paid', 'The payment arrived'],
  ['checkout.session.async_payment_failed', 'The payment failed'],
  ['checkout.session.expired', 'The payment page expired'],
  ['test.canceled', 'The buyer canceled the payment'],
  ['charge.refunded', 'A refund was reported'],
  ['refund.updated', 'A refund was reported'],
  ['test.refunded', 'A refund was reported'],
  ['charge.dispute.created', 'The payment was disputed'],
  ['charge.dispute.closed', 'The dispute was decided'],
  ['charge.dispute.funds_withdrawn', 'The bank took the disputed money back'],
  ['charge.dispute.funds_reinstated', 'The bank returned the disputed money'],
  ['charge.dispute.updated', 'The dispute was updated'],
  ['payout.paid', 'Payment event payout.paid'],
])('%s', (type, text) => {
  expect(describePaymentEvent(type)).toBe(text);
});

test.each([
  [
    { state: 'done', reason: 'price-adjustment', amountCents: 1250, failure: null, note: 'Scratched' },
    'Refunded: $12.50. Price adjustment. Scratched',
  ],
  [
    { state: 'failed', reason: 'sold-out', amountCents: null, failure: 'expired card', note: null },
    'Refund failed: the full payment (expired card). Sold out before the payment',
  ],
  [
    { state: 'requested', reason: 'paid-twice', amountCents: null, failure: null, note: null },
    'Refund requested: the full payment. Paid twice',
  ],
  [
    { state: 'pending', reason: 'provider', amountCents: 100, failure: null, note: null },
    "Refund on its way: $1.00. Made in the provider's dashboard",
  ],
] as const)('%o', (refund, text) => {
  expect(describeRefund(refund)).toBe(text);
});
