import { expect, test } from 'vitest';
import type { Part } from './part.ts';
import { formatPartRequestUrl, formatRequestUrl } from './request-url.ts';

test('the address of the request page has the known values', () => {
  expect(formatRequestUrl({ make: 'Honda', model: 'CR-V', year: 2015, part: 'A & B', oem: '1 2' })).toBe(
    '/request?make=Honda&model=CR-V&year=2015&part=A+%26+B&oem=1+2',
  );
  expect(formatRequestUrl({ make: '', model: null, part: 'Horn' })).toBe('/request?part=Horn');
  expect(formatRequestUrl({ make: '', model: null })).toBe('/request');
  expect(formatRequestUrl({})).toBe('/request');
});

test('the request for a part has its vehicle, name and number', () => {
  const part = { make: 'Honda', model: 'Civic', year: 2015, name: 'Horn', oemNumber: '38100' } as Part;
  expect(formatPartRequestUrl(part)).toBe('/request?make=Honda&model=Civic&year=2015&part=Horn&oem=38100');
});
