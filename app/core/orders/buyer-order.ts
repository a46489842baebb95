import type { CounterMethod } from './counter-sale.ts';
import type { AcceptedTexts } from '#core/settings/legal-page.ts';
import { formatDays } from '#core/pricing/describe-shipping.ts';
import type { DayRange } from '#core/pricing/pricing-terms.ts';
import { formatDollars } from '#core/values/money.ts';
import type { AmountReview } from './order-action.ts';
import type { EventUnits } from './order-event.ts';
import type { Progress } from './order-progress.ts';
import type { DisputeState, OrderStatus, RefundState } from './order.ts';
import type { ShippingAddress } from '#core/addresses/postal-address.ts';
import type { ReadyFrom } from '#core/yard/ready-day.ts';
import type { ReturnTerms } from './return-terms.ts';
import type { ReturnKind, ReturnState } from './return.ts';

/** A unit of a line is 'canceled' if the buyer will not get it. */
export interface BuyerLine {
  id: string;
  /** Null if the part was deleted. */
  partId: string | null;
  name: string;
  oemNumber: string | null;
  condition: string | null;
  /** Null for parts sold before the shop stored it. */
  origin: string | null;
  rebuilder: string | null;
  stockNumber: string | null;
  mileage: number | null;
  grade: string | null;
  /** Warranty at the time of sale. Example: '90 days'. Null for parts sold before the shop stored it. */
  warranty: string | null;
  /** VIN of the donor vehicle. Null if unknown, or if this reader may not see it. */
  vin: string | null;
  /** Example: '2012 Honda Civic'. */
  vehicle: string | null;
  unitPriceCents: number;
  quantity: number;
  packed: number;
  canceled: number;
  /** Null if the part is not on a car, or can be taken off it. */
  readyFrom: ReadyFrom;
}

export interface BuyerShipment {
  id: string;
  method: 'parcel' | 'pickup';
  at: string;
  deliveredAt: string | null;
  carrier: string | null;
  tracking: string | null;
  pieces: EventUnits[];
}

export interface BuyerEvent {
  id: number;
  kind: 'packed' | 'canceled' | 'delayed';
  at: string;
  pieces: EventUnits[] | null;
  isWhole: boolean | null;
  /** New day of a delay. */
  shipBy: string | null;
  byBuyer: boolean | null;
  note: string | null;
}

export interface BuyerQuestion {
  id: string;
  at: string;
  text: string;
  answers: { id: number; at: string; text: string }[];
}

export interface BuyerRefund {
  id: string;
  state: Exclude<RefundState, 'failed'>;
  amountCents: number;
  at: string;
  /** Null if the payment provider gives it back. */
  method: CounterMethod | null;
}

export interface BuyerTax {
  /** Name of the jurisdiction. */
  name: string;
  state: string | null;
  rate: number;
  taxableCents: number;
  taxCents: number;
  isExempt: boolean;
}

/** A paid order as its buyer may see it. Amounts are in cents, times in ISO 8601. */
export interface BuyerOrder {
  /** Missing if the order is found by number and email, or shown right after its payment. */
  id?: string;
  returns?: { number: number; kind: ReturnKind; state: ReturnState }[];
  number: number;
  /** False if number and email alone opened the order. It then has no buyer, notes or questions. */
  isFull: boolean;
  placedAt: string;
  paidAt: string;
  status: OrderStatus;
  dispute: DisputeState | null;
  /** Null if it was paid through the payment provider. */
  counterMethod: CounterMethod | null;
  /** Null if its parts were sold out. */
  progress: Progress | null;
  fulfillment: 'ship' | 'pickup';
  pickupLocation: string | null;
  /** Null if no one knows when its parts are ready. */
  shipBy: string | null;
  readyAt: string | null;
  sentAt: string | null;
  days: DayRange | null;
  coreReturnDays: number | null;
  /** The terms at the time of sale. Null for orders placed before the shop stored them. */
  returnTerms: ReturnTerms | null;
  amountCents: number;
  taxCents: number;
  shippingCents: number;
  coreCents: number;
  batteryFeeCents: number;
  refundedCents: number;
  /** The paid amount, if it is another one than the order's: cents, or hundredths of another currency. */
  chargedCents: number | null;
  chargedCurrency: string | null;
  amountReview: AmountReview | null;
  /** Cents that the buyer was asked to pay and has not paid yet. */
  dueCents: number | null;
  lines: BuyerLine[];
  taxes: BuyerTax[];
  shipments: BuyerShipment[];
  refunds: BuyerRefund[];
  events: BuyerEvent[];
  buyer: {
    name: string | null;
    email: string | null;
    phone: string | null;
    address: ShippingAddress | null;
  } | null;
  questions: BuyerQuestion[];
  texts: AcceptedTexts;
}

