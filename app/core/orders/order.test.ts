import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  pickLaterDisputeReport,
  pickLaterRefundState,
  type OrderFacts,
  computeOrderStatus,
  computeOrderStep,
  formatOrderName,
  type PaymentUpdate,
} from './order.ts';

const AMOUNT = 100_00;

const pending: OrderFacts = {
  ended: null,
  paid: false,
  stock: 'held',
  amountCents: AMOUNT,
  chargedCents: null,
  refundedCents: 0,
  dispute: null,
};
const sold: OrderFacts = { ...pending, paid: true, stock: 'sold' };

const states: [name: string, facts: OrderFacts][] = [
  ['`pending`', pending],
  ['`completed`', sold],
  ['`expired`, `canceled`, `failed`', { ...pending, ended: 'expired', stock: 'released' }],
  ['`canceled`, refund requested', { ...pending, ended: 'expired', paid: true, stock: 'released' }],
  ['`refunded`', { ...sold, refundedCents: AMOUNT }],
  ['`disputed`', { ...sold, dispute: 'open' }],
];

const updates: [name: string, update: PaymentUpdate][] = [
  ['paid', { kind: 'paid' }],
  ['paid by a second payment', { kind: 'paid-again' }],
  ['page expired, canceled or failed', { kind: 'ended', as: 'expired' }],
  ['refunds come to a part', { kind: 'refunded', refundedCents: 10_00 }],
  ['refunds come to all of it', { kind: 'refunded', refundedCents: AMOUNT }],
  ['refunds come to nothing: failed', { kind: 'refunded', refundedCents: 0 }],
  ['dispute opened', { kind: 'dispute', state: 'open' }],
  ['dispute won', { kind: 'dispute', state: 'won' }],
  ['dispute lost', { kind: 'dispute', state: 'lost' }],
];

function describeOutcome(facts: OrderFacts, update: PaymentUpdate): string {
  const step = computeOrderStep(facts, update);
  if (step.money === 'refund-unless-sold') {
    const there = computeOrderStatus({ ...step.facts, stock: 'sold' });
    return `\`${there}\` if the parts are there, else \`${computeOrderStatus(step.facts)}\` and a refund is requested`;
  }
  const status = `\`${computeOrderStatus(step.facts)}\``;
  if (step.money === 'refund-second') return `${status}; the second payment is refunded`;
  if (step.stock === 'sell') return `${status}; the stock is sold`;
  if (step.stock === 'release') return `${status}; the stock is released`;
  return status;
}

test('docs/payments.md lists the effect of every event in every state', () => {
  const document = readFileSync(new URL('../../../docs/payments.md', import.meta.url), 'utf8');
  const written = document
    .split('### Every event in every state')[1]
    ?.split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split('|').map((cell) => cell.trim()));
  const rows = updates.map(([name, update]) => [
    name,
    ...states.map(([, facts]) => describeOutcome(facts, update)),
  ]);
  const header = ['event', ...states.map(([name]) => name)];
  expect(written?.filter((_, index) => index !== 1).map((cells) => cells.slice(1, -1))).toEqual([
    header,
    ...rows,
  ]);
});

test('no event moves stock of an order without holds, or sells stock twice', () => {
  const facts = fc.record({
    ended: fc.constantFrom(null, 'expired' as const, 'canceled' as const, 'failed' as const),
    paid: fc.boolean(),
    stock: fc.constantFrom('held' as const, 'sold' as const, 'released' as const),
    amountCents: fc.constant(AMOUNT),
    chargedCents: fc.constantFrom(null, 50_00, 150_00),
    refundedCents: fc.constantFrom(0, 10_00, AMOUNT),
    dispute: fc.constantFrom(null, 'open' as const, 'won' as const, 'lost' as const),
  });
  fc.assert(
    fc.property(facts, fc.constantFrom(...updates.map(([, update]) => update)), (before, update) => {
      const { stock, facts: after } = computeOrderStep(before, update);
      if (stock === 'sell' || stock === 'release') expect(before.stock).toBe('held');
      if (stock === 'sell-if-there') expect(before.stock).toBe('released');
      if (stock === 'keep') expect(after.stock).toBe(before.stock);
    }),
    // There are fewer combinations of facts and events.
    { numRuns: 5_000 },
  );
});

