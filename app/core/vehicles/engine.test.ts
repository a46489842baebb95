import { expect, test } from 'vitest';
import { areDifferentEngines, engineOf } from './engine.ts';

test.each([
  ['EX, Sedan, 1.8L I4', '1.8L I4'],
  ['Electric', 'Electric'],
  ['3.5L V6 Turbo', '3.5L V6 Turbo'],
  ['Touring, 6 cylinders', '6 cylinders'],
  ['EX V6, Sedan', ''],
  ['', ''],
])('%s has the engine %j', (details, engine) => {
  expect(engineOf({ details })).toBe(engine);
});

test.each([
  ['1.8L', '1.8L I4', false],
  ['1.8L L4', '1.8L I4 Turbo', false],
  ['1.80 L', '1.8L I4', false],
  ['1.8L', '2.0L I4', true],
  ['V6', '2.4L I4', true],
  ['3.6L VR6', '3.6L V6', false],
  ['11.8L', '1.8L', true],
  ['Turbo', '1.8L I4', false],
  ['Electric', '1.8L I4', true],
  ['Electric', 'Turbo', false],
  ['6 cylinders', 'V8', true],
])('%s and %s are different engines: %s', (one, other, differ) => {
  expect(areDifferentEngines(one, other)).toBe(differ);
  expect(areDifferentEngines(other, one)).toBe(differ);
});
