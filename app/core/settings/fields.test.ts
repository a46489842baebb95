import { expect, test } from 'vitest';
import type { z } from '#core/values/zod-in-browsers.ts';
import {
  cents,
  decimal,
  emailAddress,
  line,
  requiredLine,
  share,
  usState,
  whole,
  zipCode,
} from './fields.ts';

/** Lists each field with values that it accepts, then values that it refuses, with the reason. */
test.each<[string, z.ZodType, unknown[], [unknown, string][]]>([
  [
    'a line',
    line(5),
    ['', 'abcde', '  abcde  ', 'ñandú'],
    [
      [1, 'must be text'],
      ['abcdef', 'must be at most 5 characters'],
      ['a\nb', 'must be a single line'],
      ['a\u2028b', 'must be a single line'],
      ['a\0b', 'must be a single line'],
    ],
  ],
  [
    'a required line',
    requiredLine(5),
    ['a', 'abcde'],
    [
      ['', 'is required'],
      ['   ', 'is required'],
      ['abcdef', 'must be at most 5 characters'],
    ],
  ],
  [
    'a whole number',
    whole(1, 2_000, 'days'),
    [1, 2_000],
    [0, 2_001, 1.5, '1', null].map((value) => [value, 'must be a whole number of days from 1 to 2,000']),
  ],
  [
    'a large whole number',
    whole(1_000, 9_999, 'units'),
    [1_000, 9_999],
    [[999, 'must be a whole number of units from 1,000 to 9,999']],
  ],
  [
    'an amount',
    cents(),
    [0, 10_000_00],
    [-1, 10_000_01, 0.5, '1'].map((value) => [value, 'must be an amount from $0 to $10,000']),
  ],
  ['a smaller amount', cents(5_00), [0, 5_00], [[5_01, 'must be an amount from $0 to $5']]],
  [
    'a decimal number',
    decimal(0.01, 20_000, 2, 'pounds'),
    [0.01, 0.29, 20_000],
    [
      [0, 'must be a number of pounds from 0.01 to 20,000'],
      [20_000.01, 'must be a number of pounds from 0.01 to 20,000'],
      ['1', 'must be a number of pounds from 0.01 to 20,000'],
      [1.234, 'must have at most 2 decimals'],
    ],
  ],
  [
    'a share',
    share(5),
    [0, 0.08, 0.07125, 1],
    [
      [-0.01, 'must be a rate from 0 to 100%'],
      [1.01, 'must be a rate from 0 to 100%'],
      ['0.08', 'must be a rate from 0 to 100%'],
      [0.071251, 'must be a rate of at most 3 decimals'],
    ],
  ],
  [
    'a state',
    usState,
    ['CA', 'PR', 'AE'],
    [
      [undefined, 'must be a state'],
      ['ca', 'must be a two-letter state, such as CA'],
      ['toString', 'must be a two-letter state, such as CA'],
    ],
  ],
  [
    'a ZIP code',
    zipCode,
    ['00501', '92101'],
    [
      [92101, 'must be a ZIP code'],
      ['9210', 'must be a five-digit ZIP code'],
      ['92101-1234', 'must be a five-digit ZIP code'],
    ],
  ],
  [
    'an email address',
    emailAddress,
    ['joe@example.com', `${'x'.repeat(242)}@example.com`],
    [
      ['joe', 'must be an email address'],
      [`${'x'.repeat(243)}@example.com`, 'is too long'],
    ],
  ],
])('%s', (_, field, accepted, refused) => {
  for (const value of accepted) expect(field.safeParse(value)).toMatchObject({ success: true });
  for (const [value, reason] of refused) {
    expect(field.safeParse(value).error?.issues.map(({ message }) => message)).toEqual([reason]);
  }
});

test('a line has no spaces around it', () => {
  expect(line(5).parse('  a b  ')).toBe('a b');
});
