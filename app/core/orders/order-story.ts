import { formatDollars } from '#core/values/money.ts';
import { describeOrderEvent, type OrderEventDetails, type OrderEventKind } from './order-event.ts';
import type { RefundState } from './order.ts';
import { type RefundReason, refundReasons } from './refund-reason.ts';

/** Texts of events that kept no details, because the buyer's account was deleted. */
const forgotten: Record<OrderEventKind, string> = {
  packed: 'Packed parts',
  unpacked: 'Unpacked parts',
  shipped: 'Shipped parts',
  tracking_changed: 'Corrected the tracking number',
  shipment_undone: 'Undid a shipment',
  delivered: 'Marked as delivered',
  ready: 'Ready for pickup',
  ready_undone: 'Not ready for pickup after all',
  picked_up: 'Picked up',
  canceled: 'Canceled parts',
  refund_requested: 'Requested a refund',
  restocked: 'Put parts back into stock',
  written_off: 'Wrote off parts',
  delayed: 'Notified the buyer of a delay',
  held: 'Put the order on hold',
  resumed: 'Took the order off hold',
  difference_asked: 'Asked about a part that differs',
  difference_answered: 'Answered about a part that differs',
  purchase_order: 'Noted a purchase order number',
  note: 'A note that was deleted',
  photo_added: 'Added a photo',
  photo_removed: 'Removed a photo',
  amount_accepted: 'Accepted the amount',
  released: 'Released after review',
  balance_asked: 'Asked the buyer to pay the rest',
  balance_paid: 'The buyer paid the rest',
  address_changed: 'Changed the address',
  parts_changed: 'Changed parts',
  counter_payment: 'Took the payment at the counter',
  refunded: 'Notified the buyer of a refund',
  disputed: 'Notified the buyer of the dispute',
  link_sent: 'Emailed a new link to the order',
  links_revoked: "Revoked the buyer's links",
  question_asked: 'Asked a question',
  account_deleted: describeOrderEvent('account_deleted', {}),
};

/** Describes a stored event. Its details can be gone from an order's story. */
export function describeStoredEvent(kind: string, details: object): string {
  if (!Object.hasOwn(forgotten, kind)) return kind.replaceAll('_', ' ');
  const known = kind as OrderEventKind;
  if (Object.keys(details).length === 0) return forgotten[known];
  return describeOrderEvent(known, details as OrderEventDetails[typeof known]);
}

const paymentEventTexts: readonly (readonly [type: RegExp, text: string])[] = [
  [/^checkout\.session\.(completed|async_payment_succeeded)$|^test\.paid$/, 'The payment arrived'],
  [/^checkout\.session\.async_payment_failed$|^test\.failed$/, 'The payment failed'],
  [/^checkout\.session\.expired$|^test\.expired$/, 'The payment page expired'],
  [/canceled$/, 'The buyer canceled the payment'],
  [/^counter\.refund$/, 'The refund was recorded'],
  [/^(charge\.refunded|charge\.refund\.updated|refund\..*|test\.refunded)$/, 'A refund was reported'],
  [/^charge\.dispute\.created$|^test\.disputed$/, 'The payment was disputed'],
  [/^charge\.dispute\.closed$/, 'The dispute was decided'],
  [/^charge\.dispute\.funds_withdrawn$/, 'The bank took the disputed money back'],
  [/^charge\.dispute\.funds_reinstated$/, 'The bank returned the disputed money'],
  [/^charge\.dispute\./, 'The dispute was updated'],
];

/** Describes a report of the payment provider, by the type of its event. */
export function describePaymentEvent(type: string): string {
  return paymentEventTexts.find(([pattern]) => pattern.test(type))?.[1] ?? `Payment event ${type}`;
}

const byBuyers: ReadonlySet<string> = new Set([
  'question_asked',
  'difference_answered',
  'link_sent',
  'balance_paid',
  'account_deleted',
]);

/** Tells whether the buyer caused an event that the shop wrote. */
export function isByBuyer(kind: string, details: object): boolean {
  return byBuyers.has(kind) || 'byBuyer' in details;
}

export interface RefundFacts {
  state: RefundState;
  reason: RefundReason;
  /** Null means the whole payment. */
  amountCents: number | null;
  failure: string | null;
  note: string | null;
}

const refundStates: Record<RefundState, string> = {
  requested: 'Refund requested',
  pending: 'Refund on its way',
  done: 'Refunded',
  failed: 'Refund failed',
};

export function describeRefund({ state, reason, amountCents, failure, note }: RefundFacts): string {
  const amount = amountCents === null ? 'the full payment' : formatDollars(amountCents);
  const why = reason === 'shop' ? '' : `. ${refundReasons[reason].label}`;
  const cause = failure === null ? '' : ` (${failure})`;
  return `${refundStates[state]}: ${amount}${cause}${why}${note === null ? '' : `. ${note}`}`;
}
