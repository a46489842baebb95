import { describe, expect, test } from 'vitest';
import {
  describeComparison,
  describeVehicleFacts,
  factsThatMatter,
  parseAxleRatio,
  parseVehicleFacts,
} from './vehicle-facts.ts';

test.each([
  ['3.73', '3.73'],
  [' 4.1 ', '4.1'],
  ['3.73:1', '3.73'],
  ['3,73', undefined],
  ['373', undefined],
  ['1.50', undefined],
  ['', undefined],
])('an axle ratio: "%s"', (text, ratio) => {
  expect(parseAxleRatio(text)).toBe(ratio);
});

test('only known facts are read', () => {
  const facts = { transmission: 'Manual', drive: '4x4', axleRatio: '3.73' };
  expect(parseVehicleFacts({ ...facts, color: 'Red' })).toEqual(facts);
  expect(parseVehicleFacts({ transmission: 'manual', drive: 4, axleRatio: 'high' })).toEqual({});
  expect(describeVehicleFacts(parseVehicleFacts(facts))).toBe('Manual transmission, 4x4, axle ratio 3.73');
  expect(describeVehicleFacts({})).toBe('');
});

describe('a part is compared', () => {
  test.each([
    ['Automatic Transmission', ['transmission', 'drive']],
    ['Rear Differential Assembly', ['drive', 'axleRatio']],
    ['Front CV Axle', ['transmission', 'drive']],
    ['Hood', []],
    ['Brake Pads', []],
  ])('%s: %j', (name, facts) => {
    expect(factsThatMatter(name)).toEqual(facts);
  });

  test.each([
    ['Hood', {}, undefined],
    ['Differential', {}, 'It depends on the drive and the axle ratio: compare the tag on your car.'],
    [
      'Differential',
      { axleRatio: '3.73' },
      'Your F-150: axle ratio 3.73. Compare it with this part. It depends on the drive: compare the tag on your car.',
    ],
    [
      'Transmission',
      { transmission: 'CVT', drive: 'All-wheel drive', axleRatio: '3.73' },
      'Your F-150: CVT, All-wheel drive. Compare it with this part.',
    ],
  ] as const)('%s of %j', (name, facts, text) => {
    expect(describeComparison(name, { model: 'F-150', ...facts })).toBe(text);
  });
});
