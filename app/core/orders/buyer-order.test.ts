import { describe, expect, test } from 'vitest';
import { type BuyerEvent, type BuyerShipment, describeNext, listOrderSteps } from './buyer-order.ts';
import type { Progress } from './order-progress.ts';

const paidAt = '2026-11-02T18:00:00Z';
const packedAt = '2026-11-03T18:00:00Z';
const shippedAt = '2026-11-04T18:00:00Z';
const deliveredAt = '2026-11-06T18:00:00Z';

const event = (kind: BuyerEvent['kind'], at: string): BuyerEvent => ({
  id: 1,
  kind,
  at,
  pieces: null,
  isWhole: null,
  shipBy: null,
  byBuyer: null,
  note: null,
});
const shipment: BuyerShipment = {
  id: 'a',
  method: 'parcel',
  at: shippedAt,
  deliveredAt,
  carrier: null,
  tracking: null,
  pieces: [],
};
const order = {
  progress: 'to_pack' as Progress | null,
  fulfillment: 'ship' as 'ship' | 'pickup',
  paidAt,
  readyAt: null as string | null,
  sentAt: null as string | null,
  shipments: [] as BuyerShipment[],
  events: [] as BuyerEvent[],
};

const stepsOf = (changes: Partial<typeof order>) =>
  listOrderSteps({ ...order, ...changes }).map(
    ({ label, at, isReached }) => `${label}${isReached ? '!' : ''}${at ? ` ${at.slice(0, 10)}` : ''}`,
  );

describe('the steps of an order', () => {
  const packed = [event('packed', packedAt)];

  test('that is shipped', () => {
    expect(stepsOf({})).toEqual(['Paid! 2026-11-02', 'Packed', 'Shipped', 'Delivered']);
    // The order is packed in part.
    expect(stepsOf({ events: packed })).toEqual(['Paid! 2026-11-02', 'Packed', 'Shipped', 'Delivered']);
    expect(stepsOf({ progress: 'packed', events: packed })[1]).toBe('Packed! 2026-11-03');
    // The order shipped without being packed first.
    expect(stepsOf({ progress: 'shipped', sentAt: shippedAt, shipments: [shipment] })).toEqual([
      'Paid! 2026-11-02',
      'Packed! 2026-11-04',
      'Shipped! 2026-11-04',
      'Delivered',
    ]);
    expect(stepsOf({ progress: 'delivered', sentAt: shippedAt, shipments: [shipment] })[3]).toBe(
      'Delivered! 2026-11-06',
    );
  });

  test('that is picked up', () => {
    const pickup = { fulfillment: 'pickup' as const, events: packed, readyAt: shippedAt };
    expect(stepsOf({ ...pickup, progress: 'ready' })).toEqual([
      'Paid! 2026-11-02',
      'Packed! 2026-11-03',
      'Ready for pickup! 2026-11-04',
      'Picked up',
    ]);
    expect(
      stepsOf({ ...pickup, progress: 'picked_up', shipments: [{ ...shipment, at: deliveredAt }] })[3],
    ).toBe('Picked up! 2026-11-06');
  });

  test('that was canceled or sold out', () => {
    expect(stepsOf({ progress: 'canceled', events: [event('canceled', packedAt)] })).toEqual([
      'Paid! 2026-11-02',
      'Canceled! 2026-11-03',
    ]);
    expect(stepsOf({ progress: null })).toEqual(['Paid! 2026-11-02', 'Canceled!']);
  });
});

describe('what happens next', () => {
  const facts = {
    progress: 'to_pack' as Progress | null,
    status: 'completed' as const,
    fulfillment: 'ship' as const,
    shipBy: '2026-11-04T01:00:00Z',
    pickupLocation: null,
    days: { min: 3, max: 5 },
    amountReview: null,
    dueCents: null as number | null,
  };
  const next = (changes: object = {}, now = paidAt) =>
    describeNext({ ...facts, ...changes }, { timeZone: 'America/Los_Angeles' }, new Date(now)).join(' ');

  test('says the day in the time zone of the shop', () => {
    expect(next()).toBe(
      "We'll ship your parts by Tuesday, November 3, 2026. Estimated delivery: 3 to 5 business days. We'll email you the tracking number when they ship.",
    );
    expect(next({ progress: 'partly_shipped' })).toContain(
      "We'll ship the rest by Tuesday, November 3, 2026.",
    );
  });

  test('says that an order is late', () => {
    expect(next({}, deliveredAt)).toMatch(
      /^We're getting your parts ready to ship\. We planned this for Tuesday, November 3, 2026\. We're running late/,
    );
  });

  test('says where a pickup is', () => {
    const pickup = { fulfillment: 'pickup', pickupLocation: 'Main yard' };
    expect(next(pickup)).toContain('by Tuesday, November 3, 2026. You can pick them up at Main yard.');
    expect(next({ ...pickup, progress: 'ready' })).toContain('ready for pickup at Main yard');
  });

  test('promises nothing if the money went back', () => {
    for (const changes of [
      { status: 'disputed' },
      { status: 'refunded' },
      { progress: 'canceled' },
      { progress: null },
    ])
      expect(next(changes)).not.toContain('by Tuesday');
    expect(next({ status: 'disputed', progress: 'delivered' })).toBe('Your order was delivered.');
    expect(next({ status: 'refunded', progress: 'delivered' })).toBe('Your order was delivered.');
  });

  const pickup = { fulfillment: 'pickup', pickupLocation: 'Main yard' };

  test.each<[changes: object, text: string]>([
    [{ progress: null }, 'The parts sold before your payment reached us.'],
    [{ progress: 'canceled' }, 'This order was canceled. Nothing else will ship.'],
    ...['to_pack', 'packed', 'partly_shipped'].flatMap((progress): [object, string][] => [
      [{ progress, status: 'disputed' }, 'Your bank told us that this payment is disputed.'],
      [{ progress, status: 'refunded' }, 'Your payment was refunded in full. Nothing else will ship.'],
    ]),
    [{ progress: 'packed' }, "We'll ship your parts by Tuesday"],
    [{ progress: 'partly_shipped' }, "Part of your order is on its way. We'll ship the rest by Tuesday"],
    [{ progress: 'partly_shipped', shipBy: null }, 'Part of your order is on its way. The rest will follow.'],
    [{ progress: 'shipped' }, 'Your order is on its way. Estimated delivery: 3 to 5 business days.'],
    [{ progress: 'picked_up' }, 'Your order was picked up.'],
    [
      { ...pickup, shipBy: null },
      "We're getting your parts ready. You can pick them up at Main yard. We'll email you when they're ready.",
    ],
    [
      { ...pickup, progress: 'ready' },
      'Your parts are ready for pickup at Main yard. Please bring your order number and a photo ID.',
    ],
  ])('%j', (changes, text) => {
    expect(next(changes)).toMatch(new RegExp(`^${text}`));
  });

  test('a day that has passed is not promised again', () => {
    expect(next({ progress: 'partly_shipped' }, deliveredAt)).toMatch(
      /^Part of your order is on its way\. The rest will follow\. We planned/,
    );
    expect(next(pickup, deliveredAt)).toMatch(
      /^We're getting your parts ready\. You can pick them up at Main yard\. We planned/,
    );
    expect(next({ progress: 'shipped', days: null })).toBe('Your order is on its way.');
  });
});
