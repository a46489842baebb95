import { expect, test } from 'vitest';
import { listTicks } from './bar-chart.tsx';

test('the values beside a chart are round, few, and include 0 and all bars', () => {
  expect(listTicks(0, 34_920)).toEqual([0, 20_000, 40_000]);
  expect(listTicks(0, 6)).toEqual([0, 2, 4, 6]);
  expect(listTicks(0, 1)).toEqual([0, 1]);
  expect(listTicks(-5_820, 11_640)).toEqual([-10_000, 0, 10_000, 20_000]);
  expect(listTicks(-300, 0)).toEqual([-300, -200, -100, 0]);
});
