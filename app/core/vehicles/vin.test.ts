import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  checkVin,
  computeCheckDigit,
  hasValidCheckDigit,
  manufacturerCode,
  modelYears,
  parseVin,
  type Vin,
} from './vin.ts';
import { mayBecomeVin } from './may-become-vin.ts';
import { findVin, hasVin, hidePathSecrets, hideVins } from './vin-text.ts';

const ALPHABET = 'ABCDEFGHJKLMNPRSTUVWXYZ0123456789';
const characters = (alphabet: string, length: number) =>
  fc.string({ unit: fc.constantFrom(...alphabet), minLength: length, maxLength: length });

/** Generates correct VINs, with a serial number of digits. */
const vins = fc
  .tuple(characters('ABCDEFGHJKLMNPRSTUVWXYZ', 3), characters(ALPHABET, 9), characters('0123456789', 5))
  .map(([maker, middle, serial]) => {
    const vin = maker + middle + serial;
    return vin.slice(0, 8) + computeCheckDigit(vin) + vin.slice(9);
  });

describe('a typed VIN', () => {
  test.each(['1M8GDM9AXKP042788', '1HGCM82633A004352', 'JM1BL1SF3A1267720', '11111111111111111'])(
    '%s is correct',
    (vin) => expect(checkVin(vin)).toEqual({ vin, doubt: null }),
  );

  test('may have small letters, spaces and hyphens', () => {
    expect(checkVin(' 1hgcm826-33a 004352 ')).toEqual({ vin: '1HGCM82633A004352', doubt: null });
  });

  test.each([
    ['1HGCM8263OA004352', 'A VIN has no letter O. Check character 10. Is it the digit 0?'],
    ['IHGCM82633A004352', 'A VIN has no letter I. Check character 1. Is it the digit 1?'],
    ['1HQCM82633A004352', 'A VIN has no letter Q. Check character 3. Is it the digit 0 or 9?'],
    ['1HGCM8263_A004352', 'A VIN has only letters and digits. Check character 10.'],
    ['1HGCM82633A00435', 'A VIN has 17 characters. This one has 16.'],
    ['1HGCM82633A0043522', 'A VIN has 17 characters. This one has 18.'],
    [
      '242379B102345',
      'A VIN has 17 characters. This one has 13. Cars before 1981 have shorter numbers: choose the car by make, model and year.',
    ],
    ['  ', 'Enter the 17 characters of the VIN.'],
  ])('%s is refused: %s', (typed, problem) => expect(checkVin(typed)).toEqual({ problem }));

  test('with a wrong check digit is doubted, and can be confirmed', () => {
    expect(checkVin('1HGCM82643A004352')).toEqual({
      vin: '1HGCM82643A004352',
      doubt:
        'One character is probably mistyped. Check the 9th character: it should be 3, not 4. Compare the VIN with your title or dashboard.',
    });
  });

  test('with one wrong character is doubted, but for characters of the same value', () => {
    const values = (character: string) => computeCheckDigit(`${character}${'0'.repeat(16)}`);
    fc.assert(
      fc.property(vins, fc.nat(16), fc.constantFrom(...ALPHABET), (vin, place, character) => {
        fc.pre(place !== 8 && values(character) !== values(vin.charAt(place)));
        const mistyped = vin.slice(0, place) + character + vin.slice(place + 1);
        expect(checkVin(mistyped)).toMatchObject({ doubt: expect.any(String) });
      }),
    );
  });

  test('whatever it is, gets an answer', () => {
    fc.assert(fc.property(fc.string({ maxLength: 40 }), (text) => void checkVin(text)));
  });
});

test('the model year depends on the characters 7 and 10', () => {
  expect(modelYears('2HGFA1F50AH301234' as Vin, 2027)).toEqual([2010, 1980]);
  expect(modelYears('1HGCM82633A004352' as Vin, 2027)).toEqual([2003]);
  expect(modelYears('1HGCM826X3A004352' as Vin, 2040)).toEqual([2003, 2033]);
  expect(modelYears('1HGCM82639A004352' as Vin, 2040)).toEqual([2009, 2039]);
  expect(modelYears('1HGCM82630A004352' as Vin, 2040)).toEqual([]);
  expect(modelYears('1HGCM8263ZA004352' as Vin, 2040)).toEqual([]);
});

test('a maker of few vehicles has a longer code', () => {
  expect(manufacturerCode('1HGCM82633A004352' as Vin)).toBe('1HG');
  expect(manufacturerCode('1Z9CM82633A123352' as Vin)).toBe('1Z9123');
});

