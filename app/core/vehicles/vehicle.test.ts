import { expect, test } from 'vitest';
import { parseYear, readVehicleChoices, setChoice, vehicleSteps } from './vehicle.ts';

const civic = { make: 'Honda', model: 'Civic', year: '2015', category: 'Brakes' };

test('a vehicle is chosen by make, model, year and category', () => {
  expect(vehicleSteps).toEqual(['make', 'model', 'year', 'category']);
});

test.each([
  ['make=Honda&model=Civic&year=2015&category=Brakes', civic],
  ['category=Brakes&make=+Honda+', { make: 'Honda' }],
  ['make=Honda&year=2015', { make: 'Honda' }],
  ['make=+&model=Civic', {}],
  ['make=Ho%00nda', { make: 'Ho\uFFFDnda' }],
  ['', {}],
])('of the address %j, choices are read up to the first missing one: %o', (address, choices) => {
  expect(readVehicleChoices(new URLSearchParams(address))).toEqual(choices);
});

test('a choice clears the later ones', () => {
  expect(setChoice({}, 'make', 'Honda')).toEqual({ make: 'Honda' });
  expect(setChoice(civic, 'make', 'Ford')).toEqual({ make: 'Ford' });
  expect(setChoice(civic, 'year', '2016')).toEqual({ make: 'Honda', model: 'Civic', year: '2016' });
  expect(setChoice(civic, 'category', 'Horns')).toEqual({ ...civic, category: 'Horns' });
  expect(setChoice(civic, 'model', null)).toEqual({ make: 'Honda' });
});

test.each([
  ['2015', 2015],
  ['0000', 0],
  ['201', undefined],
  ['20155', undefined],
  ['-201', undefined],
  ['', undefined],
])('the year %j is %s', (text, year) => {
  expect(parseYear(text)).toBe(year);
});
