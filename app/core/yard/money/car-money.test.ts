import { expect, test } from 'vitest';
import { addMoney, noMoney, resultOf, returnPercent } from './car-money.ts';

const money = {
  paidCents: 1_000_00,
  soldCents: 1_500_00,
  soldUnits: 9,
  refundedCents: 100_00,
  coresCents: 50_00,
  receivedCents: 250_00,
  listedCents: 400_00,
  listedParts: 4,
};

test('the result leaves out what is still listed, and is a share of what was paid', () => {
  expect(resultOf(money)).toBe(700_00);
  expect(returnPercent(money)).toBe(70);
  expect(returnPercent({ ...money, paidCents: 0 })).toBeNull();
});

test('cars add up', () => {
  const sum = addMoney(addMoney(noMoney, money), money);
  expect(sum).toMatchObject({ paidCents: 2_000_00, soldUnits: 18, listedParts: 8 });
  expect(resultOf(sum)).toBe(1_400_00);
});
