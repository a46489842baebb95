import { describe, expect, test } from 'vitest';
import { containsOrder, isForSameParts, isSamePurchase, type OrderedLine } from './earlier-orders.server.ts';

const pads: OrderedLine = { partId: 'pads', name: 'Pads', unitPriceCents: 40_00, quantity: 2 };
const hose: OrderedLine = { partId: 'hose', name: 'Hose', unitPriceCents: 20_00, quantity: 1 };

const toItem = ({ partId, name, unitPriceCents, quantity }: OrderedLine) => {
  return { id: partId ?? undefined, name, amountCents: unitPriceCents, quantity };
};

const amounts = { taxCents: 8_00, shippingCents: 15_00, coreCents: 0, batteryFeeCents: 0, destination: null };

const requested = (...lines: OrderedLine[]) => {
  return { items: lines.map(toItem), ...amounts };
};

describe('an order is the same purchase as a request', () => {
  const order = { lines: [pads, hose], ...amounts };

  test('with the same lines in any order', () => {
    expect(isSamePurchase(order, requested(pads, hose))).toBe(true);
    expect(isSamePurchase(order, requested(hose, pads))).toBe(true);
  });

  test('by its names for items without an id', () => {
    const byName = (name: string) => {
      const { items, ...others } = requested(hose);
      return { ...others, items: [{ ...items[0]!, id: undefined, name }] };
    };
    expect(isSamePurchase({ ...order, lines: [hose] }, byName('Hose'))).toBe(true);
    expect(isSamePurchase({ ...order, lines: [hose] }, byName('Pads'))).toBe(false);
  });

  test.each([
    ['another tax', { ...requested(pads, hose), taxCents: 8_01 }],
    ['other shipping', { ...requested(pads, hose), shippingCents: 0 }],
    ['another core charge', { ...requested(pads, hose), coreCents: 50_00 }],
    ['another battery fee', { ...requested(pads, hose), batteryFeeCents: 2_00 }],
    [
      'another destination',
      { ...requested(pads, hose), destination: { kind: 'pickup' as const, location: 'Main yard' } },
    ],
    ['another price', requested(pads, { ...hose, unitPriceCents: 20_01 })],
    ['more units', requested(pads, { ...hose, quantity: 2 })],
    ['another part of that name', requested(pads, { ...hose, partId: 'other' })],
    ['fewer lines', requested(pads)],
    ['more lines', requested(pads, hose, { ...hose, partId: 'other' })],
  ])('but not with %s', (_, request) => expect(isSamePurchase(order, request)).toBe(false));
});

describe('a request contains an order', () => {
  test.each([
    ['with the same units', requested(pads, hose)],
    ['with more units', requested({ ...pads, quantity: 3 }, hose)],
    ['with further parts', requested(pads, hose, { ...hose, partId: 'other' })],
    ['at other prices', requested({ ...pads, unitPriceCents: 1 }, hose)],
  ])('%s', (_, request) => expect(containsOrder(request, [pads, hose])).toBe(true));

  test.each([
    ['with fewer units', requested({ ...pads, quantity: 1 }, hose)],
    ['without one of its parts', requested(pads)],
    ['with other parts', requested(pads, { ...hose, partId: 'other' })],
  ])('but not %s', (_, request) => expect(containsOrder(request, [pads, hose])).toBe(false));

  test('but not one without lines', () => expect(containsOrder(requested(pads), [])).toBe(false));
});

test('a request is for the same parts in any quantity', () => {
  expect(isForSameParts(requested({ ...pads, quantity: 1 }, hose), [pads])).toBe(true);
  expect(isForSameParts(requested(pads), [pads, hose])).toBe(false);
  expect(isForSameParts(requested(hose), [pads])).toBe(false);
});
