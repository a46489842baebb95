import { expect, test } from 'vitest';
import { describeReturn, describeReturnCosts } from './return-terms.ts';

test.each([
  [
    'buyer',
    0,
    'You pay for return shipping. There is no restocking fee. If the mistake is ours, returning a part costs you nothing.',
  ],
  [
    'buyer',
    0.155,
    'You pay for return shipping. We keep 15.5% of the price as a restocking fee. If the mistake is ours, returning a part costs you nothing.',
  ],
  ['shop', 0, 'We pay for return shipping. There is no restocking fee.'],
  [
    'shop',
    0.2,
    "We pay for return shipping. We keep 20% of the price as a restocking fee. It doesn't apply if the mistake is ours.",
  ],
] as const)('what a return costs: %s, %s', (wayBack, restockingRate, text) => {
  expect(describeReturnCosts({ days: 30, wayBack, restockingRate })).toBe(text);
});

test('only new parts have their original packaging', () => {
  for (const origin of ['new', 'new_oem', 'new_aftermarket'] as const)
    expect(describeReturn(origin, 'by Mar 3, 2027')).toBe(
      'Return by Mar 3, 2027, unused, in original packaging',
    );
  for (const origin of ['used', 'rebuilt', 'remanufactured'] as const)
    expect(describeReturn(origin)).toBe('Return unused, in the same condition as received');
});
