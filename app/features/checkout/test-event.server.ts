import { z } from 'zod';
import type { PaymentEvent } from '#domain/payment.ts';

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
    happening: kind === 'paid' ? { kind, paymentId: `test_pay_${orderId}`, buyer: buyerOf(buyer) } : { kind },
    payload,
  };
}

function buyerOf(buyer: z.output<typeof testBuyer> | undefined) {
  if (!buyer) return { email: null, name: null, phone: null, address: null };
  const { email, name, phone, line1, city, state, postalCode } = buyer;
  const address = { line1, line2: null, city, state, postalCode, country: 'US' };
  return { email, name: name || null, phone: phone || null, address };
}
