import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { computeHoldLimit, type HolderKind, computeHoldMinutes, checkHold } from './hold-limits.server.ts';
import { formatShortDollars } from '#core/values/money.ts';

const phone = '(619) 555-0142';

const nothing = { lines: 0, pieces: 0, cents: 0 };
const kinds: HolderKind[] = ['browser', 'network', 'account', 'network-accounts', 'staff'];

test('docs/payments.md lists the limits of each holder', () => {
  const document = readFileSync(new URL('../../../docs/payments.md', import.meta.url), 'utf8');
  const rows = document
    .split('## Hold limits')[1]
    ?.split('\n## ')[0]
    ?.split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) => line.split('|').map((cell) => cell.trim()));
  const limits = kinds.map((kind) => {
    const { lines, cents, pieces } = computeHoldLimit(kind, 0);
    const share = computeHoldLimit(kind, 1_000_000).pieces / 1_000_000;
    return [String(lines), formatShortDollars(cents), `${share * 100} %`, String(pieces)];
  });
  expect(rows?.map((cells) => cells.slice(2, -1))).toEqual(limits);
});

test.each([
  [0, 5],
  [249, 5],
  [250, 5],
  [300, 6],
  [1_766, 35],
  [3_000_000, 60_000],
])('of %i units in stock, anonymous visitors of one network hold at most %i', (inStock, most) => {
  expect(computeHoldLimit('network', inStock).pieces).toBe(most);
});

test('no holder exceeds the limit, except with a single unit', () => {
  const amount = fc.record({ lines: fc.nat(500), pieces: fc.nat(500), cents: fc.nat(60_000_000) });
  fc.assert(
    fc.property(
      fc.constantFrom(...kinds),
      amount,
      amount,
      fc.nat(10_000),
      (kind, held, requested, unitsInStock) => {
        const limit = computeHoldLimit(kind, unitsInStock);
        const within = (['lines', 'pieces', 'cents'] as const).every(
          (measure) => held[measure] + requested[measure] <= limit[measure],
        );
        const single = held.pieces === 0 && requested.pieces === 1;
        expect(checkHold({ kind, held, requested, unitsInStock, phone }) === undefined).toBe(
          within || single,
        );
      },
    ),
  );
});

test('a buyer without holds can buy one unit at any price', () => {
  const requested = { lines: 1, pieces: 1, cents: 80_000_00 };
  expect(checkHold({ kind: 'browser', held: nothing, requested, unitsInStock: 1, phone })).toBeUndefined();
  const held = { lines: 1, pieces: 1, cents: 100 };
  expect(checkHold({ kind: 'browser', held, requested, unitsInStock: 1, phone })?.reason).toBe('order');
});

test('a refusal offers a way out', () => {
  const messageOf = (kind: HolderKind, held: typeof nothing, requested: typeof nothing) =>
    checkHold({ kind, held, requested, unitsInStock: 1_000, phone })?.message;
  const many = { lines: 1, pieces: 600, cents: 100 };
  expect(messageOf('browser', nothing, many)).toBe(
    'You can check out up to 10 units at a time without an account. Please order fewer, or sign in.',
  );
  expect(messageOf('account', nothing, many)).toContain(
    'up to 50 units at a time. Please order fewer, or call',
  );
  expect(messageOf('browser', nothing, { lines: 101, pieces: 1, cents: 1 })).toBeUndefined();
  expect(messageOf('browser', nothing, { lines: 101, pieces: 8, cents: 1 })).toContain('100 different parts');
  expect(messageOf('browser', nothing, { lines: 2, pieces: 2, cents: 60_000_00 })).toContain('$50,000.00');
  expect(messageOf('network', nothing, many)).toContain('Please order fewer, or sign in.');
});

test.each([
  [
    'browser',
    'Your open payments already hold as many parts as we can set aside for one customer. Please finish or cancel one of them, or sign in.',
  ],
  [
    'network',
    'We have already set aside as many parts as we can for your network. Please sign in, or try again in a few minutes.',
  ],
  [
    'account',
    'Your open payments already hold as many parts as we can set aside for one customer. Please finish or cancel one of them.',
  ],
  [
    'network-accounts',
    'We have already set aside as many parts as we can for your network. Please try again in a few minutes.',
  ],
] as const)('the %s that already holds its limit', (kind, message) => {
  const held = computeHoldLimit(kind, 1_000);
  const requested = { lines: 1, pieces: 1, cents: 1 };
  expect(checkHold({ kind, held, requested, phone, unitsInStock: 1_000 })).toEqual({
    reason: 'total',
    message,
  });
});

test('large anonymous orders are held for a shorter time', () => {
  const small = { lines: 10, pieces: 20, cents: 2_500_00 };
  expect(computeHoldMinutes(small, false, 30)).toBe(30);
  for (const measure of ['lines', 'pieces', 'cents'] as const) {
    const large = { ...small, [measure]: small[measure] + 1 };
    expect(computeHoldMinutes(large, false, 600)).toBe(15);
    expect(computeHoldMinutes(large, true, 600)).toBe(600);
  }
});
