import { describe, expect, test, vi } from 'vitest';
import type { CartItem } from '#core/carts/cart.ts';
import type { LivePart } from '#core/live/live.ts';
import type { OwnHold } from '#core/accounts/own-holds.ts';
import { openBrowserPages } from '#tests/support/browser-page.ts';
import { listIds, mergeRefused, toFactsById, findLineProblem, listBuyableItems } from './catalog-facts.ts';

const pages = openBrowserPages();

const ID = '00000000-0000-4000-8000-00000000000a';
const row = { stock_quantity: 3, all_held: false, price: 40, tax_rate: null, shipping_cost: null };
const facts = { isGone: false, available: 3, allHeld: false, terms: { price: 40 } };
const gone = { isGone: true, available: 0, allHeld: false, terms: null };
const live: LivePart = { priceCents: 4_500, stock: 1, allHeld: false };

const hold = (purchase: OwnHold['purchase'], quantity: number): OwnHold => ({
  orderId: 'order',
  purchase,
  url: null,
  heldUntil: '2026-05-01T12:00:00Z',
  quantity,
});

interface Known {
  row?: typeof row | null;
  now?: LivePart | null;
  holds?: OwnHold[];
}

function factsOf({ row: known = row, now, holds }: Known) {
  const ownHolds = new Map(holds && [['a', holds]]);
  return toFactsById(new Map([['a', known]]), () => now, ownHolds).get('a');
}

describe('the cart shows of a part', () => {
  test.each<[string, Known, object]>([
    ['what the catalog has', {}, facts],
    [
      'that someone pays for it',
      { row: { ...row, stock_quantity: 0, all_held: true } },
      { ...facts, available: 0, allHeld: true },
    ],
    ['that it has no price', { row: { ...row, price: null } as never }, { ...facts, terms: null }],
    [
      'that only the server can price its core charge',
      { row: { ...row, core_charge: 40 } as never },
      { ...facts, needsServerPricing: true },
    ],
    [
      'that only the server can price its class',
      { row: { ...row, shipping_class: 'freight' } as never },
      { ...facts, needsServerPricing: true },
    ],
    [
      'what its warranty depends on',
      { row: { ...row, origin: 'new', brand: 'KYB', vehicle_make: 'Honda', warranty: '18 months' } as never },
      {
        ...facts,
        summary: 'New',
        brand: 'KYB',
        vehicle: { make: 'Honda', model: null, year: null },
        covered: { origin: 'new', brand: 'KYB', make: 'Honda', warranty: '18 months' },
      },
    ],
    ['that it is gone', { row: null }, gone],
    ['what has changed since then', { now: live }, { ...facts, available: 1, terms: { price: 45 } }],
    [
      'that someone pays for it now',
      { now: { ...live, stock: 0, allHeld: true } },
      { ...facts, available: 0, allHeld: true, terms: { price: 45 } },
    ],
    [
      'that it has no price any more',
      { now: { ...live, priceCents: null } },
      { ...facts, available: 1, terms: null },
    ],
    ['that it is gone now', { now: null }, gone],
    ['that it was gone before a change', { row: null, now: live }, gone],
    [
      'the units that the cart holds',
      { holds: [hold('cart', 2), hold('cart', 1)] },
      { ...facts, available: 6 },
    ],
    [
      'not the units that Buy Now holds',
      { holds: [hold('buy_now', 2), hold('cart', 1)] },
      { ...facts, available: 4 },
    ],
  ])('%s', (_, known, expected) => {
    expect(factsOf(known)).toEqual(expected);
  });

  test('its tax rate and shipping cost, also if they are 0', () => {
    const terms = { price: 40, tax_rate: 0, shipping_cost: 0 };
    expect(factsOf({ row: { ...row, tax_rate: 0, shipping_cost: 0 } as never })).toEqual({ ...facts, terms });
  });

  test('nothing before it knows what the visitor holds', () => {
    expect(toFactsById(new Map([['a', row]]), () => undefined, undefined)).toEqual(new Map());
  });
});

