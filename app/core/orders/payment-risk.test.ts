import { expect, test } from 'vitest';
import { listDoubts, listRiskFacts, type PaymentRisk } from './payment-risk.ts';

const normal: PaymentRisk = { level: 'normal', score: 12, street: 'pass', zip: 'pass', securityCode: 'pass' };

test('nothing speaks against a normal payment, even if the bank checks nothing', () => {
  expect(listDoubts(normal)).toEqual([]);
  expect(
    listDoubts({
      level: 'unknown',
      score: null,
      street: 'unavailable',
      zip: 'unchecked',
      securityCode: 'unchecked',
    }),
  ).toEqual([]);
});

test.each([
  [{ level: 'elevated' }, ['The provider rates the risk as elevated']],
  [{ level: 'highest' }, ['The provider rates the risk as the highest']],
  [{ street: 'fail' }, ["The street doesn't match the card"]],
  [
    { zip: 'fail', securityCode: 'fail' },
    ["The ZIP code doesn't match the card", 'The security code of the card is wrong'],
  ],
] as const)('%j is doubtful', (changes, doubts) => {
  expect(listDoubts({ ...normal, ...changes })).toEqual(doubts);
});

test('the facts are in words', () => {
  expect(listRiskFacts({ ...normal, zip: 'unavailable' })).toEqual([
    ['Risk', 'normal (12 of 100)'],
    ["Card's street", 'matches'],
    ["Card's ZIP code", 'not checked by the bank'],
    ['Security code', 'matches'],
  ]);
  expect(listRiskFacts({ ...normal, score: null })[0]).toEqual(['Risk', 'normal']);
});
