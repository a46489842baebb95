/** The kinds of the provider's transactions that the shop distinguishes. */
export const transactionKinds = {
  payment: 'Payment',
  refund: 'Refund',
  dispute: 'Dispute',
  fee: 'Fee',
  payout: 'Payout',
  other: 'Other',
} as const;

export type TransactionKind = keyof typeof transactionKinds;

export const payoutStates = {
  pending: 'Pending',
  in_transit: 'On its way',
  paid: 'Paid',
  failed: 'Failed',
  canceled: 'Canceled',
} as const;

export type PayoutState = keyof typeof payoutStates;

/** A transfer from the provider to the bank, in US dollars. */
export interface ProviderPayout {
  id: string;
  /** Negative if it is taken from the bank. */
  amountCents: number;
  state: PayoutState;
  /** False if someone has asked for it, so that the provider does not say which transactions it consists of. */
  isAutomatic: boolean;
  createdAt: Date;
  /** Example: '2026-01-31'. */
  arrivesOn: string;
}

/** A movement on the provider's balance, in dollars. */
export interface ProviderTransaction {
  id: string;
  kind: TransactionKind;
  /** The provider's word for the kind. */
  type: string;
  /** Before the fee. Negative if it is taken from the balance. */
  amountCents: number;
  feeCents: number;
  createdAt: Date;
  /** The provider's id of what moved: a charge, a refund, a dispute, a payout. */
  sourceId: string | null;
  /** The provider's id of the payment that it is about. */
  paymentId: string | null;
}

/** A page of the transactions of a payout. */
export interface TransactionPage {
  transactions: ProviderTransaction[];
  hasMore: boolean;
}
