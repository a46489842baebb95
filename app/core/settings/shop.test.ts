import { defaultAbout } from './about-texts.ts';
import { expect, test } from 'vitest';
import { formatHours, formatSupportHours } from './opening-hours.ts';
import { defaultShop, dialablePhone, emailLink, formatAddress, phoneLink } from './shop.ts';

test('the defaults are those of the specification (Spec §1, §2, §9)', () => {
  expect(formatHours(defaultShop).map(({ days, open }) => `${days} ${open}`)).toEqual([
    'Monday-Friday 8:00 AM-6:00 PM',
    'Saturday 9:00 AM-4:00 PM',
    'Sunday Closed',
  ]);
  expect(formatSupportHours(defaultShop)).toBe('Monday-Friday 8:00 AM-6:00 PM Pacific');
  expect(defaultAbout.stats.map(({ figure, name }) => `${figure} ${name}`)).toEqual([
    '10+ Years Experience',
    '5,000+ Happy Customers',
    '1,000+ Parts in Stock',
    '2 Locations',
  ]);
  expect(defaultShop.name).toBe('Partyard');
  expect(defaultShop.blurb).toBe(
    'New and used car parts from San Diego, checked on the bench and priced in the open.',
  );
  const { city, registration, responseTime, copyrightYear, returns, warranty } = defaultShop;
  expect({ city, registration, responseTime, copyrightYear, returns, warranty }).toEqual({
    city: 'San Diego, CA',
    registration: '',
    responseTime: '24 hours',
    copyrightYear: 2025,
    returns: { days: 30, refundDays: '5-10', restockingRate: 0, wayBack: 'buyer' },
    warranty: { oem: '12-36 months', aftermarket: '12-24 months', used: '30 days' },
  });
});

test('links to the phone and to the address', () => {
  expect(phoneLink(defaultShop)).toBe('tel:+16195550142');
  // 555-01xx numbers and .example domains are reserved for examples.
  expect(defaultShop.phone).toBe('(619) 555-0142');
  expect(dialablePhone('1 (619) 555-0142')).toBe('+16195550142');
  expect(emailLink(defaultShop)).toBe('mailto:parts@partyard.example');
});

test('an address is one line', () => {
  const yard = { name: 'Yard', street: '1 Main St', city: 'San Diego', state: 'CA', zip: '92101' };
  expect(formatAddress(yard)).toBe('1 Main St, San Diego, CA 92101');
});
