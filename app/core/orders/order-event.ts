import type { DifferenceAnswer } from './difference.ts';
import { type CounterMethod, describeCounterMethod } from './counter-sale.ts';
import { formatDollars } from '#core/values/money.ts';
import { type RefundReason, refundReasons } from './refund-reason.ts';

/** Units of a line, with its name at that time. */
export interface EventUnits {
  name: string;
  quantity: number;
}

/** How the difference of a correction was settled, in cents. At most one amount is set. */
export interface Settled {
  /** The buyer was asked to pay it. */
  askedCents?: number;
  refundCents?: number;
  /** Negative if the buyer has paid it and does not get it back. */
  waivedCents?: number;
  /** Why it was waived. */
  reason?: string;
}

/**
 * Details of each kind of event in an order's story, as they are stored: `pieces` are units. Amounts are in cents, times in
 * ISO 8601.
 */
export interface OrderEventDetails {
  packed: { pieces: EventUnits[] };
  unpacked: { pieces: EventUnits[] };
  shipped: {
    shipmentId: string;
    carrier: string | null;
    tracking: string | null;
    pieces: EventUnits[];
    /** True if other units follow. */
    isPart: boolean;
  };
  tracking_changed: { carrier: string | null; tracking: string | null };
  shipment_undone: { carrier: string | null; tracking: string | null };
  delivered: { shipmentId: string };
  ready: Record<never, never>;
  ready_undone: Record<never, never>;
  picked_up: { shipmentId: string; collectedBy: string; pieces: EventUnits[] };
  /** Cancels a line that was not found when packing, or a whole order before shipping. */
  canceled: { pieces: EventUnits[]; isWhole: boolean; note: string | null; byBuyer?: true };
  refund_requested: {
    refundId: string;
    amountCents: number;
    pieces: EventUnits[];
    note: string | null;
    /** Older events don't have it. */
    reason?: RefundReason;
  };
  restocked: { pieces: EventUnits[] };
  /** The units are not fit for sale. */
  written_off: { pieces: EventUnits[] };
  delayed: { shipBy: string; note: string | null };
  held: { reason: string };
  resumed: Record<never, never>;
  /** A part is not as it was listed. `hold` is the reason why the order is on hold until the buyer answers (difference.ts). */
  difference_asked: { lineId: string; name: string; what: string; note: string | null; hold: string | null };
  difference_answered: { lineId: string; name: string; answer: DifferenceAnswer };
  /** The buyer's own number of the purchase. Null: it was removed. */
  purchase_order: { number: string | null; byBuyer?: true };
  note: { text: string };
  photo_added: { photoId: string };
  photo_removed: { photoId: string };
  released: Record<never, never>;
  amount_accepted: { note: string | null };
  balance_asked: { amountCents: number; note: string | null };
  balance_paid: { amountCents: number };
  /** `address` has the lines as on a parcel. */
  address_changed: { address: string[] } & Settled;
  /** Units that were taken off the order, and units that were added. */
  parts_changed: { off: EventUnits[]; on: EventUnits[] } & Settled;
  counter_payment: { method: CounterMethod; amountCents: number; reference: string | null };
  /** The provider has done a refund. 'paid-twice' refunds the second payment, 'not-due' a balance. */
  refunded: {
    refundId: string;
    amountCents: number;
    reason: RefundReason;
    isWhole: boolean;
    /** Method at the counter. Older events don't have it. */
    method?: CounterMethod | null;
  };
  disputed: { amountCents: number | null };
  /** The buyer asked for a new link to the order. */
  link_sent: Record<never, never>;
  links_revoked: Record<never, never>;
  account_deleted: Record<never, never>;
  /** Example: 'MSG-1377'. */
  question_asked: { reference: string };
}

export type OrderEventKind = keyof OrderEventDetails;

export type OrderEvent = {
  [Kind in OrderEventKind]: { kind: Kind; details: OrderEventDetails[Kind] };
}[OrderEventKind];

