import { describe, expect, test } from 'vitest';
import { findProblem } from '#tests/support/settings.ts';

const kinds = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ category: `Category ${index}`, chargeCents: 40_00 }));

describe('core charges can have', () => {
  test.each<[string, object]>([
    ['a day to return the old part', { returnDays: 1 }],
    ['a year to return the old part', { returnDays: 365 }],
    ['no tax', { taxed: false }],
    [
      'a tax that comes back for refurbished parts',
      { refundsTax: { new: false, used: false, refurbished: true } },
    ],
    ['500 categories', { kinds: kinds(500) }],
    ['no categories', { kinds: [] }],
  ])('%s', (_, cores) => {
    expect(findProblem({ cores })).toBeUndefined();
  });
});

describe('core charges are refused because', () => {
  const alternators = { category: 'Alternators', chargeCents: 40_00 };
  test.each<[reason: string, object]>([
    ['returnDays must be a whole number of days from 1 to 365', { returnDays: 0 }],
    ['kinds.0.category is required', { kinds: [{ ...alternators, category: '' }] }],
    [
      'kinds.0.chargeCents must be an amount from $0 to $10,000',
      { kinds: [{ ...alternators, chargeCents: -1 }] },
    ],
    [
      'kinds.1.category is already in the list',
      { kinds: [alternators, { ...alternators, category: ' ALTERNATORS ' }] },
    ],
    ['kinds must be at most 500', { kinds: kinds(501) }],
  ])('%s', (reason, cores) => {
    expect(findProblem({ cores })).toBe(`cores.${reason}`);
  });
});
