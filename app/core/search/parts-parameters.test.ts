import { describe, expect, test } from 'vitest';
import {
  countParameters,
  partsParameters,
  readParameters,
  suggestionsParameters,
} from './parts-parameters.server.ts';

const ID = '00000000-0000-4000-8000-00000000000a';

type Given = Record<string, string>;

const request = (given: Given) => new Request(`http://shop.test/?${new URLSearchParams(given)}`);
const readParts = (given: Given) => readParameters(request(given), partsParameters);

describe('the parameters of a list of parts', () => {
  test('are all optional: the first 24 parts by name', () => {
    expect(readParts({})).toEqual({ given: { sort: 'name', limit: 24 } });
    expect(readParts({ q: '', year: ' ', ids: '', unknown: 'x' })).toEqual(readParts({}));
  });

  test('are read without the spaces around them', () => {
    const given = {
      q: ' brake pads ',
      make: ' Honda',
      model: 'CR-V ',
      category: ' Brakes ',
      condition: 'Good ',
    };
    expect(readParts(given)).toEqual({
      given: {
        q: 'brake pads',
        make: 'Honda',
        model: 'CR-V',
        category: 'Brakes',
        conditions: ['Good'],
        sort: 'best',
        limit: 24,
      },
    });
  });

  test.each<[Given, object]>([
    [{ year: '2015' }, { year: 2015 }],
    [{ in_stock: '1' }, { inStock: true }],
    [{ in_stock: 'true' }, { inStock: true }],
    [{ in_stock: '0' }, { inStock: false }],
    [{ in_stock: 'false' }, { inStock: false }],
    [{ sort: 'price_asc' }, { sort: 'price_asc' }],
    [{ sort: 'newest' }, { sort: 'newest' }],
    [{ kind: ' Front Brake Pads' }, { kind: 'Front Brake Pads' }],
    [
      { brand: 'Akebono', origin: 'used' },
      { brand: 'Akebono', origin: 'used' },
    ],
    [
      { min_price: '0', max_price: '49.9' },
      { minPriceCents: 0, maxPriceCents: 4990 },
    ],
    [{ max_price: '9999999999.99' }, { maxPriceCents: 999_999_999_999 }],
    [{ new_arrivals: '1' }, { newArrivals: true }],
    [{ limit: '1' }, { limit: 1 }],
    [{ limit: '100' }, { limit: 100 }],
    [{ after: 'x'.repeat(1_000) }, { after: 'x'.repeat(1_000) }],
    [{ q: 'x'.repeat(200) }, { q: 'x'.repeat(200) }],
    [{ make: 'x'.repeat(100) }, { make: 'x'.repeat(100) }],
    // The list means its parts, and no others.
    [{ ids: ` ${ID} ,no-id` }, { ids: [ID], limit: 100 }],
    [{ ids: 'no-id' }, { ids: [], limit: 100 }],
    [
      { ids: ID, limit: '7' },
      { ids: [ID], limit: 7 },
    ],
  ])('%j', (given, expected) => expect(readParts(given)).toMatchObject({ given: expected }));

  test.each<[Given, string]>([
    [{ q: 'x'.repeat(201) }, 'q must have at most 200 characters'],
    [{ make: 'x'.repeat(101) }, 'make must have at most 100 characters'],
    [{ model: 'x'.repeat(101) }, 'model must have at most 100 characters'],
    [{ category: 'x'.repeat(101) }, 'category must have at most 100 characters'],
    [{ condition: 'x'.repeat(101) }, 'condition must have at most 100 characters'],
    [{ q: 'a\0b' }, 'q must not contain a NUL character'],
    [{ year: '20155' }, 'year must be a year'],
    [{ year: 'x2015' }, 'year must be a year'],
    [{ in_stock: 'maybe' }, 'in_stock must be true or false'],
    [{ sort: 'oldest' }, 'sort must be one of best, name, price_asc, price_desc, newest, mileage'],
    [{ kind: 'x'.repeat(201) }, 'kind must have at most 200 characters'],
    [{ brand: 'x'.repeat(101) }, 'brand must have at most 100 characters'],
    [{ origin: 'old' }, 'origin must be one of new, used'],
    [{ min_price: '-1' }, 'min_price must be an amount in dollars, such as 49.99'],
    [{ max_price: '4.999' }, 'max_price must be an amount in dollars, such as 49.99'],
    [{ max_price: '1e3' }, 'max_price must be an amount in dollars, such as 49.99'],
    [{ new_arrivals: 'yes' }, 'new_arrivals must be true or false'],
    [{ limit: '0' }, 'limit must be a whole number from 1 to 100'],
    [{ limit: '101' }, 'limit must be a whole number from 1 to 100'],
    [{ limit: '-1' }, 'limit must be a whole number from 1 to 100'],
    [{ after: 'x'.repeat(1_001) }, 'after must be the "next" of an earlier answer'],
    [{ ids: Array(101).fill(ID).join(',') }, 'ids must have at most 100 ids'],
  ])('%j: %s', (given, refusal) => expect(readParts(given)).toEqual({ refusal }));
});

test('a condition may be repeated', () => {
  const read = (query: string) => readParameters(new Request(`http://shop.test/?${query}`), partsParameters);
  expect(read('condition=New&condition=+Good&condition=')).toMatchObject({
    given: { conditions: ['New', 'Good'] },
  });
  expect(read('condition=x&'.repeat(51))).toEqual({ refusal: 'condition must be given at most 50 times' });
  expect(read('make=Honda&make=Ford')).toMatchObject({ given: { make: 'Ford' } });
});

test('counts have the filters of a list, but no order and no page', () => {
  const given = { q: 'pads', in_stock: '1', sort: 'oldest', limit: 'x' };
  expect(readParameters(request(given), countParameters)).toEqual({ given: { q: 'pads', inStock: true } });
});

test('suggestions need a text only', () => {
  const read = (given: Given) => readParameters(request(given), suggestionsParameters);
  expect(read({ q: ' pads ', make: 'Honda' })).toEqual({ given: { q: 'pads' } });
  expect(read({})).toEqual({ given: {} });
  expect(read({ q: 'x'.repeat(201) })).toEqual({ refusal: 'q must have at most 200 characters' });
});
