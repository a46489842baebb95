import type { CounterMethod } from '#core/orders/counter-sale.ts';
import type { TransactionKind } from '#core/payments/payout.ts';

/** The tax of a jurisdiction, as it was charged with an order, or a share of it. */
export interface JurisdictionTax {
  level: 'flat' | 'state' | 'county' | 'city' | 'district';
  /** Null if the order was priced without a destination. */
  state: string | null;
  name: string;
  cents: number;
}

/** Where the money of a payment is: at the payment provider, in the cash box, or with the shop's own card terminal. */
export type MoneyPlace = 'provider' | CounterMethod;

export const moneyPlaces: Record<MoneyPlace, string> = {
  provider: 'Online',
  cash: 'Cash',
  card: 'Card terminal',
};

/** Amounts of an order or a refund, in cents. All of them are negative in a refund that failed after it was done. */
export interface Amounts {
  totalCents: number;
  taxCents: number;
  /** The tax by jurisdiction. Old orders have none. */
  taxes: readonly JurisdictionTax[];
  coreCents: number;
  batteryFeeCents: number;
}

export interface OrderAmounts extends Amounts {
  shippingCents: number;
}

/** A movement of money, or of what is owed. The journal posts each one. */
export type Movement =
  | (OrderAmounts & {
      kind: 'order';
      /** The first payment, which may be less or more than the total. */
      paidCents: number;
      place: MoneyPlace;
    })
  | { kind: 'balance'; paidCents: number }
  /** Staff have corrected the order. */
  | { kind: 'correction'; before: OrderAmounts; after: OrderAmounts }
  /** `isOverpaid`: it gives back what a correction left over, and no part of the order. */
  | (Amounts & { kind: 'refund'; place: MoneyPlace; isOverpaid: boolean })
  | ProviderMovement;

/** A transaction on the provider's balance, in cents. */
export interface ProviderMovement {
  kind: 'provider';
  transaction: TransactionKind;
  amountCents: number;
  feeCents: number;
  /** The amount that the shop has booked for it already. 0 if the shop knows no payment or refund of it. */
  bookedCents: number;
}

/** Returns the tax that no jurisdiction has: of old orders. */
export function countOtherTax({ taxCents, taxes }: Amounts): number {
  return taxes.reduce((rest, { cents }) => rest - cents, taxCents);
}

/** Names a jurisdiction. Examples: 'CA San Diego County', 'Sales tax'. */
export function nameJurisdiction({ state, name }: Pick<JurisdictionTax, 'state' | 'name'>): string {
  return state === null || name === state || name.startsWith(`${state} `) ? name : `${state} ${name}`;
}
