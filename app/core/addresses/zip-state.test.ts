import { describe, expect, test } from 'vitest';
import { usStates } from './destination.ts';
import { findStateOfZip, findZipProblem } from './zip-state.ts';

describe('the state of a ZIP code', () => {
  test.each([
    ['92101', 'CA'],
    ['89101', 'NV'],
    ['10001', 'NY'],
    ['00501', 'NY'],
    ['02108', 'MA'],
    ['05501', 'MA'],
    ['05401', 'VT'],
    ['20001', 'DC'],
    ['20101', 'VA'],
    ['20201', 'DC'],
    ['20601', 'MD'],
    ['31999', 'GA'],
    ['39901', 'GA'],
    ['73101', 'OK'],
    ['73301', 'TX'],
    ['88510', 'TX'],
    ['96701', 'HI'],
    ['99501', 'AK'],
    ['99401', 'WA'],
    // These differ from their neighbors
    ['06390', 'NY'],
    ['83414', 'WY'],
    // The armed forces
    ['34001', 'AA'],
    ['09007', 'AE'],
    ['96201', 'AP'],
    // Territories
    ['00601', 'PR'],
    ['00801', 'VI'],
    ['00901', 'PR'],
    ['96799', 'AS'],
    ['96910', 'GU'],
    ['96950', 'MP'],
  ])('%s is %s', (zip, state) => {
    expect(findStateOfZip(zip)).toBe(state);
    expect(findZipProblem({ zip, state })).toBeUndefined();
  });

  test('is open where none is assigned', () => {
    expect(findStateOfZip('00001')).toBeUndefined();
    expect(findZipProblem({ zip: '00001', state: 'CA' })).toBeUndefined();
  });

  test('is never unknown to an address, and each state has one', () => {
    const zips = Array.from({ length: 100_000 }, (_, number) => String(number).padStart(5, '0'));
    const found = new Set(zips.flatMap((zip) => findStateOfZip(zip) ?? []));
    expect([...found].toSorted()).toEqual(Object.keys(usStates).toSorted());
  });
});

test.each([
  ['CA', '10001', 'Your ZIP code 10001 is in New York, not in California'],
  ['AE', '96201', 'Your ZIP code 96201 is in Armed Forces Pacific, not in Armed Forces Europe'],
  ['HI', '96799', 'Your ZIP code 96799 is in American Samoa, not in Hawaii'],
  ['', '10001', undefined],
  ['CA', '1000', undefined],
  ['CA', '', undefined],
])('%s and %s: %s', (state, zip, problem) => {
  expect(findZipProblem({ state, zip })).toBe(problem);
});
