import { describe, expect, test } from 'vitest';
import { readAddress, toShipTo } from './saved-address.ts';

const address = {
  name: 'Olga Driver',
  line1: '12 Oak Street',
  line2: '',
  city: 'San Diego',
  state: 'CA',
  postalCode: '92101',
  country: 'US',
  place: 'residential',
};

describe('readAddress', () => {
  test('trims, and shortens a ZIP code with nine digits', () => {
    expect(readAddress({ ...address, name: ' Olga ', state: 'ca', postalCode: '92101-1234' }, [])).toEqual({
      ...address,
      name: 'Olga',
      line2: null,
    });
  });

  test('has other rules abroad', () => {
    const abroad = { ...address, country: 'CA', state: 'Ontario', postalCode: 'K1A 0B1' };
    expect(readAddress(abroad, ['CA'])).toEqual({ ...abroad, line2: null });
    expect(readAddress({ ...abroad, state: '' }, ['CA'])).toMatchObject({ state: '' });
  });

  test.each([
    [{ name: ' ' }, 'Please enter a name.'],
    [{ line1: '' }, 'Please enter a street address.'],
    [{ city: '' }, 'Please enter a city.'],
    [{ state: 'XX' }, 'Please enter a state and a five-digit ZIP code.'],
    [{ postalCode: '9210' }, 'Please enter a state and a five-digit ZIP code.'],
    [{ postalCode: '10001' }, 'Your ZIP code 10001 is in New York, not in California.'],
    [{ country: 'FR' }, "We don't ship to this country."],
    [{ line2: 'x'.repeat(201) }, 'Apartment or suite can have at most 200 characters.'],
    [{ city: 'a\0b' }, 'City cannot be read.'],
  ])('refuses %j', (change, error) => {
    expect(readAddress({ ...address, ...change }, ['CA'])).toEqual({ error });
  });

  test.each([[null], ['address'], [{}], [{ name: 7 }]])('refuses %j', (body) => {
    expect(readAddress(body, [])).toEqual({ error: 'Please enter a name.' });
  });
});

describe('toShipTo', () => {
  const shipTo = (line1: string) => toShipTo({ ...address, line1, line2: null, place: 'business' });

  test('has what tax and shipping depend on', () => {
    expect(shipTo('12 Oak Street')).toEqual({
      kind: 'ship',
      country: 'US',
      state: 'CA',
      zip: '92101',
      place: 'business',
      liftgate: false,
      poBox: false,
    });
  });

  test.each(['PO Box 12', 'P.O. Box 12', 'p o box 12'])('knows that %s is a PO box', (line1) => {
    expect(shipTo(line1).poBox).toBe(true);
  });
});
