import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { partAddress, readPartAddress } from './part-address.ts';
import { vehicleName } from '#core/vehicles/vehicle-name.ts';

const id = '0b8f6a52-7c1d-4e3f-9a2b-5d6c7e8f9012';
const civic = { id, name: 'Front Brake Pads', make: 'Honda', model: 'Civic', year: 2015 };
const none = { make: null, model: null, year: null };

describe('the address of a part', () => {
  test.each([
    [civic, 'front-brake-pads-2015-honda-civic-'],
    [{ ...civic, make: 'Mercedes-Benz', model: 'C/K 1500' }, 'front-brake-pads-2015-mercedes-benz-c-k-1500-'],
    [{ ...civic, ...none, name: 'Driver’s Door' }, 'drivers-door-'],
    [{ ...civic, ...none, name: "O'Ring 100% (½ inch)" }, 'oring-100-1-2-inch-'],
    [{ ...civic, ...none, name: 'Škoda Kühler – gebraucht' }, 'skoda-kuhler-gebraucht-'],
    [{ ...civic, ...none, name: '../../etc/passwd' }, 'etc-passwd-'],
    [{ ...civic, make: null, name: '刹车片' }, '2015-civic-'],
    [{ ...civic, ...none, name: '🚗 тормоз' }, ''],
    [{ ...civic, ...none, name: 'x'.repeat(5000) }, ''],
    [{ ...civic, name: 'word '.repeat(40) }, `${'word-'.repeat(16)}`],
    [{ ...civic, name: `${'a'.repeat(39)} ${'b'.repeat(40)}` }, `${'a'.repeat(39)}-${'b'.repeat(40)}-`],
    [{ ...civic, name: `${'a'.repeat(40)} ${'b'.repeat(40)}` }, `${'a'.repeat(40)}-`],
  ])('%o', (part, slug) => {
    expect(partAddress(part)).toBe(`/part/${slug}${id}`);
  });

  test('is short ASCII for any part name, and reads back to its id', () => {
    const text = fc.string({ unit: fc.nat(0x10ffff).map((point) => String.fromCodePoint(point)) });
    fc.assert(
      fc.property(text, fc.option(text), fc.option(fc.integer()), (name, make, year) => {
        const address = partAddress({ id, name, make, model: make, year });
        expect(address).toMatch(/^\/part\/([a-z\d]+-)*[\da-f]{12}$/);
        expect(address.length).toBeLessThanOrEqual('/part/'.length + 81 + id.length);
        expect(readPartAddress(address.slice('/part/'.length))?.id).toBe(id);
      }),
    );
  });
});

describe('reading an address', () => {
  test('only the id matters, in upper or lower case', () => {
    expect(readPartAddress(id)).toEqual({ words: [], id });
    expect(readPartAddress(`brake-pads${id.toUpperCase()}`)).toEqual({ words: ['brake', 'pads'], id });
    expect(readPartAddress(`\0/${'x'.repeat(5000)}-${id}`)).toEqual({ words: [], id });
    expect(readPartAddress(`${'a-'.repeat(400)}${id}`)?.words).toHaveLength(12);
  });

  test('only words of at most 40 characters, from the first 1,000, are read', () => {
    const longest = 'x'.repeat(40);
    expect(readPartAddress(`${longest}-${longest}x-horn-${id}`)?.words).toEqual([longest, 'horn']);
    expect(readPartAddress(`${'-'.repeat(996)}horn-pads-${id}`)?.words).toEqual(['horn']);
  });

  test.each(['', 'brake-pads', id.slice(1), `${id}-`, `${id}\n`, 'z'.repeat(36), '\0'])(
    '%j names no part',
    (step) => {
      expect(readPartAddress(step)).toBeUndefined();
    },
  );
});

test('a vehicle name contains the known facts', () => {
  expect(vehicleName(civic)).toBe('2015 Honda Civic');
  expect(vehicleName({ ...civic, year: null })).toBe('Honda Civic');
  expect(vehicleName(none)).toBe('');
});
