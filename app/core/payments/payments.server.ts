import { createContext } from 'react-router';
import type {
  BalanceRequest,
  PageStatus,
  PaymentEvent,
  PaymentPage,
  PaymentRequest,
  ProviderRefund,
} from '#core/orders/payment.ts';
import type { PaymentRisk } from '#core/orders/payment-risk.ts';
import type { ProviderPayout, TransactionPage } from './payout.ts';

export class PaymentProviderError extends Error {
  override readonly name = 'PaymentProviderError';
  /** True if the provider does not have the object. */
  readonly unknown: boolean;
  /** True if the provider has understood the request and will never do it. */
  readonly refused: boolean;

  constructor(
    message: string,
    {
      unknown = false,
      refused = false,
      ...options
    }: ErrorOptions & { unknown?: boolean; refused?: boolean } = {},
  ) {
    super(message, options);
    this.unknown = unknown;
    this.refused = refused;
  }
}

/** Passes over a page that the provider does not know, as after a change of keys. It can't be paid. */
export function ignoreUnknownPage(error: unknown): undefined {
  if (!(error instanceof PaymentProviderError) || !error.unknown) throw error;
}

/** A refund that has an id of its own, since a payment can have several. */
export interface PartialRefund {
  refundId: string;
  amountCents: number;
  /** True if an earlier request may have reached the provider. */
  isRepeated: boolean;
}

export interface Payments {
  /** Creates an order's hosted page. Repeated calls return the same page. Throws a PaymentProviderError. */
  createPage(request: PaymentRequest): Promise<PaymentPage>;
  /** Creates the hosted page of a balance. Repeated calls return the same page. Throws a PaymentProviderError. */
  createBalancePage(request: BalanceRequest): Promise<PaymentPage>;
  /** Throws a PaymentProviderError, `unknown` if the provider has no such page. */
  fetchPage(sessionId: string): Promise<PageStatus>;
  /** Closes a page. The result is never 'open'. Throws a PaymentProviderError, `unknown` if there is no such page. */
  closePage(sessionId: string): Promise<PageStatus>;
  /**
   * Refunds a whole payment, or a part of it, once. Throws a PaymentProviderError: `refused` if the provider will not do it,
   * else the refund's state is unknown.
   */
  refund(payment: {
    paymentId: string;
    orderId: string;
    part?: PartialRefund | undefined;
  }): Promise<ProviderRefund>;
  /** Returns the provider's rating of a payment. Null if it does not rate payments. Throws a PaymentProviderError. */
  fetchRisk(paymentId: string): Promise<PaymentRisk | null>;
  /**
   * Yields the events since a time, whenever their page was created: payments, then refunds and disputes. Throws a
   * PaymentProviderError.
   */
  eventsSince(since: Date): AsyncIterable<PaymentEvent>;
  /**
   * Yields the payouts in dollars since a time, newest first, without those whose transactions the provider is still putting
   * together. Throws a PaymentProviderError.
   */
  payoutsSince(since: Date): AsyncIterable<ProviderPayout>;
  /** Reads the page of an automatic payout's transactions after one of them. Throws a PaymentProviderError. */
  fetchTransactions(payoutId: string, after: string | null): Promise<TransactionPage>;
  /** Reads a webhook request. Returns undefined if the signature is invalid. */
  readEvent(rawBody: string, headers: Headers): Promise<PaymentEvent | undefined>;
}

export const paymentsContext = createContext<Payments>();
