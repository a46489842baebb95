import { expect, test } from 'vitest';
import { normalizeNumber, type NumberStyle, usualNumbers } from './normalize-cells.ts';

function normalize(field: string, cell: string, style: Partial<NumberStyle> & { inCents?: boolean } = {}) {
  const { inCents = false, ...numbers } = style;
  return normalizeNumber(field, cell, { numbers: { ...usualNumbers, ...numbers }, inCents });
}

test.each<[string, string, Partial<NumberStyle> & { inCents?: boolean }, string]>([
  ['price', '1.234', { decimal: ',' }, '1234'],
  ['price', '1.234,5 €', { decimal: ',' }, '1234.5 €'],
  ['price', '12,345', { decimal: '.' }, '12345'],
  ['price', '12,345', { decimal: ',' }, '12.3450'],
  ['price', '1.234', { decimal: '.' }, '1.2340'],
  ['weight_pounds', '1.234', { decimal: '.' }, '1.23'],
  ['weight_pounds', '1.234', {}, '1.234'],
  ['price', '8999', { inCents: true }, '89.99'],
  ['price', '100000000', { inCents: true }, '1000000.00'],
  ['core_charge', '4500', { inCents: true }, '45.00'],
  ['weight_pounds', '5443', { weight: 'g' }, '12.00'],
  ['weight_pounds', '2,5', { weight: 'kg' }, '5.51'],
  ['length_in', '100', { length: 'cm' }, '39.4'],
  ['mileage', '100000', { distance: 'km' }, '62137'],
  ['mileage', 'unknown', { distance: 'km' }, 'unknown'],
  ['mileage', '', { distance: 'km' }, ''],
  ['oem_number', '1.234', { decimal: ',' }, '1.234'],
  ['stock_number', '1,234', { decimal: '.' }, '1,234'],
  ['vehicle_year', '2008', { distance: 'km', weight: 'kg' }, '2008'],
])('%s %j with %j is %j', (header, cell, style, text) => {
  expect(normalize(header, cell, style)).toBe(text);
});
