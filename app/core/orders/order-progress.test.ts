import fc from 'fast-check';
import { expect, test } from 'vitest';
import { computeProgress, type ProgressLine, type ProgressFacts } from './order-progress.ts';

const line = (changes: Partial<ProgressLine> = {}): ProgressLine => ({
  quantity: 2,
  packed: 0,
  canceled: 0,
  shipped: 0,
  ...changes,
});
const facts = (lines: ProgressLine[], changes: Partial<ProgressFacts> = {}): ProgressFacts => ({
  fulfillment: 'ship',
  lines,
  isReady: false,
  isDelivered: false,
  ...changes,
});
const pickup = { fulfillment: 'pickup' } as const;

test.each([
  ['to_pack', facts([line()])],
  ['to_pack', facts([line({ packed: 2 }), line({ packed: 1 })])],
  ['packed', facts([line({ packed: 2 }), line({ packed: 2 })])],
  ['packed', facts([line({ packed: 1, canceled: 1 })])],
  ['packed', facts([line({ packed: 2 }), line({ canceled: 2 })])],
  ['partly_shipped', facts([line({ packed: 2, shipped: 1 })])],
  ['partly_shipped', facts([line({ packed: 2, shipped: 2 }), line()])],
  ['shipped', facts([line({ packed: 2, shipped: 2 })])],
  ['shipped', facts([line({ packed: 1, shipped: 1, canceled: 1 }), line({ canceled: 2 })])],
  ['delivered', facts([line({ packed: 2, shipped: 2 })], { isDelivered: true })],
  ['canceled', facts([line({ canceled: 2 }), line({ canceled: 2 })])],
  ['canceled', facts([line({ canceled: 2 })], { ...pickup, isReady: true })],
  ['packed', facts([line({ packed: 2 })], pickup)],
  ['packed', facts([line({ packed: 2 })], { isReady: true })],
  ['ready', facts([line({ packed: 2 })], { ...pickup, isReady: true })],
  ['to_pack', facts([line({ packed: 1 })], { ...pickup, isReady: true })],
  ['picked_up', facts([line({ packed: 2, shipped: 2 })], { ...pickup, isReady: true })],
])('%s', (progress, given) => expect(computeProgress(given)).toBe(progress));

test('the progress does not depend on the sequence of the lines', () => {
  const anyLine = fc
    .tuple(fc.nat(3), fc.nat(3), fc.nat(3), fc.nat(3))
    .map(([packed, shipped, canceled, more]) => ({
      quantity: Math.max(1, packed + shipped + canceled + more),
      packed: packed + shipped,
      shipped,
      canceled,
    }));
  fc.assert(
    fc.property(fc.array(anyLine, { minLength: 1, maxLength: 5 }), fc.boolean(), (lines, isReady) => {
      const given = facts(lines, { ...pickup, isReady });
      expect(computeProgress({ ...given, lines: lines.toReversed() })).toBe(computeProgress(given));
    }),
  );
});
