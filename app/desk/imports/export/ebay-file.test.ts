import { expect, test } from 'vitest';
import type { CatalogRow } from '#core/catalog/catalog-row.ts';
import { partFromRow } from '#core/catalog/catalog-row.ts';
import { shownColumns } from '#core/catalog/part-fields.ts';
import { ebayColumns, ebayRows, type EbayTerms } from './ebay-file.ts';
import type { ListedPart } from './listed-part.ts';

const terms: EbayTerms = {
  categoryId: '177697',
  location: { place: 'San Diego, CA', zip: '92101' },
  policies: { shipping: 'Freight', returns: '30 days', payment: '' },
  siteUrl: 'https://partyard.example',
};

function describePart(columns: Partial<CatalogRow> = {}, rest: Partial<ListedPart> = {}): ListedPart {
  const row = Object.fromEntries(shownColumns.map((column) => [column, null])) as unknown as CatalogRow;
  const part = partFromRow({
    ...row,
    id: '5b2f8cc1-3f39-4f7f-8e0c-3a8a2f0d6b11',
    part_name: 'Alternator',
    category: 'Electrical',
    part_type: 'Good',
    price: '120.00',
    stock_quantity: 2,
    vehicle_make: 'Honda',
    vehicle_model: 'Civic',
    vehicle_year: 2008,
    ...columns,
    all_held: false,
  });
  return { ...part, fitments: [], pictures: ['/files/pictures/a-1600.webp'], ...rest };
}

function list(part: ListedPart): Record<string, string>[] {
  return ebayRows(part, terms).map((row) =>
    Object.fromEntries(ebayColumns.flatMap((column, index) => (row[index] ? [[column, row[index]]] : []))),
  );
}

test('a used part with the vehicles that it fits', () => {
  const part = describePart(
    {
      oem_number: '31100-RNA-A01',
      superseded_numbers: '31100-RNA-A00, 31100-RNA-003',
      brand: 'Denso',
      stock_number: 'Y100-7',
      mileage: 84_000,
      description: 'Tested & <good>\nPulley included',
    },
    {
      fitments: [
        {
          make: 'Honda',
          model: 'Civic',
          fromYear: 2007,
          toYear: 2008,
          engine: '1.8L',
          trim: null,
          position: null,
          note: 'not | for=Si',
        },
      ],
    },
  );
  expect(list(part)).toEqual([
    {
      'Action(SiteID=eBayMotors|Country=US|Currency=USD|Version=1193|CC=UTF-8)': 'Add',
      CustomLabel: 'Y100-7',
      Category: '177697',
      Title: 'Alternator for 2008 Honda Civic 31100-RNA-A01',
      ConditionID: '3000',
      ConditionDescription: 'Used, Good. 84,000 miles',
      'C:Brand': 'Denso',
      'C:Manufacturer Part Number': '31100-RNA-A01',
      'C:Superseded Part Number': '31100-RNA-A00|31100-RNA-003',
      Description: 'Tested &amp; &lt;good&gt;<br>Pulley included',
      PicURL: 'https://partyard.example/files/pictures/a-1600.webp',
      Quantity: '2',
      StartPrice: '120.00',
      Format: 'FixedPrice',
      Duration: 'GTC',
      Location: 'San Diego, CA',
      PostalCode: '92101',
      ShippingProfileName: 'Freight',
      ReturnProfileName: '30 days',
    },
    { Relationship: 'Compatibility', RelationshipDetails: 'Year=2008|Make=Honda|Model=Civic' },
    {
      Relationship: 'Compatibility',
      RelationshipDetails: 'Year=2007|Make=Honda|Model=Civic|Notes=1.8L, not for Si',
    },
    {
      Relationship: 'Compatibility',
      RelationshipDetails: 'Year=2008|Make=Honda|Model=Civic|Notes=1.8L, not for Si',
    },
  ]);
});

test.each([
  ['no price', describePart({ price: null })],
  ['nothing in stock', describePart({ stock_quantity: 0 })],
  ['no picture', describePart({}, { pictures: [] })],
  [
    'only pictures that eBay does not show',
    describePart({}, { pictures: ['/parts/a.svg', 'data:image/png,x'] }),
  ],
])('is not listed: %s', (_, part) => {
  expect(list(part)).toEqual([]);
});

test('titles have at most 80 characters and whole words', () => {
  const name = `${'Very long name '.repeat(6)}\u{1F697}`;
  const [listing] = list(describePart({ part_name: name, vehicle_make: null }));
  expect(listing?.['Title']).toBe(
    'Very long name Very long name Very long name Very long name Very long name Very',
  );
  const [other] = list(describePart({ part_name: 'x'.repeat(79).concat('\u{1F697}') }));
  expect(other?.['Title']).toBe('x'.repeat(79));
});

test('kinds of conditions, numbers that are no part numbers, and texts that begin like formulas', () => {
  const [fresh] = list(
    describePart({ part_type: 'New', brand: '=cmd', oem_number: 'C1', number_type: 'casting' }),
  );
  expect(fresh).toMatchObject({
    ConditionID: '1000',
    'C:Brand': 'cmd',
    'C:Manufacturer Part Number': 'Does Not Apply',
  });
  expect(fresh).not.toHaveProperty('ConditionDescription');
  expect(list(describePart({ origin: 'remanufactured' }))[0]).toMatchObject({
    ConditionID: '2500',
    'C:Brand': 'Unbranded',
  });
});
