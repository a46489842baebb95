import { expect, test } from 'vitest';
import { readPartForm } from './part-form.ts';

test.each([
  ['weight_pounds', '12.5', '12.50'],
  ['weight_pounds', '.5', '0.50'],
  ['weight_pounds', '99999.99', '99999.99'],
  ['weight_pounds', '', null],
  ['weight_pounds', '0', null],
  ['length_in', '48', '48.0'],
  ['core_charge', '150', '150.00'],
  ['core_charge', '0', '0.00'],
  ['core_charge', '', null],
  ['price', '0', null],
  ['shipping_class', 'freight', 'freight'],
  ['shipping_class', '', null],
] as const)('reads %s %o as %o', (column, text, value) => {
  expect(readPartForm({ [column]: text })).toEqual({ part: { [column]: value } });
});

test.each([
  ['weight_pounds', '100000', 'Weight (lb) must be a number such as 12.5'],
  ['weight_pounds', '1.234', 'Weight (lb) must be a number such as 12.5'],
  ['weight_pounds', '1e3', 'Weight (lb) must be a number such as 12.5'],
  ['weight_pounds', '-1', 'Weight (lb) must be a number such as 12.5'],
  ['width_in', '.', 'Width (in) must be a number such as 12.5'],
  ['width_in', '9'.repeat(400), 'Width (in) must be a number such as 12.5'],
  ['height_in', '10000', 'Height (in) must be a number such as 12.5'],
  ['shipping_class', 'boat', 'Please choose a value from the list'],
] as const)('refuses %s %s', (column, text, error) => {
  expect(readPartForm({ [column]: text })).toEqual({ errors: { [column]: error } });
});
