import { describe, expect, test } from 'vitest';
import { defaultShop } from '#core/settings/shop.ts';
import { listBuyerNotes, listShopNotes } from './order-notes.server.ts';

const yard = { name: 'Main yard', street: '1 Main St', city: 'San Diego', state: 'CA', zip: '92101' };
const north = { ...yard, name: 'North yard', street: '2 North St' };
const shop = { ...defaultShop, locations: [north, yard] };

const order = {
  fulfillment: 'ship',
  ship_to: null,
  pickup_location: null,
  days_min: null,
  days_max: null,
  core: '0.00',
  core_return_days: null,
};

const place = {
  country: 'US',
  state: 'CA',
  zip: '92101',
  place: 'residential',
  liftgate: false,
  poBox: false,
};
const pickedUp = { ...order, fulfillment: 'pickup', pickup_location: 'Main yard' };

describe('the notes for the buyer', () => {
  const notes = (changes: object, at = new Date('2026-03-05T20:00:00Z')) =>
    listBuyerNotes({ ...order, ...changes }, shop, at);

  test('are empty if the order says nothing', () => {
    expect(notes({})).toEqual([]);
    expect(notes({ ship_to: place })).toEqual([]);
  });

  const hours = ['Monday-Friday: 8:00 AM-6:00 PM', 'Saturday: 9:00 AM-4:00 PM', 'Sunday: Closed'];
  const ready = "We'll email you when your order is ready.";

  test('say where and when to pick up', () => {
    expect(notes(pickedUp)).toEqual([
      ['Pickup at Main yard', '1 Main St, San Diego, CA 92101', ...hours, ready],
    ]);
  });

  test('name a location that the shop no longer has', () => {
    expect(notes({ ...pickedUp, pickup_location: 'Old yard' })).toEqual([
      ['Pickup at Old yard', ...hours, ready],
    ]);
  });

  test('say how long the delivery takes', () => {
    expect(notes({ days_min: 2, days_max: 5 })).toEqual([['Estimated delivery: 2 to 5 business days.']]);
  });

  test('say until when old parts must be back, counted in the time zone of the shop', () => {
    const core = { core: '80.00', core_return_days: 30 };
    expect(notes(core)).toEqual([
      ['Return your old parts by April 4, 2026 to get the core charge of $80.00 back.'],
    ]);
    // San Diego still has March 4.
    expect(notes(core, new Date('2026-03-05T03:00:00Z'))).toEqual([
      ['Return your old parts by April 3, 2026 to get the core charge of $80.00 back.'],
    ]);
  });

  test('come in this order', () => {
    const all = { ...pickedUp, days_min: 1, days_max: 1, core: '80.00', core_return_days: 30 };
    expect(notes(all).map(([first]) => first)).toEqual([
      'Pickup at Main yard',
      'Estimated delivery: 1 business day.',
      'Return your old parts by April 4, 2026 to get the core charge of $80.00 back.',
    ]);
  });
});

test.each([
  ['nothing, if the cart did not ask', {}, []],
  ['a pickup', pickedUp, ['Pickup at Main yard']],
  ['a home', { ship_to: place }, ['Priced for CA 92101 (residential)']],
  [
    'a business that needs a liftgate',
    { ship_to: { ...place, place: 'business', liftgate: true } },
    ['Priced for CA 92101 (business, liftgate)'],
  ],
  ['a PO box', { ship_to: { ...place, poBox: true } }, ['Priced for CA 92101 (residential, PO box)']],
  [
    'another country',
    { ship_to: { ...place, country: 'MX', state: '', zip: '' } },
    ['Priced for MX (residential)'],
  ],
])('the notes for the shop name %s', (_, changes, notes) => {
  expect(listShopNotes({ ...order, ...changes })).toEqual(notes);
});
