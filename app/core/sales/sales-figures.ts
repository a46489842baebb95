/** Sums a period. Amounts are in cents, including tax and shipping unless their name says otherwise. */
export interface SalesFigures {
  orders: number;
  paidCents: number;
  paidTaxCents: number;
  refunds: number;
  refundedCents: number;
  refundedTaxCents: number;
}

export interface DaySales extends SalesFigures {
  /** Example: '2026-01-31'. */
  day: string;
}

export const salesSteps = ['day', 'week'] as const;

export type SalesStep = (typeof salesSteps)[number];

export interface SalesPeriod {
  /** First and last day. Example: '2026-01-31'. */
  from: string;
  to: string;
}

export interface StepSales extends SalesFigures, SalesPeriod {}

const DAY = 24 * 60 * 60_000;
const DEFAULT_DAYS = 30;

const nothing: SalesFigures = {
  orders: 0,
  paidCents: 0,
  paidTaxCents: 0,
  refunds: 0,
  refundedCents: 0,
  refundedTaxCents: 0,
};

/** Returns the last 30 days, today included. */
export function lastThirtyDays(today: string): SalesPeriod {
  return { from: addDays(today, 1 - DEFAULT_DAYS), to: today };
}

export function readSalesStep(text: string | null): SalesStep {
  return salesSteps.find((step) => step === text) ?? 'day';
}

/** Sums days by day or by week from Monday to Sunday, cut at the ends of the period. Days without sales count as zero. */
export function sumSales(days: readonly DaySales[], { from, to }: SalesPeriod, step: SalesStep): StepSales[] {
  const byDay = new Map(days.map((each) => [each.day, each]));
  const steps: StepSales[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const last = steps.at(-1);
    const sales = byDay.get(day) ?? nothing;
    if (last && step === 'week' && !isMonday(day)) {
      Object.assign(last, addFigures(last, sales), { to: day });
    } else steps.push({ from: day, to: day, ...addFigures(nothing, sales) });
  }
  return steps;
}

export function totalSales(steps: readonly SalesFigures[]): SalesFigures {
  return steps.reduce(addFigures, nothing);
}

function addFigures(one: SalesFigures, other: SalesFigures): SalesFigures {
  return {
    orders: one.orders + other.orders,
    paidCents: one.paidCents + other.paidCents,
    paidTaxCents: one.paidTaxCents + other.paidTaxCents,
    refunds: one.refunds + other.refunds,
    refundedCents: one.refundedCents + other.refundedCents,
    refundedTaxCents: one.refundedTaxCents + other.refundedTaxCents,
  };
}

/** Paid minus refunded. */
export function revenueCents({ paidCents, refundedCents }: SalesFigures): number {
  return paidCents - refundedCents;
}

export function revenueWithoutTaxCents(figures: SalesFigures): number {
  return revenueCents(figures) - figures.paidTaxCents + figures.refundedTaxCents;
}

/** Returns null if there are no orders. */
export function averageOrderCents({ orders, paidCents }: SalesFigures): number | null {
  return orders === 0 ? null : Math.round(paidCents / orders);
}

/** Counts the whole days between two days. */
export function countDays(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY);
}

/** Returns a day that is so many days later. Example: '2026-01-31'. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10);
}

/** Returns the Monday of a day's week. */
export function findMonday(day: string): string {
  return addDays(day, -((new Date(day).getUTCDay() + 6) % 7));
}

function isMonday(day: string): boolean {
  return new Date(day).getUTCDay() === 1;
}
