interface ReasonTexts {
  /** For staff and the accountant. */
  label: string;
  /** Begins the mail to the buyer. */
  toBuyer: string;
}

/** Why money goes back. Staff choose `deskRefundReasons` by hand; the shop and the other actions of staff set the rest. */
const texts = {
  'sold-out': {
    label: 'Sold out before the payment',
    toBuyer: 'The parts of your order were sold before your payment reached us. ',
  },
  'paid-twice': { label: 'Paid twice', toBuyer: 'Your order was paid twice. ' },
  'not-due': { label: 'No longer due', toBuyer: 'You paid an amount that was no longer due. ' },
  provider: { label: "Made in the provider's dashboard", toBuyer: '' },
  shop: { label: 'Not recorded', toBuyer: '' },
  missing: { label: 'Missing part', toBuyer: "We couldn't find a part of your order. " },
  canceled: { label: 'Canceled by the shop', toBuyer: 'We have canceled your order. ' },
  'canceled-by-buyer': { label: 'Canceled by the buyer', toBuyer: 'You have canceled your order. ' },
  returned: { label: 'Return', toBuyer: 'We have received your return. ' },
  asked: { label: 'The buyer asked for it', toBuyer: 'You asked us for this refund. ' },
  'price-adjustment': {
    label: 'Price adjustment',
    toBuyer: 'We have corrected the price of your order. ',
  },
  damaged: {
    label: 'Damaged or lost in shipping',
    toBuyer: 'A part of your order was damaged or lost on its way to you. ',
  },
  'wrong-part': { label: 'Wrong or faulty part', toBuyer: 'A part of your order was wrong or faulty. ' },
  duplicate: { label: 'Duplicate payment', toBuyer: 'You paid twice. ' },
  fraudulent: { label: 'Fraudulent payment', toBuyer: '' },
  corrected: { label: 'Corrected order', toBuyer: 'We have corrected your order. ' },
  goodwill: { label: 'Goodwill', toBuyer: 'This refund is a courtesy. ' },
  other: { label: 'Other', toBuyer: '' },
} as const satisfies Record<string, ReasonTexts>;

export type RefundReason = keyof typeof texts;

export const refundReasons: Record<RefundReason, ReasonTexts> = texts;

/** The shop asks by itself for these refunds, which are always of a whole payment. */
export const wholeReasons = ['sold-out', 'paid-twice', 'not-due'] as const satisfies RefundReason[];

/** Reasons that staff choose in the dialog 'Refund'. */
export const deskRefundReasons = [
  'asked',
  'price-adjustment',
  'damaged',
  'wrong-part',
  'goodwill',
  'other',
] as const satisfies RefundReason[];

/** Reasons that the provider knows of a refund that someone made there. */
export type ProviderRefundCause = 'asked' | 'duplicate' | 'fraudulent';

/** The cause of a refund that staff asked for, here or at the provider. Its column `reason` says where. */
export type RefundCause = Exclude<RefundReason, (typeof wholeReasons)[number] | 'provider' | 'shop'>;

/** Reads why a refund was made from its columns. Refunds from before causes were kept have none. */
export function readRefundReason({ reason, cause }: { reason: string; cause: string | null }): RefundReason {
  return (cause ?? reason) as RefundReason;
}
