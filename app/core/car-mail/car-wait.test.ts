import { expect, test } from 'vitest';
import { ANY_YEAR, nameAwaitedCar } from './car-wait.ts';

test.each([
  [ANY_YEAR.from, ANY_YEAR.to, 'Honda Civic'],
  [2006, 2011, 'Honda Civic, 2006 to 2011'],
  [2006, 2006, 'Honda Civic, 2006'],
  [2006, ANY_YEAR.to, 'Honda Civic, 2006 or newer'],
  [ANY_YEAR.from, 2011, 'Honda Civic, up to 2011'],
])('a wait for the years %i to %i', (from, to, name) => {
  expect(nameAwaitedCar({ make: 'Honda', model: 'Civic', from_year: from, to_year: to })).toBe(name);
});
