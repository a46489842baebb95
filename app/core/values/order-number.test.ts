import { expect, test } from 'vitest';
import { formatOrderNumber, parseOrderNumber } from './order-number.ts';

test('a number reads as people say it', () => expect(formatOrderNumber(10423)).toBe('PY-10423'));

test.each(['PY-10423', 'py-10423', 'PY10423', 'py 10423', ' PY -10423 ', '10423'])('%j is 10423', (text) =>
  expect(parseOrderNumber(text)).toBe(10423),
);

test.each(['', 'PY-', '1042', 'PX-10423', '10423a', '-10423', '1234567890123', '10423.0', '1e5'])(
  '%j is no number',
  (text) => expect(parseOrderNumber(text)).toBeUndefined(),
);
