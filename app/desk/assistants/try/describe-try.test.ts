import { expect, test } from 'vitest';
import { checkTry, describeTry } from './describe-try.ts';

const blank = { query: '', year: '', make: '', model: '', vin: '', condition: '', max: '' };

test('what the owner types is written as an assistant writes it', () => {
  const said = {
    query: ' alternator ',
    year: '2010',
    make: 'Honda',
    model: 'Civic',
    condition: 'Good',
    max: '199.99',
  };
  expect(checkTry({ ...blank, ...said })).toEqual({});
  expect(describeTry({ ...blank, ...said })).toEqual({
    query: 'alternator',
    filters: {
      vehicle: { year: 2010, make: 'Honda', model: 'Civic' },
      condition: 'Good',
      price: { max: 19_999 },
    },
  });
  expect(describeTry({ ...blank, vin: '1HGCM82633A004352' })).toEqual({
    filters: { vin: '1HGCM82633A004352' },
  });
  expect(describeTry({ ...blank, query: 'alternator' })).toEqual({ query: 'alternator' });
});

test('a form without a question, half a car, and no price are not sent', () => {
  expect(Object.keys(checkTry(blank))).toEqual(['query']);
  expect(Object.keys(checkTry({ ...blank, make: 'Honda' }))).toEqual(['year', 'model']);
  expect(Object.keys(checkTry({ ...blank, query: 'x', year: '10', make: 'a', model: 'b' }))).toEqual([
    'year',
  ]);
  expect(Object.keys(checkTry({ ...blank, query: 'x', max: 'cheap' }))).toEqual(['max']);
});
