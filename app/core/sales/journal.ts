import {
  type Amounts,
  countOtherTax,
  type JurisdictionTax,
  type MoneyPlace,
  type Movement,
  type OrderAmounts,
  nameJurisdiction,
} from './movements.ts';
import type { TransactionKind } from '#core/payments/payout.ts';

/** The accounts of the journal. docs/sales.md explains each one. */
export const accounts = {
  clearing: 'Payment processor clearing',
  cash: 'Cash',
  cardTerminal: 'Card terminal clearing',
  bank: 'Bank',
  receivable: 'Unpaid balances of orders',
  unmatched: 'Unmatched at the payment processor',
  tax: 'Sales tax payable',
  core: 'Core charges held',
  batteryFee: 'California battery fee payable',
  sales: 'Sales of parts',
  shipping: 'Shipping income',
  refunds: 'Refunds and allowances',
  fees: 'Payment processor fees',
  disputes: 'Disputed payments',
} as const;

/** An amount on an account, in cents. A debit is positive, a credit negative. */
export interface Posting {
  account: string;
  cents: number;
}

/** A line of the journal, in cents. One of the amounts is 0. */
export interface JournalLine {
  /** Example: '2026-01-31'. */
  day: string;
  account: string;
  debitCents: number;
  creditCents: number;
}

const placeAccounts: Record<MoneyPlace, string> = {
  provider: accounts.clearing,
  cash: accounts.cash,
  card: accounts.cardTerminal,
};

/** Where the other side of the provider's transaction is. What the shop has booked for it already is not posted again. */
const transactionAccounts: Record<TransactionKind, string> = {
  payment: accounts.unmatched,
  refund: accounts.unmatched,
  other: accounts.unmatched,
  dispute: accounts.disputes,
  fee: accounts.fees,
  payout: accounts.bank,
};

/** Posts a movement. Its postings add up to 0. */
export function postMovement(movement: Movement): Posting[] {
  switch (movement.kind) {
    case 'order': {
      const { totalCents, shippingCents, paidCents, place } = movement;
      return [
        { account: placeAccounts[place], cents: paidCents },
        { account: accounts.receivable, cents: totalCents - paidCents },
        { account: accounts.shipping, cents: -shippingCents },
        ...credit(movement, accounts.sales, shippingCents),
      ];
    }
    case 'balance':
      return [
        { account: accounts.clearing, cents: movement.paidCents },
        { account: accounts.receivable, cents: -movement.paidCents },
      ];
    case 'correction': {
      const change = subtract(movement.after, movement.before);
      return [
        { account: accounts.receivable, cents: change.totalCents },
        { account: accounts.shipping, cents: -change.shippingCents },
        ...credit(change, accounts.sales, change.shippingCents),
      ];
    }
    case 'refund':
      if (movement.isOverpaid)
        return [
          { account: placeAccounts[movement.place], cents: -movement.totalCents },
          { account: accounts.receivable, cents: movement.totalCents },
        ];
      return [
        { account: placeAccounts[movement.place], cents: -movement.totalCents },
        ...credit(movement, accounts.refunds, 0).map(({ account, cents }) => ({ account, cents: -cents })),
      ];
    case 'provider': {
      const { transaction, amountCents, feeCents, bookedCents } = movement;
      const newCents = amountCents - bookedCents;
      return [
        { account: accounts.clearing, cents: newCents - feeCents },
        { account: transactionAccounts[transaction], cents: -newCents },
        { account: accounts.fees, cents: feeCents },
      ];
    }
  }
}

function subtract(after: OrderAmounts, before: OrderAmounts): OrderAmounts {
  return {
    totalCents: after.totalCents - before.totalCents,
    taxCents: after.taxCents - before.taxCents,
    shippingCents: after.shippingCents - before.shippingCents,
    coreCents: after.coreCents - before.coreCents,
    batteryFeeCents: after.batteryFeeCents - before.batteryFeeCents,
    taxes: sumTaxes([...after.taxes, ...before.taxes.map((tax) => ({ ...tax, cents: -tax.cents }))]),
  };
}

/** Adds up the taxes of each account. */
function sumTaxes(taxes: readonly JurisdictionTax[]): JurisdictionTax[] {
  return [...Map.groupBy(taxes, taxAccount).values()].flatMap(([first, ...others]) =>
    first ? [{ ...first, cents: others.reduce((sum, { cents }) => sum + cents, first.cents) }] : [],
  );
}

/** Credits what an amount consists of. The account of the parts gets the rest. */
function credit(amounts: Amounts, partsAccount: string, otherCents: number): Posting[] {
  const { totalCents, taxCents, taxes, coreCents, batteryFeeCents } = amounts;
  const partsCents = totalCents - otherCents - taxCents - coreCents - batteryFeeCents;
  return [
    { account: partsAccount, cents: -partsCents },
    { account: accounts.core, cents: -coreCents },
    { account: accounts.batteryFee, cents: -batteryFeeCents },
    ...taxes.map((tax) => ({ account: taxAccount(tax), cents: -tax.cents })),
    { account: accounts.tax, cents: -countOtherTax(amounts) },
  ];
}

function taxAccount(tax: JurisdictionTax): string {
  return tax.level === 'flat' ? accounts.tax : `${accounts.tax}: ${nameJurisdiction(tax)}`;
}

/** Adds up debits and credits of a day, each by account. */
export class DayBook {
  readonly #day: string;
  readonly #debits = new Map<string, number>();
  readonly #credits = new Map<string, number>();

  constructor(day: string) {
    this.#day = day;
  }

  add(movement: Movement): void {
    for (const { account, cents } of postMovement(movement)) {
      const side = cents > 0 ? this.#debits : this.#credits;
      if (cents !== 0) side.set(account, (side.get(account) ?? 0) + Math.abs(cents));
    }
  }

  /** Lists the debits, then the credits. Both have the same sum. */
  lines(): JournalLine[] {
    const day = this.#day;
    return [
      ...sorted(this.#debits).map(([account, debitCents]) => ({ day, account, debitCents, creditCents: 0 })),
      ...sorted(this.#credits).map(([account, creditCents]) => ({
        day,
        account,
        debitCents: 0,
        creditCents,
      })),
    ];
  }
}

const order: readonly string[] = Object.values(accounts);

/** Sorts by the sequence of the accounts, jurisdictions of the tax by name. */
function sorted(sums: Map<string, number>): [account: string, cents: number][] {
  const place = (account: string) => order.indexOf(account.startsWith(accounts.tax) ? accounts.tax : account);
  return [...sums].toSorted(
    ([one], [other]) => place(one) - place(other) || (one < other ? -1 : one > other ? 1 : 0),
  );
}
