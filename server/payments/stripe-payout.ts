import { PaymentProviderError } from '#core/payments/payments.server.ts';
import {
  payoutStates,
  type PayoutState,
  type ProviderPayout,
  type ProviderTransaction,
  type TransactionKind,
} from '#core/payments/payout.ts';
import { at, textAt } from './stripe-event.ts';

/** Reads a payout. Returns undefined for one in another currency, and while Stripe is putting its transactions together. */
export function readStripePayout(payout: unknown): ProviderPayout | undefined {
  if (textAt(payout, 'currency') !== 'usd') return undefined;
  if (textAt(payout, 'reconciliation_status') === 'in_progress') return undefined;
  const status = textAt(payout, 'status') ?? '';
  return {
    id: needText(payout, 'id'),
    amountCents: needInteger(payout, 'amount'),
    state: Object.hasOwn(payoutStates, status) ? (status as PayoutState) : 'pending',
    isAutomatic: at(payout, 'automatic') !== false,
    createdAt: new Date(needInteger(payout, 'created') * 1000),
    arrivesOn: new Date(needInteger(payout, 'arrival_date') * 1000).toISOString().slice(0, 10),
  };
}

const kinds: Record<string, TransactionKind> = {
  charge: 'payment',
  payment: 'payment',
  refund: 'refund',
  payment_refund: 'refund',
  refund_failure: 'refund',
  payment_failure_refund: 'refund',
  stripe_fee: 'fee',
  stripe_fx_fee: 'fee',
  tax_fee: 'fee',
  application_fee: 'fee',
  payout: 'payout',
  payout_failure: 'payout',
  payout_cancel: 'payout',
};

/** Reads a transaction with its source. @throws {PaymentProviderError} if it says no amount: the sum would be wrong. */
export function readStripeTransaction(transaction: unknown): ProviderTransaction {
  const type = needText(transaction, 'type');
  const isDispute = type === 'adjustment' && textAt(transaction, 'source', 'object') === 'dispute';
  return {
    id: needText(transaction, 'id'),
    kind: isDispute ? 'dispute' : ((Object.hasOwn(kinds, type) ? kinds[type] : undefined) ?? 'other'),
    type,
    amountCents: needInteger(transaction, 'amount'),
    feeCents: needInteger(transaction, 'fee'),
    createdAt: new Date(needInteger(transaction, 'created') * 1000),
    sourceId: textAt(transaction, 'source') ?? textAt(transaction, 'source', 'id'),
    paymentId:
      textAt(transaction, 'source', 'payment_intent') ??
      textAt(transaction, 'source', 'payment_intent', 'id'),
  };
}

function needText(object: unknown, name: string): string {
  return textAt(object, name) ?? refuse(object, name);
}

/** Reads whole cents, or seconds. */
function needInteger(object: unknown, name: string): number {
  const value = at(object, name);
  return Number.isSafeInteger(value) && Math.abs(Number(value)) < 1e12 ? Number(value) : refuse(object, name);
}

function refuse(object: unknown, name: string): never {
  const id = textAt(object, 'id') ?? 'an object without an id';
  throw new PaymentProviderError(`Stripe could not say the ${name} of ${id}`);
}
