import { expect, test } from 'vitest';
import {
  canBeReported,
  type Entity,
  findMissingEntityFacts,
  findMissingFacts,
  lastMonth,
  writeNmvtisFile,
} from './nmvtis.ts';

const entity: Entity = {
  nmvtis_id: '123',
  pin: '9876',
  name: 'Partyard, Inc.',
  street: '1 Yard Street',
  city: 'San Diego',
  state: 'CA',
  zip: '92101-1234',
  contact_phone: '+1 (619) 555-0142',
  contact_email: null,
};

const car = {
  id: 'a',
  stockNumber: 'Y1',
  vin: '1HGCM82633A004352',
  year: 2003,
  make: 'Honda',
  model: 'Accord',
  odometer: null,
  obtainedOn: '2026-11-10',
  obtainedFrom: 'Jo Seller',
  disposition: 'here',
  transferredTo: null,
  isForExport: false,
  isLater: false,
};

test('a car lacks what the regulation asks for; only the mileage may be missing', () => {
  expect(findMissingFacts(car)).toEqual(['Mileage']);
  expect(canBeReported(car)).toBe(true);
  const crushed = { ...car, odometer: 1, disposition: 'crushed' };
  expect(findMissingFacts(crushed)).toEqual(['Transferred to']);
  expect(canBeReported(crushed)).toBe(false);
  const blank = {
    ...car,
    vin: null,
    year: null,
    make: null,
    model: null,
    obtainedOn: null,
    obtainedFrom: null,
  };
  expect(findMissingFacts(blank)).toEqual([
    'VIN',
    'Year',
    'Make',
    'Model',
    'Mileage',
    'In possession since',
    'Seller',
  ]);
  expect(findMissingEntityFacts({ ...entity, pin: null, zip: null })).toEqual(['PIN', 'ZIP+4']);
  expect(findMissingEntityFacts(entity)).toEqual([]);
});

test('a report is of the month before', () => {
  expect(lastMonth('2026-11-30')).toEqual({ from: '2026-10-01', to: '2026-10-31' });
  expect(lastMonth('2028-03-01')).toEqual({ from: '2028-02-01', to: '2028-02-29' });
  expect(lastMonth('2027-01-31')).toEqual({ from: '2026-12-01', to: '2026-12-31' });
});

test('the file has the cars that can be reported', () => {
  const hulk = {
    ...car,
    stockNumber: 'Y2',
    odometer: 91_200,
    obtainedFrom: '=Jo "Steel" Seller',
    disposition: 'sold_as_hulk',
    transferredTo: 'Steel Co',
    isForExport: true,
  };
  const [heading = '', ...lines] = writeNmvtisFile([car, { ...car, vin: null }, hulk], entity)
    .trimEnd()
    .split('\r\n');
  expect(heading.split(',')).toHaveLength(21);
  expect(lines).toEqual([
    'Y1,123,9876,"Partyard, Inc.",NO,1 Yard Street,San Diego,CA,92101-1234,16195550142,,1HGCM82633A004352,2003,Honda,Accord,,2026-11-10,Jo Seller,SCRAP,,NO',
    'Y2,123,9876,"Partyard, Inc.",NO,1 Yard Street,San Diego,CA,92101-1234,16195550142,,1HGCM82633A004352,2003,Honda,Accord,91200,2026-11-10,"=Jo ""Steel"" Seller",CRUSHED,Steel Co,YES',
  ]);
});
