import { expect, test } from 'vitest';
import { countPeopleToTell, minutesUntilNextRound, stateOfWait } from './stock-wait.ts';

test('two people are told for each unit, at most a hundred at once', () => {
  expect([-1, 0, 1, 3, 50, 1_000].map(countPeopleToTell)).toEqual([0, 0, 2, 6, 100, 100]);
});

test('the next people are told hours later, and soon if some of them could not be told yet', () => {
  expect(minutesUntilNextRound(1, 2)).toBe(240);
  expect(minutesUntilNextRound(1, 1)).toBe(10);
  expect(minutesUntilNextRound(0, 0)).toBe(10);
  expect(minutesUntilNextRound(50, 100)).toBe(5);
});

test('the state of a wait', () => {
  const none = { confirmedAt: null, toldAt: null, endedAt: null };
  const now = new Date();
  expect(stateOfWait(none)).toBe('unconfirmed');
  expect(stateOfWait({ ...none, confirmedAt: now })).toBe('waiting');
  expect(stateOfWait({ ...none, confirmedAt: now, toldAt: now })).toBe('told');
  expect(stateOfWait({ ...none, confirmedAt: now, endedAt: now })).toBe('ended');
  expect(stateOfWait({ ...none, endedAt: now })).toBe('ended');
});