const phrases: { [Kind in OrderEventKind]: (details: OrderEventDetails[Kind]) => string } = {
  packed: ({ pieces }) => `Packed ${formatUnits(pieces)}`,
  unpacked: ({ pieces }) => `Unpacked ${formatUnits(pieces)}`,
  shipped: ({ carrier, tracking, pieces, isPart }) =>
    `Shipped ${formatUnits(pieces)}${formatParcel(carrier, tracking)}${isPart ? '; the rest will follow' : ''}`,
  tracking_changed: ({ carrier, tracking }) =>
    `Corrected the tracking number${formatParcel(carrier, tracking)}`,
  shipment_undone: ({ carrier, tracking }) => `Undid a shipment${formatParcel(carrier, tracking)}`,
  delivered: () => 'Marked as delivered',
  ready: () => 'Ready for pickup',
  ready_undone: () => 'Not ready for pickup after all',
  picked_up: ({ collectedBy, pieces }) => `${collectedBy} picked up ${formatUnits(pieces)}`,
  canceled: ({ pieces, isWhole, note, byBuyer }) =>
    `Canceled ${isWhole ? 'the order' : formatUnits(pieces)}${byBuyer ? ', on its page' : ''}${formatNote(note)}`,
  refund_requested: ({ pieces, note, reason }) =>
    `Requested a refund${pieces.length > 0 ? ` of ${formatUnits(pieces)}` : ''}${
      reason ? ` (${refundReasons[reason].label.toLowerCase()})` : ''
    }${formatNote(note)}`,
  restocked: ({ pieces }) => `Put ${formatUnits(pieces)} back into stock`,
  written_off: ({ pieces }) => `Wrote off ${formatUnits(pieces)}`,
  delayed: ({ note }) => `Notified the buyer of a delay${formatNote(note)}`,
  held: ({ reason }) => `Put the order on hold: ${reason}`,
  resumed: () => 'Took the order off hold',
  difference_asked: ({ name, what, note }) => `${name} differs: ${what}. Asked the buyer${formatNote(note)}`,
  difference_answered: ({ name, answer }) =>
    answer === 'take' ? `Takes ${name} as it is` : `Doesn't take ${name} as it is`,
  purchase_order: ({ number }) =>
    number === null ? 'Removed the purchase order number' : `Noted purchase order ${number}`,
  note: ({ text }) => text,
  photo_added: () => 'Added a photo',
  photo_removed: () => 'Removed a photo',
  released: () => 'Released after review',
  amount_accepted: ({ note }) => `Accepted the amount that was paid${formatNote(note)}`,
  balance_asked: ({ amountCents, note }) =>
    `Asked the buyer to pay ${formatDollars(amountCents)} more${formatNote(note)}`,
  balance_paid: ({ amountCents }) => `The buyer paid the rest: ${formatDollars(amountCents)}`,
  address_changed: ({ address, ...settled }) =>
    `Changed the address to ${address.join(', ')}${formatSettled(settled)}`,
  parts_changed: ({ off, on, ...settled }) => `${describePartsChange(off, on)}${formatSettled(settled)}`,
  counter_payment: ({ method, amountCents, reference }) =>
    `Took ${formatDollars(amountCents)} at the counter: ${describeCounterMethod(method, reference)}`,
  refunded: ({ amountCents }) => `Notified the buyer of a refund of ${formatDollars(amountCents)}`,
  disputed: () => 'Notified the buyer of the dispute',
  link_sent: () => 'Emailed a new link to the order',
  links_revoked: () => "Revoked the buyer's links",
  account_deleted: () =>
    'The buyer deleted their account. Name and address are kept until the order has shipped.',
  question_asked: ({ reference }) => `Asked a question: ${reference}`,
};

/** Describes an event in one line of text, without person and time. */
export function describeOrderEvent<Kind extends OrderEventKind>(
  kind: Kind,
  details: OrderEventDetails[Kind],
): string {
  return phrases[kind](details);
}

/** Example: '2 × Brake Pads, Horn'. */
export function formatUnits(units: readonly EventUnits[]): string {
  return units.map(({ name, quantity }) => (quantity === 1 ? name : `${quantity} × ${name}`)).join(', ');
}

function describePartsChange(off: readonly EventUnits[], on: readonly EventUnits[]): string {
  if (on.length === 0) return `Took ${formatUnits(off)} off the order`;
  return off.length === 0 ? `Added ${formatUnits(on)}` : `Swapped ${formatUnits(off)} for ${formatUnits(on)}`;
}

function formatSettled({ askedCents, refundCents, waivedCents, reason }: Settled): string {
  if (askedCents !== undefined) return `; asked the buyer to pay ${formatDollars(askedCents)}`;
  if (refundCents !== undefined) return `; ${formatDollars(refundCents)} goes back`;
  if (waivedCents === undefined) return '';
  const amount = formatDollars(Math.abs(waivedCents));
  return `; ${waivedCents > 0 ? 'waived' : 'kept'} ${amount}${formatNote(reason ?? null)}`;
}

function formatParcel(carrier: string | null, tracking: string | null): string {
  const parcel = [carrier, tracking].filter((text) => text !== null).join(' ');
  return parcel === '' ? '' : ` with ${parcel}`;
}

function formatNote(note: string | null): string {
  return note === null ? '' : `: ${note}`;
}
