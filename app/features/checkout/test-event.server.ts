import { z } from 'zod';
import type { PaymentEvent, PaymentHappening, RefundTold } from '#domain/payment.ts';

const text = (max: number) => z.string().trim().max(max).default('');

/** What the test payment page collects, as Stripe's page would. */
export const testBuyer = z.object({
  email: z.email('Please enter a valid e-mail address').max(320),
  name: text(200),
  phone: text(50),
  line1: text(200),
  city: text(100),
  state: text(50),
  postalCode: text(20),
});

const delivery = z.object({
  orderId: z.uuid(),
  kind: z.enum(['paid', 'canceled', 'failed', 'expired', 'refunded', 'disputed']),
  buyer: testBuyer.optional(),
});

type TestDelivery = z.input<typeof delivery>;

/** An event of the test provider. Each thing that happens to an order happens once, and has one id. */
export function readTestEvent(payload: TestDelivery): PaymentEvent {
  const { orderId, kind, buyer } = delivery.parse(payload);
  return {
    id: `test_evt_${orderId}_${kind}`,
    type: `test.${kind}`,
    orderId,
    happening: happeningOf(kind, orderId, buyer),
    payload,
  };
}

/** The refund of a whole test payment. */
export function testRefund(orderId: string): RefundTold {
  return { id: `test_re_${orderId}`, amountCents: null, state: 'done' };
}

function happeningOf(
  kind: TestDelivery['kind'],
  orderId: string,
  buyer: z.output<typeof testBuyer> | undefined,
): PaymentHappening {
  const paymentId = `test_pay_${orderId}`;
  switch (kind) {
    case 'paid':
      return { kind, paymentId, amountCents: null, currency: null, buyer: buyerOf(buyer) };
    case 'refunded':
      return { kind: 'refunds', paymentId, refunds: [testRefund(orderId)] };
    case 'disputed': {
      const id = `test_dp_${orderId}`;
      const dispute = { id, state: 'open', amountCents: null, answerBy: null, toldAt: new Date() } as const;
      return { kind: 'dispute', paymentId, dispute };
    }
    default:
      return { kind };
  }
}

function buyerOf(buyer: z.output<typeof testBuyer> | undefined) {
  if (!buyer) return { email: null, name: null, phone: null, address: null };
  const { email, name, phone, line1, city, state, postalCode } = buyer;
  const address = { line1, line2: null, city, state, postalCode, country: 'US' };
  return { email, name: name || null, phone: phone || null, address };
}