describe('in a text', () => {
  test('each VIN is found, as typed and with separators, and hidden', () => {
    fc.assert(
      fc.property(vins, (vin) => {
        expect(findVin(`brake pads for ${vin.toLowerCase()}, please`)).toBe(vin.toLowerCase());
        expect(hasVin(`${vin.slice(0, 3)} ${vin.slice(3, 9)}-${vin.slice(9)}`)).toBe(true);
        expect(mayBecomeVin(`${vin.slice(0, 3)} ${vin.slice(3, 9)}-${vin.slice(9)}`)).toBe(true);
        expect(hideVins(`{"q":"${vin}"}`)).toBe('{"q":"[VIN]"}');
        for (let length = 14; length <= 17; length += 1)
          expect(mayBecomeVin(vin.slice(0, length))).toBe(true);
      }),
    );
  });

  test('is one in groups of any size, also of letters only', () => {
    fc.assert(
      fc.property(vins, fc.integer({ min: 1, max: 8 }), fc.constantFrom(' ', '-', ' - '), (vin, size, by) => {
        expect(findVin(vin.match(new RegExp(`.{1,${size}}`, 'g'))?.join(by) ?? '')).toBe(vin);
      }),
    );
    expect(hasVin('jtdk arfu 1k31 23456')).toBe(true);
    expect(hasVin('WVWZZZ 1KZ 6W000123')).toBe(true);
  });

  test('words and a long number are searched while they are typed', () => {
    expect(mayBecomeVin('brake Testa 1234567')).toBe(false);
    expect(mayBecomeVin('1HGCM 82633 A004352')).toBe(true);
  });

  test('one with a character too many or too few is one', () => {
    expect(['1HGCM82633A00435', '1HGCM82633A0043522', 'IHGCM82633A004352'].map(hasVin)).toEqual([
      true,
      true,
      true,
    ]);
  });

  test.each([
    '2010 Honda Civic alternator',
    '31100-SNA-A86',
    '06A906018DG',
    '11137502784',
    '4L3Z-9F472-BA',
    'brake Testa 1234567',
    'brake Testa 123456-7',
    'front pads 12345678',
    'hubs acura 12345678',
    '',
  ])('there is no VIN in %s', (text) => {
    expect(hasVin(text)).toBe(false);
    expect(hideVins(text)).toBe(text);
  });
});

test.each([
  ['/part/1HGCM82633A004352', '/part/[VIN]'],
  ['/part/used-engine-1HGCM82633A004352-9', '/part/used-engine-[VIN]-9'],
  ['/vin/1HGCM-82633A-004352/next', '/vin/[VIN]/next'],
  ['/vin/1HGCM82633A%20004352', '/vin/[VIN]'],
  ['/vin/1HGCM82633A+004352.data', '/vin/[VIN]'],
  ['/%31HGCM82633A004352', '/[VIN]'],
  ['/%2531HGCM82633A004352', '/[VIN]'],
  ['/%252531HGCM82633A004352', '/[VIN]'],
  ['/%/1HGCM82633A004352', '/%/[VIN]'],
  ['/%zz-1HGCM82633A004352', '/%zz-[VIN]'],
  ['/assistant/chk_0b8f3c9e-58f1-4c2a-9a52-0c3f6c1d2e4f', '/assistant/chk_…'],
  ['/assistant/cart%5F0b8f3c9e-58f1-4c2a-9a52-0c3f6c1d2e4f.data', '/assistant/cart_…'],
  [
    '/api/ucp/checkout-sessions/chk_0b8f3c9e-58f1-4c2a-9a52-0c3f6c1d2e4f/cancel',
    '/api/ucp/checkout-sessions/chk_…/cancel',
  ],
])('the path %s is logged as %s', (path, logged) => {
  expect(hidePathSecrets(path)).toBe(logged);
});

test.each([
  '/',
  '/part/front-pads-0b8f3c9e-58f1-4c2a-9a52-0c3f6c1d2e4f',
  '/orders/PY-10423/invoice',
  '/a%20b',
  '',
])('the path %o is logged as it is', (path) => {
  expect(hidePathSecrets(path)).toBe(path);
});

test.each([
  ['1m8gdm9axkp042788', '1M8GDM9AXKP042788'],
  ['1M8-GDM9A XKP042788', '1M8GDM9AXKP042788'],
  ['1M8GDM9AXKP04278', undefined],
  ['1M8GDM9AXKP0427888', undefined],
  ['IM8GDM9AXKP042788', undefined],
  ['1M8GDM9AXKP04278O', undefined],
])('%s is the VIN %s', (text, vin) => {
  expect(parseVin(text)).toBe(vin);
});

test.each([
  ['1M8GDM9AXKP042788', true],
  ['5GZCZ43D13S812715', true],
  ['5GZCZ43D23S812715', false],
])('the check digit of %s is right: %s', (vin, isRight) => {
  expect(hasValidCheckDigit(vin)).toBe(isRight);
});
