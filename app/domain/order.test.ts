import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  laterDisputeWord,
  laterRefundState,
  type OrderFacts,
  orderStatus,
  orderStep,
  type PaymentNews,
} from './order.ts';

const AMOUNT = 100_00;

const pending: OrderFacts = {
  ended: null,
  paid: false,
  stock: 'held',
  amountCents: AMOUNT,
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

const news: [name: string, news: PaymentNews][] = [
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

/** What becomes of an order, in few words. */
function outcome(facts: OrderFacts, heard: PaymentNews): string {
  const step = orderStep(facts, heard);
  if (step.money === 'refund-unless-sold') {
    const there = orderStatus({ ...step.facts, stock: 'sold' });
    return `\`${there}\` if the parts are there, else \`${orderStatus(step.facts)}\` and a refund is requested`;
  }
  const status = `\`${orderStatus(step.facts)}\``;
  if (step.money === 'refund-second') return `${status}; the second payment is refunded`;
  if (step.stock === 'sell') return `${status}; the stock is sold`;
  if (step.stock === 'release') return `${status}; the stock is released`;
  return status;
}

test('docs/payments.md says what every event does in every state', () => {
  const document = readFileSync(new URL('../../docs/payments.md', import.meta.url), 'utf8');
  const written = document
    .split('### Every event in every state')[1]
    ?.split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split('|').map((cell) => cell.trim()));
  const rows = news.map(([name, heard]) => [name, ...states.map(([, facts]) => outcome(facts, heard))]);
  const header = ['event', ...states.map(([name]) => name)];
  expect(written?.filter((_, index) => index !== 1).map((cells) => cells.slice(1, -1))).toEqual([
    header,
    ...rows,
  ]);
});

test('no event moves stock of an order that holds none, or sells what is sold', () => {
  const facts = fc.record({
    ended: fc.constantFrom(null, 'expired' as const, 'canceled' as const, 'failed' as const),
    paid: fc.boolean(),
    stock: fc.constantFrom('held' as const, 'sold' as const, 'released' as const),
    amountCents: fc.constant(AMOUNT),
    refundedCents: fc.constantFrom(0, 10_00, AMOUNT),
    dispute: fc.constantFrom(null, 'open' as const, 'won' as const, 'lost' as const),
  });
  fc.assert(
    fc.property(facts, fc.constantFrom(...news.map(([, heard]) => heard)), (before, heard) => {
      const { stock, facts: after } = orderStep(before, heard);
      if (stock === 'sell' || stock === 'release') expect(before.stock).toBe('held');
      if (stock === 'sell-if-there') expect(before.stock).toBe('released');
      if (stock === 'keep') expect(after.stock).toBe(before.stock);
    }),
  );
});

describe('events of a paid order have the same outcome in any order', () => {
  const histories: [string, PaymentNews[]][] = [
    ['paid, and its page expired late', [{ kind: 'paid' }, { kind: 'ended', as: 'expired' }]],
    ['paid and refunded', [{ kind: 'paid' }, { kind: 'refunded', refundedCents: AMOUNT }]],
    ['paid and partly refunded', [{ kind: 'paid' }, { kind: 'refunded', refundedCents: 10_00 }]],
    ['paid and disputed', [{ kind: 'paid' }, { kind: 'dispute', state: 'open' }]],
    ['paid, disputed and lost', [{ kind: 'paid' }, { kind: 'dispute', state: 'lost' }]],
    ['paid, disputed and won', [{ kind: 'paid' }, { kind: 'dispute', state: 'won' }]],
  ];

  test.each(histories)('%s', (_name, history) => {
    const end = (heard: PaymentNews[]) => {
      // The parts are there whenever they are asked for.
      const facts = heard.reduce((known, each) => {
        const step = orderStep(known, each);
        return step.stock === 'sell-if-there' ? { ...step.facts, stock: 'sold' as const } : step.facts;
      }, pending);
      return orderStatus(facts);
    };
    expect(end(history.toReversed())).toBe(end(history));
  });
});

test('of two words about one refund or one dispute the later counts, whichever came first', () => {
  expect(laterRefundState('done', 'pending')).toBe('done');
  expect(laterRefundState('pending', 'done')).toBe('done');
  expect(laterRefundState('failed', 'done')).toBe('failed');
  const at = (seconds: number) => new Date(seconds * 1000);
  const opened = { state: 'open', toldAt: at(2) } as const;
  const lost = { state: 'lost', toldAt: at(1) } as const;
  const won = { state: 'won', toldAt: at(3) } as const;
  for (const [one, other, later] of [
    [opened, lost, lost],
    [lost, won, won],
  ] as const) {
    expect(laterDisputeWord(one, other)).toBe(later);
    expect(laterDisputeWord(other, one)).toBe(later);
  }
});
