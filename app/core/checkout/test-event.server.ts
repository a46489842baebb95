import { z } from 'zod';
import type { PaymentEvent, PaymentEventData, ProviderRefund } from '#core/orders/payment.ts';
import type { PartialRefund } from '#core/payments/payments.server.ts';

const text = (max: number) => z.string().trim().max(max).default('');

export const testBuyer = z.object({
  email: z.email('Please enter a valid email address').max(320),
  name: text(200),
  phone: text(50),
  line1: text(200),
  city: text(100),
  state: text(50),
  postalCode: text(20),
  country: z.string().trim().max(2).optional(),
});

const delivery = z.object({
  orderId: z.uuid(),
  /** The id of a payment of the order's amount due. */
  balanceId: z.uuid().optional(),
  kind: z.enum(['paid', 'canceled', 'failed', 'expired', 'refunded', 'disputed']),
  buyer: testBuyer.optional(),
});

type TestDelivery = z.input<typeof delivery>;

/** Each kind of event happens once per order or balance. */
export function readTestEvent(payload: TestDelivery): PaymentEvent {
  const { orderId, balanceId, kind, buyer } = delivery.parse(payload);
  const paid = balanceId ?? orderId;
  return {
    id: `test_evt_${paid}_${kind}`,
    type: `test.${kind}`,
    orderId,
    ...(balanceId !== undefined && { balanceId }),
    data: toEventData(kind, paid, buyer),
    payload,
  };
}

export function createTestRefund(orderId: string, part?: PartialRefund): ProviderRefund {
  if (!part) return { id: `test_re_${orderId}`, amountCents: null, state: 'done' };
  const { refundId, amountCents } = part;
  return { id: `test_re_${refundId}`, requestId: refundId, amountCents, state: 'done' };
}

function toEventData(
  kind: TestDelivery['kind'],
  paid: string,
  buyer: z.output<typeof testBuyer> | undefined,
): PaymentEventData {
  const paymentId = `test_pay_${paid}`;
  switch (kind) {
    case 'paid':
      return { kind, paymentId, amountCents: null, currency: null, buyer: toBuyer(buyer) };
    case 'refunded':
      return { kind: 'refunds', paymentId, refunds: [createTestRefund(paid)] };
    case 'disputed': {
      const id = `test_dp_${paid}`;
      const dispute = {
        id,
        state: 'open',
        amountCents: null,
        answerBy: null,
        reportedAt: new Date(),
      } as const;
      return { kind: 'dispute', paymentId, dispute };
    }
    default:
      return { kind };
  }
}

function toBuyer(buyer: z.output<typeof testBuyer> | undefined) {
  if (!buyer) return { email: null, name: null, phone: null, address: null };
  const { email, name, phone, line1, city, state, postalCode, country } = buyer;
  // An order that is picked up has no address.
  const address = line1 ? { line1, line2: null, city, state, postalCode, country: country || 'US' } : null;
  return { email, name: name || null, phone: phone || null, address };
}