export interface OrderStep {
  label: string;
  /** Null if not reached yet, or if the time is unknown. */
  at: string | null;
  isReached: boolean;
}

const reached: Record<Progress, number> = {
  to_pack: 0,
  packed: 1,
  partly_shipped: 1,
  shipped: 2,
  ready: 2,
  delivered: 3,
  picked_up: 3,
  canceled: 0,
};

type Followed = Pick<
  BuyerOrder,
  'progress' | 'fulfillment' | 'paidAt' | 'readyAt' | 'sentAt' | 'shipments' | 'events'
>;

/** Lists the steps of an order from its payment to the buyer. A canceled order ends there. */
export function listOrderSteps(order: Followed): OrderStep[] {
  const { progress, fulfillment, paidAt, readyAt, sentAt, shipments, events } = order;
  const paid = { label: 'Paid', at: paidAt, isReached: true };
  if (progress === null || progress === 'canceled') {
    const canceledAt = events.findLast(({ kind }) => kind === 'canceled')?.at ?? null;
    return [paid, { label: 'Canceled', at: canceledAt, isReached: true }];
  }
  const packedAt = events.findLast(({ kind }) => kind === 'packed')?.at ?? shipments[0]?.at ?? null;
  const deliveredAt = shipments.map((shipment) => shipment.deliveredAt).findLast((at) => at !== null) ?? null;
  const steps =
    fulfillment === 'pickup'
      ? [
          { label: 'Packed', at: packedAt },
          { label: 'Ready for pickup', at: readyAt },
          { label: 'Picked up', at: shipments.at(-1)?.at ?? null },
        ]
      : [
          { label: 'Packed', at: packedAt },
          { label: 'Shipped', at: sentAt },
          { label: 'Delivered', at: deliveredAt },
        ];
  return [
    paid,
    ...steps.map(({ label, at }, index) => {
      const isReached = index < reached[progress];
      return { label, at: isReached ? at : null, isReached };
    }),
  ];
}

/** Example: 'Tuesday, November 24, 2026'. */
export function formatFullDay(time: string | Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone }).format(new Date(time));
}

type Explained = Pick<
  BuyerOrder,
  'progress' | 'status' | 'fulfillment' | 'shipBy' | 'pickupLocation' | 'days' | 'amountReview' | 'dueCents'
>;

/** Says in sentences what happens next and when. `now` decides whether the promised day has passed. */
export function describeNext(order: Explained, { timeZone }: { timeZone: string }, now: Date): string[] {
  const { progress, status, fulfillment, shipBy, pickupLocation, days } = order;
  const isOpen = progress === 'to_pack' || progress === 'packed' || progress === 'partly_shipped';
  if (progress === null) {
    return [
      "The parts sold before your payment reached us. We're refunding the full amount and will email you when it's done.",
    ];
  }
  if (progress === 'canceled') return ['This order was canceled. Nothing else will ship.'];
  if (status === 'disputed' && isOpen) {
    return ['Your bank told us that this payment is disputed. Nothing ships until the bank decides.'];
  }
  if (status === 'refunded' && isOpen) return ['Your payment was refunded in full. Nothing else will ship.'];
  if (order.dueCents !== null && isOpen)
    return [
      `${formatDollars(order.dueCents)} of your order is not paid yet. It ships when it is paid in full.`,
    ];
  if (order.amountReview === 'waiting' && isOpen)
    return ["You paid a different amount than your order's total. We're checking it, and will email you."];
  const day = shipBy && formatFullDay(shipBy, timeZone);
  const isLate = shipBy !== null && new Date(shipBy) < now;
  const arrival = days ? [`Estimated delivery: ${formatDays(days)}.`] : [];
  const late = isLate ? [`We planned this for ${day}. We're running late, and we're sorry.`] : [];
  switch (progress) {
    case 'to_pack':
    case 'packed':
      if (fulfillment === 'pickup') {
        const by = day && !isLate ? ` by ${day}` : '';
        return [
          `We're getting your parts ready${by}. You can pick them up at ${pickupLocation}.`,
          ...late,
          "We'll email you when they're ready.",
        ];
      }
      return [
        day && !isLate ? `We'll ship your parts by ${day}.` : "We're getting your parts ready to ship.",
        ...late,
        ...arrival,
        "We'll email you the tracking number when they ship.",
      ];
    case 'partly_shipped':
      return [
        'Part of your order is on its way.',
        day && !isLate ? `We'll ship the rest by ${day}.` : 'The rest will follow.',
        ...late,
      ];
    case 'shipped':
      return ['Your order is on its way.', ...arrival];
    case 'ready':
      return [
        `Your parts are ready for pickup at ${pickupLocation}.`,
        'Please bring your order number and a photo ID.',
      ];
    case 'delivered':
      return ['Your order was delivered.'];
    case 'picked_up':
      return ['Your order was picked up.'];
  }
}
