import { expect, test } from 'vitest';
import { defaultShop } from './shop.ts';
import { holidayHours, openingHours, postalAddresses } from './store-data.ts';

test('opening hours as schema.org data: days with equal hours in one entry, closed days in none', () => {
  expect(
    openingHours(defaultShop).map(({ dayOfWeek, opens, closes }) => [
      [dayOfWeek].flat().length,
      opens,
      closes,
    ]),
  ).toEqual([
    [5, '08:00', '18:00'],
    [1, '09:00', '16:00'],
  ]);
});

test('addresses as schema.org data: the city, one location, or several', () => {
  const usa = { '@type': 'PostalAddress', addressCountry: 'US' };
  expect(postalAddresses(defaultShop)).toEqual({
    ...usa,
    addressLocality: 'San Diego',
    addressRegion: 'CA',
  });
  const yard = { name: 'Yard', street: '1 Main St', city: 'Chula Vista', state: 'CA', zip: '91910' };
  const address = {
    ...usa,
    name: 'Yard',
    streetAddress: '1 Main St',
    addressLocality: 'Chula Vista',
    addressRegion: 'CA',
    postalCode: '91910',
  };
  expect(postalAddresses({ ...defaultShop, locations: [yard] })).toEqual(address);
  expect(postalAddresses({ ...defaultShop, locations: [yard, { ...yard, name: 'Two' }] })).toEqual([
    address,
    { ...address, name: 'Two' },
  ]);
});

test('holidays as schema.org data: a closed day opens and closes at midnight', () => {
  const day = (date: string) => ({
    '@type': 'OpeningHoursSpecification',
    validFrom: date,
    validThrough: date,
  });
  const open = { open: '10:00', close: '14:00' };
  expect(
    holidayHours({
      holidays: [
        { date: '2026-12-25', name: 'Christmas', hours: null },
        { date: '2026-12-24', name: 'Christmas Eve', hours: open },
      ],
    }),
  ).toEqual([
    { ...day('2026-12-25'), opens: '00:00', closes: '00:00' },
    { ...day('2026-12-24'), opens: '10:00', closes: '14:00' },
  ]);
});
