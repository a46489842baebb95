import { describe, expect, test } from 'vitest';
import { findRemoteArea, taxedPlace, usStateOptions, usStates } from './destination.ts';

describe('the states of a US address', () => {
  test('are the 50 states, DC, the territories and the armed forces, by name', () => {
    expect(usStateOptions.map(({ code, name }) => `${code} ${name}`)).toEqual([
      'AL Alabama',
      'AK Alaska',
      'AS American Samoa',
      'AZ Arizona',
      'AR Arkansas',
      'AA Armed Forces Americas',
      'AE Armed Forces Europe',
      'AP Armed Forces Pacific',
      'CA California',
      'CO Colorado',
      'CT Connecticut',
      'DE Delaware',
      'DC District of Columbia',
      'FL Florida',
      'GA Georgia',
      'GU Guam',
      'HI Hawaii',
      'ID Idaho',
      'IL Illinois',
      'IN Indiana',
      'IA Iowa',
      'KS Kansas',
      'KY Kentucky',
      'LA Louisiana',
      'ME Maine',
      'MD Maryland',
      'MA Massachusetts',
      'MI Michigan',
      'MN Minnesota',
      'MS Mississippi',
      'MO Missouri',
      'MT Montana',
      'NE Nebraska',
      'NV Nevada',
      'NH New Hampshire',
      'NJ New Jersey',
      'NM New Mexico',
      'NY New York',
      'NC North Carolina',
      'ND North Dakota',
      'MP Northern Mariana Islands',
      'OH Ohio',
      'OK Oklahoma',
      'OR Oregon',
      'PA Pennsylvania',
      'PR Puerto Rico',
      'RI Rhode Island',
      'SC South Carolina',
      'SD South Dakota',
      'TN Tennessee',
      'TX Texas',
      'VI U.S. Virgin Islands',
      'UT Utah',
      'VT Vermont',
      'VA Virginia',
      'WA Washington',
      'WV West Virginia',
      'WI Wisconsin',
      'WY Wyoming',
    ]);
  });

  test('are remote outside the mainland', () => {
    const areas = Map.groupBy(Object.keys(usStates), (state) => findRemoteArea(state));
    expect(areas.get('alaska')).toEqual(['AK']);
    expect(areas.get('hawaii')).toEqual(['HI']);
    expect(areas.get('territories')).toEqual(['AS', 'GU', 'MP', 'PR', 'VI']);
    expect(areas.get('military')).toEqual(['AA', 'AE', 'AP']);
    expect(areas.get(undefined)).toHaveLength(49);
  });
});

describe('a purchase is taxed', () => {
  const locations = [
    { name: 'Main yard', state: 'CA', zip: '91950' },
    { name: 'North yard', state: 'NV', zip: '89101' },
  ];
  const home = { kind: 'ship', country: 'US', state: 'CA', zip: '92101' } as const;
  const shipped = { ...home, place: 'residential', liftgate: false, poBox: false } as const;

  test('where it goes, in the United States', () => {
    expect(taxedPlace(shipped, locations)).toEqual({ state: 'CA', zip: '92101' });
    expect(taxedPlace({ ...shipped, country: 'MX', state: '', zip: '' }, locations)).toBeNull();
  });

  test('where it is picked up', () => {
    expect(taxedPlace({ kind: 'pickup', location: 'North yard' }, locations)).toEqual({
      state: 'NV',
      zip: '89101',
    });
    expect(taxedPlace({ kind: 'pickup', location: 'Closed yard' }, locations)).toBeNull();
  });
});
