import { expect, test } from 'vitest';
import { type Declared, negotiate, relevantTo } from './negotiation.ts';

const one = (version: string, parents?: string | string[]) => [
  { version, ...(parents !== undefined && { extends: parents }) },
];
const CART = 'dev.ucp.shopping.cart';
const CHECKOUT = 'dev.ucp.shopping.checkout';
const SHIPPING = 'dev.ucp.shopping.fulfillment';
const DISCOUNT = 'dev.ucp.shopping.discount';

const names = (shop: Declared, platform: Declared) => [...negotiate(shop, platform).keys()];

test('what only one side has is not negotiated', () => {
  expect(
    names({ [CART]: one('2026-04-08'), [CHECKOUT]: one('2026-04-08') }, { [CART]: one('2026-04-08') }),
  ).toEqual([CART]);
  expect(names({ constructor: one('2026-04-08') }, {})).toEqual([]);
});

test('the highest common version counts, whatever the order, with the settings of that version', () => {
  const shop = { [CART]: [...one('2026-01-23'), ...one('2026-04-08'), ...one('2026-01-11')] };
  const platform = {
    [CART]: [
      { version: '2026-08-25', config: { of: 'newest' } },
      { version: '2026-01-23', config: { of: 'common' } },
      { version: '2026-01-11' },
    ],
  };
  expect(negotiate(shop, platform).get(CART)).toEqual({
    version: '2026-01-23',
    extends: [],
    config: { of: 'common' },
  });
  expect(names({ [CART]: one('2026-04-08') }, { [CART]: one('2026-04-09') })).toEqual([]);
});

test('an extension needs one of its parents, also through others', () => {
  const all: Declared = {
    // Before its parent, so that one pass is not enough.
    'com.example.shopping.gifts': one('2026-04-08', SHIPPING),
    [SHIPPING]: one('2026-04-08', CHECKOUT),
    [DISCOUNT]: one('2026-04-08', [CHECKOUT, CART]),
    [CART]: one('2026-04-08'),
    [CHECKOUT]: one('2026-04-08'),
  };
  expect(names(all, all)).toEqual(Object.keys(all));
  const { [CHECKOUT]: _, ...withoutCheckout } = all;
  expect(names(all, withoutCheckout)).toEqual([DISCOUNT, CART]);
  const { [CART]: __, ...withNeither } = withoutCheckout;
  expect(names(all, withNeither)).toEqual([]);
});

test('an answer names its capability and what extends it', () => {
  const all: Declared = {
    [CART]: one('2026-04-08'),
    [CHECKOUT]: one('2026-04-08'),
    [SHIPPING]: one('2026-04-08', CHECKOUT),
    [DISCOUNT]: one('2026-04-08', [CHECKOUT, CART]),
  };
  const negotiated = negotiate(all, all);
  expect(relevantTo(CART, negotiated)).toEqual({
    [CART]: [{ version: '2026-04-08' }],
    [DISCOUNT]: [{ version: '2026-04-08' }],
  });
  expect(Object.keys(relevantTo(CHECKOUT, negotiated))).toEqual([CHECKOUT, SHIPPING, DISCOUNT]);
});
