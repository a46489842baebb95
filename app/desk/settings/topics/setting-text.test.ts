import { expect, test } from 'vitest';
import {
  decimalText,
  dollarsText,
  percentText,
  type SettingText,
  statesText,
  wholeText,
} from './setting-text.ts';

test.each<[string, SettingText, string, unknown]>([
  ['dollars', dollarsText, '15', 15_00],
  ['dollars', dollarsText, '15.', 15_00],
  ['dollars', dollarsText, ' $1,234.5 ', 1_234_50],
  ['dollars', dollarsText, '.29', 29],
  ['dollars', dollarsText, '1.999', '1.999'],
  ['dollars', dollarsText, '-1', '-1'],
  ['dollars', dollarsText, '', ''],
  ['percent', percentText, '7.25', 0.0725],
  ['percent', percentText, '8 %', 0.08],
  ['percent', percentText, '7,5', '7,5'],
  ['decimals', decimalText, '70.5', 70.5],
  ['decimals', decimalText, 'heavy', 'heavy'],
  ['whole numbers', wholeText, '30', 30],
  ['whole numbers', wholeText, '3.5', '3.5'],
  ['states', statesText, 'ca, NV ,', ['CA', 'NV']],
  ['states', statesText, 'New York; west virginia\nDC', ['NY', 'WV', 'DC']],
  ['states', statesText, 'CA NV XX', ['CA', 'NV', 'XX']],
  ['states', statesText, 'Atlantis', ['ATLANTIS']],
  ['states', statesText, '', []],
])('%s: %o is read from ‘%s’ as %j', (_what, kind, text, value) => {
  expect(kind.read(text)).toEqual(value);
});

test.each<[SettingText, unknown, string]>([
  [dollarsText, 15_00, '15.00'],
  [dollarsText, 'x', 'x'],
  [percentText, 0.0725, '7.25'],
  [percentText, 0.000001, '0.0001'],
  [percentText, 0.07, '7'],
  [statesText, ['CA', 'NV'], 'CA, NV'],
])('%o writes %j as ‘%s’', (kind, value, text) => {
  expect(kind.write(value)).toBe(text);
});

test('every rate of six decimals is written as it is read', () => {
  for (let millionths = 0; millionths <= 1_000_000; millionths += 37) {
    const rate = Number((millionths / 1_000_000).toFixed(6));
    expect(percentText.read(percentText.write(rate))).toBe(rate);
  }
});
