import fc from 'fast-check';
import { expect, test } from 'vitest';
import { computeCheckDigit, hasValidCheckDigit, normalizeVin } from './vin-check.ts';

test.each([
  ['1m8gdm9axkp042788', '1M8GDM9AXKP042788'],
  ['1M8-GDM9A XKP042788', '1M8GDM9AXKP042788'],
  ['1M8GDM9AXKP04278', undefined],
  ['1M8GDM9AXKP0427888', undefined],
  ['IM8GDM9AXKP042788', undefined],
  ['1M8GDM9AXKP04278O', undefined],
])('%s is the VIN %s', (text, vin) => {
  expect(normalizeVin(text)).toBe(vin);
});

test.each(['1M8GDM9AXKP042788', '11111111111111111', '5GZCZ43D13S812715'])(
  '%s has its check digit',
  (vin) => {
    expect(hasValidCheckDigit(vin)).toBe(true);
  },
);

test('one mistyped digit is found', () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^[A-HJ-NPR-Z\d]{17}$/),
      fc.nat(16),
      fc.integer({ min: 1, max: 9 }),
      (random, place, step) => {
        const digits = random.slice(0, place) + '4' + random.slice(place + 1);
        const vin = digits.slice(0, 8) + computeCheckDigit(digits) + digits.slice(9);
        expect(hasValidCheckDigit(vin)).toBe(true);
        if (place === 8) return;
        const mistyped = vin.slice(0, place) + String((4 + step) % 10) + vin.slice(place + 1);
        expect(hasValidCheckDigit(mistyped)).toBe(false);
      },
    ),
  );
});