describe('a refusal', () => {
  const item: CartItem = { id: 'a', name: 'Horn', partNumber: '', price: 40, quantity: 2, image: '' };
  const refused = { id: 'a', amountCents: 4_500, available: 1 };
  const updated = { ...row, price: 45, stock_quantity: 1 };

  test.each([
    ['updates price and stock', row, item, refused, updated],
    ['of a part without a price', row, item, { ...refused, amountCents: null }, { ...updated, price: null }],
    [
      'keeps the rate and cost of the catalog',
      { ...row, tax_rate: 0.05, shipping_cost: 5 },
      { ...item, tax_rate: 0.1, shipping_cost: 10 },
      refused,
      { ...updated, tax_rate: 0.05, shipping_cost: 5 },
    ],
    [
      'keeps the rate and cost of the line if the catalog is not loaded',
      undefined,
      { ...item, tax_rate: 0.1, shipping_cost: 10 },
      refused,
      { ...updated, tax_rate: 0.1, shipping_cost: 10 },
    ],
    [
      'keeps the rate and cost of the line if the catalog had no such part',
      null,
      { ...item, tax_rate: 0.1, shipping_cost: 10 },
      refused,
      { ...updated, tax_rate: 0.1, shipping_cost: 10 },
    ],
    ["has the shop's rate and cost without others", undefined, item, refused, updated],
    ['of a part that has left the cart', undefined, { ...item, id: 'b', tax_rate: 0.1 }, refused, updated],
  ])('%s', (_, known, line, answer, expected) => {
    const rows = new Map([['b', row], ...(known === undefined ? [] : [['a', known] as const])]);
    const other = { ...item, id: 'c', tax_rate: 0.5, shipping_cost: 50 };
    expect([...mergeRefused(rows, [other, line], [answer])]).toEqual([
      ['b', row],
      ['a', expected],
    ]);
  });
});

test('two lines of a part need its row once', () => {
  const line = (id: string, partNumber: string): CartItem => ({
    id,
    name: 'Horn',
    partNumber,
    price: 40,
    quantity: 1,
    image: '',
  });
  expect(listIds([line('b', '1'), line('a', ''), line('b', '2')])).toEqual(['b', 'a']);
});

describe('the rows of the catalog', () => {
  const catalog = () => ({ parts: [{ id: ID, ...row }] });
  const rows = new Map([[ID, { id: ID, ...row }]]);

  async function load() {
    const { setOwnHolds } = await import('#core/accounts/own-holds.ts');
    const { followRows } = await import('./catalog-facts.ts');
    return { setOwnHolds, followRows, onRows: vi.fn<(rows: unknown) => void>() };
  }

  test('are loaded at once, and again when the holds change', async () => {
    pages.current.answer = catalog;
    const { followRows, onRows, setOwnHolds } = await load();
    followRows([ID], onRows);
    await expect.poll(() => onRows.mock.calls).toEqual([[rows]]);
    setOwnHolds(new Map([[ID, [hold('cart', 1)]]]));
    await expect.poll(() => onRows.mock.calls).toEqual([[rows], [rows]]);
  });

  test('stay as they were without an answer', async () => {
    const { followRows, onRows, setOwnHolds } = await load();
    followRows([ID], onRows);
    pages.current.answer = catalog;
    setOwnHolds(new Map([[ID, [hold('cart', 1)]]]));
    await expect.poll(() => onRows.mock.calls).toEqual([[rows]]);
  });

  test('are no longer loaded after that', async () => {
    const { promise, resolve } = Promise.withResolvers<object>();
    pages.current.answer = () => promise;
    const { followRows, onRows, setOwnHolds } = await load();
    followRows([ID], onRows)();
    setOwnHolds(new Map([[ID, [hold('cart', 1)]]]));
    expect(pages.current.requests.map(({ signal }) => signal.aborted)).toEqual([true]);
    resolve(catalog());
    expect(onRows).not.toHaveBeenCalled();
  });
});

test.each([
  ['a part that can be bought', facts, undefined],
  ['a part whose facts are not loaded', undefined, undefined],
  ['a part that is no longer in the catalog', { ...facts, isGone: true, available: 0, terms: null }, 'gone'],
  ['a part without units', { ...facts, available: 0 }, 'sold-out'],
  ['a part with fewer units than none', { ...facts, available: -1 }, 'sold-out'],
  ['a part without units and price', { ...facts, available: 0, terms: null }, 'sold-out'],
  ['a part without a price', { ...facts, terms: null }, 'no-price'],
] as const)('%s', (_, known, problem) => {
  expect(findLineProblem(known)).toBe(problem);
});

test('lines with a problem are not paid for', () => {
  const line = (id: string): CartItem => ({ id, name: '', partNumber: '', price: 1, quantity: 1, image: '' });
  const items = [line('bought'), line('sold'), line('not loaded')];
  const known = new Map([
    ['bought', facts],
    ['sold', { ...facts, available: 0 }],
  ]);
  expect(listBuyableItems(items, known).map(({ id }) => id)).toEqual(['bought', 'not loaded']);
});
