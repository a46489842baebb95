import { expect, test } from 'vitest';
import { describeDetails, findInCatalog } from './decoded-vehicle.ts';

const catalog = [
  { make: 'Chevrolet', model: 'Silverado 1500' },
  { make: 'BMW', model: '3 Series' },
  { make: 'Ford', model: 'F-250 Super Duty' },
  { make: 'Honda', model: 'CR-V' },
  { make: 'Chrysler', model: 'Town & Country' },
  { make: 'Chevrolet', model: 'Cruze' },
];

test.each([
  ['Chevrolet', 'Silverado', { series: '1500' }, 'Silverado 1500'],
  ['Chevrolet', 'Silverado', { series: '2500' }, undefined],
  ['BMW', '328i', { series: '3-Series' }, '3 Series'],
  ['Ford', 'F-250', {}, 'F-250 Super Duty'],
  ['HONDA', 'CRV', {}, 'CR-V'],
  ['Chrysler', 'Town and Country', {}, 'Town & Country'],
  ['Chevrolet', 'Cruze Limited', {}, undefined],
  ['Acura', 'CR-V', {}, undefined],
])('%s %s %o is the %s of the catalog', (make, model, facts, name) => {
  expect(findInCatalog({ make, model, facts }, catalog)?.model).toBe(name);
});

test.each([
  [
    { trim: 'LX', body: 'Sedan/Saloon', liters: '1.8', cylinders: '4', layout: 'In-Line' },
    'LX, Sedan, 1.8L I4',
  ],
  [{ liters: '6.7', cylinders: '8', layout: 'V-Shaped', fuel: 'Diesel', turbo: 'Yes' }, '6.7L V8 Diesel'],
  [{ body: 'Hatchback/Liftback/Notchback', fuel: 'Electric' }, 'Hatchback, Electric'],
  [{ cylinders: '6' }, '6 cylinders'],
  [{}, ''],
])('%o is shown as %s', (facts, text) => {
  expect(describeDetails(facts)).toBe(text);
});
