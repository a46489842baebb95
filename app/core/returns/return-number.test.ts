import { expect, test } from 'vitest';
import { formatReturnNumber, parseReturnNumber } from './return-number.ts';

test('numbers of returns are read as people write them', () => {
  expect(formatReturnNumber(1042)).toBe('RMA-1042');
  for (const text of ['RMA-1042', ' rma 1042 ', 'RMA1042', '1042'])
    expect(parseReturnNumber(text)).toBe(1042);
  for (const text of ['', 'RMA-', 'RMA-104', 'PY-1042', 'RMA-1042x', '1'.repeat(13)])
    expect(parseReturnNumber(text)).toBeUndefined();
});
