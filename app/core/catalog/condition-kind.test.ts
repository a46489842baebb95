import { expect, test } from 'vitest';
import { conditionKind } from './condition-kind.ts';

test.each([
  ['New', 'new'],
  [' new ', 'new'],
  ['Like New', 'used'],
  ['Good', 'used'],
  ['', 'used'],
  [null, 'used'],
  ['Refurbished', 'refurbished'],
  ['remanufactured', 'refurbished'],
  ['Factory Rebuilt', 'refurbished'],
  ['Reconditioned', 'refurbished'],
  ['Unrefurbished', 'used'],
])('%j is %s', (name, kind) => {
  expect(conditionKind(name)).toBe(kind);
});