describe('the facts after an event', () => {
  const released: OrderFacts = { ...pending, stock: 'released' };

  test.each<[string, OrderFacts, PaymentUpdate, Partial<OrderFacts>]>([
    ['a payment sells held stock', pending, { kind: 'paid' }, { paid: true, stock: 'sold' }],
    ['a payment after its dispute', { ...sold, paid: false }, { kind: 'paid' }, { paid: true }],
    ['a second payment', sold, { kind: 'paid-again' }, {}],
    [
      'the end of a page releases held stock',
      pending,
      { kind: 'ended', as: 'canceled' },
      { ended: 'canceled', stock: 'released' },
    ],
    ['the end of a page without a hold', released, { kind: 'ended', as: 'failed' }, { ended: 'failed' }],
    ['the late end of a paid page', sold, { kind: 'ended', as: 'expired' }, {}],
    ['a partial refund', sold, { kind: 'refunded', refundedCents: 1 }, { refundedCents: 1 }],
    [
      'a full refund before the payment releases held stock',
      pending,
      { kind: 'refunded', refundedCents: AMOUNT },
      { refundedCents: AMOUNT, stock: 'released' },
    ],
    ['a dispute', sold, { kind: 'dispute', state: 'won' }, { dispute: 'won' }],
  ])('%s', (_, before, update, changes) => {
    expect(computeOrderStep(before, update).facts).toEqual({ ...before, ...changes });
  });

  test('an event without effect keeps stock and money', () => {
    expect(computeOrderStep(sold, { kind: 'paid' })).toEqual({ facts: sold, stock: 'keep', money: 'keep' });
    expect(computeOrderStep(sold, { kind: 'paid-again' }).stock).toBe('keep');
  });

  test('a partly refunded order still sells its parts', () => {
    const step = computeOrderStep({ ...pending, refundedCents: AMOUNT - 1 }, { kind: 'paid' });
    expect(step).toMatchObject({ stock: 'sell', money: 'keep' });
  });

  test('without a refund, an order is not refunded', () => {
    const free: OrderFacts = { ...sold, amountCents: 0 };
    expect(computeOrderStatus(free)).toBe('completed');
  });
});

describe('events of a paid order have the same outcome in any order', () => {
  const histories: [string, PaymentUpdate[]][] = [
    ['paid, and its page expired late', [{ kind: 'paid' }, { kind: 'ended', as: 'expired' }]],
    ['paid and refunded', [{ kind: 'paid' }, { kind: 'refunded', refundedCents: AMOUNT }]],
    ['paid and partly refunded', [{ kind: 'paid' }, { kind: 'refunded', refundedCents: 10_00 }]],
    ['paid and disputed', [{ kind: 'paid' }, { kind: 'dispute', state: 'open' }]],
    ['paid, disputed and lost', [{ kind: 'paid' }, { kind: 'dispute', state: 'lost' }]],
    ['paid, disputed and won', [{ kind: 'paid' }, { kind: 'dispute', state: 'won' }]],
  ];

  test.each(histories)('%s', (_name, history) => {
    const applyAll = (payments: PaymentUpdate[]) => {
      // Assumes that the parts are always in stock.
      const end = payments.reduce((facts, each) => {
        const step = computeOrderStep(facts, each);
        return step.stock === 'sell-if-there' ? { ...step.facts, stock: 'sold' as const } : step.facts;
      }, pending);
      return computeOrderStatus(end);
    };
    expect(applyAll(history.toReversed())).toBe(applyAll(history));
  });
});

test('the later state of a refund or a dispute counts, in any order of arrival', () => {
  const inOrder = ['requested', 'pending', 'done', 'failed'] as const;
  for (const [index, one] of inOrder.entries()) {
    for (const later of inOrder.slice(index)) {
      expect(pickLaterRefundState(one, later)).toBe(later);
      expect(pickLaterRefundState(later, one)).toBe(later);
    }
  }
  const at = (seconds: number) => new Date(seconds * 1000);
  const opened = { state: 'open', reportedAt: at(2) } as const;
  const lost = { state: 'lost', reportedAt: at(1) } as const;
  const won = { state: 'won', reportedAt: at(3) } as const;
  for (const [one, other, later] of [
    [opened, lost, lost],
    [lost, won, won],
  ] as const) {
    expect(pickLaterDisputeReport(one, other)).toBe(later);
    expect(pickLaterDisputeReport(other, one)).toBe(later);
  }
});

test('of two reports with the same time, the one that arrived last counts', () => {
  const won = { state: 'won', reportedAt: new Date(0) } as const;
  const lost = { state: 'lost', reportedAt: new Date(0) } as const;
  expect(pickLaterDisputeReport(won, lost)).toBe(lost);
});

const horn = { name: 'Horn', quantity: 1 };
test.each([
  [[], 'Order'],
  [[horn], 'Horn'],
  [[{ ...horn, quantity: 2 }], 'Horn × 2'],
  [[horn, { name: 'Door', quantity: 3 }], 'Horn and 1 more'],
  [[{ ...horn, quantity: 2 }, horn, horn], 'Horn × 2 and 2 more'],
])('the name of an order of %j is %j', (lines, name) => {
  expect(formatOrderName(lines)).toBe(name);
});

test('an order that was paid with another amount is refunded when what was paid is', () => {
  const less = { ...sold, chargedCents: 60_00 };
  expect(computeOrderStatus({ ...less, refundedCents: 59_99 })).toBe('completed');
  expect(computeOrderStatus({ ...less, refundedCents: 60_00 })).toBe('refunded');
  expect(computeOrderStatus({ ...sold, chargedCents: 150_00, refundedCents: AMOUNT })).toBe('completed');
});
