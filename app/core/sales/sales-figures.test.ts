import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  averageOrderCents,
  countDays,
  type DaySales,
  lastThirtyDays,
  readSalesStep,
  revenueCents,
  revenueWithoutTaxCents,
  sumSales,
  totalSales,
} from './sales-figures.ts';

const sales = (day: string, figures: Partial<DaySales> = {}): DaySales => ({
  day,
  orders: 1,
  paidCents: 5_350,
  paidTaxCents: 350,
  refunds: 0,
  refundedCents: 0,
  refundedTaxCents: 0,
  ...figures,
});

test('a period has all of its days, also those without sales', () => {
  const days = sumSales([sales('2026-03-08')], { from: '2026-03-07', to: '2026-03-09' }, 'day');
  expect(days.map(({ from, to, orders }) => [from, to, orders])).toEqual([
    ['2026-03-07', '2026-03-07', 0],
    ['2026-03-08', '2026-03-08', 1],
    ['2026-03-09', '2026-03-09', 0],
  ]);
});

test('weeks begin on Monday and are cut at the ends of the period', () => {
  const days = ['2026-01-02', '2026-01-04', '2026-01-05', '2026-01-11', '2026-01-12'].map((day) =>
    sales(day),
  );
  const weeks = sumSales(days, { from: '2026-01-02', to: '2026-01-13' }, 'week');
  expect(weeks.map(({ from, to, orders }) => [from, to, orders])).toEqual([
    ['2026-01-02', '2026-01-04', 2],
    ['2026-01-05', '2026-01-11', 2],
    ['2026-01-12', '2026-01-13', 1],
  ]);
});

test('days and weeks have the same total', () => {
  const anyDay = fc
    .tuple(fc.integer({ min: 0, max: 364 }), fc.integer({ min: 0, max: 99_999 }))
    .map(([back, cents]) =>
      sales(new Date(Date.UTC(2026, 0, 1) + back * 86_400_000).toISOString().slice(0, 10), {
        paidCents: cents,
        refundedCents: cents % 7,
      }),
    );
  const period = { from: '2026-01-01', to: '2026-12-31' };
  fc.assert(
    fc.property(fc.uniqueArray(anyDay, { selector: ({ day }) => day }), (days) => {
      const total = totalSales(sumSales(days, period, 'day'));
      expect(totalSales(sumSales(days, period, 'week'))).toMatchObject(total);
      expect(revenueCents(total)).toBe(days.reduce((sum, day) => sum + day.paidCents - day.refundedCents, 0));
    }),
  );
});

test('revenue is paid minus refunded, with and without tax', () => {
  const day = sales('2026-01-02', { refunds: 1, refundedCents: 1_070, refundedTaxCents: 70, orders: 2 });
  expect(revenueCents(day)).toBe(4_280);
  expect(revenueWithoutTaxCents(day)).toBe(4_000);
  expect(averageOrderCents(day)).toBe(2_675);
  expect(averageOrderCents(sales('2026-01-02', { orders: 0 }))).toBeNull();
});

test('the default is the last 30 days, by day', () => {
  expect(lastThirtyDays('2026-03-01')).toEqual({ from: '2026-01-31', to: '2026-03-01' });
  expect(countDays('2026-01-31', '2026-03-01')).toBe(29);
  expect(['day', 'week', 'year', null].map(readSalesStep)).toEqual(['day', 'week', 'day', 'day']);
});
