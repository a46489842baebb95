import { expect, test } from 'vitest';
import { business } from './business.ts';

test('business details are those of the specification (Spec §1, §2, §9)', () => {
  expect(business.hours.map(({ days, open }) => `${days} ${open}`)).toEqual([
    'Monday-Friday 8:00 AM-6:00 PM',
    'Saturday 9:00 AM-4:00 PM',
    'Sunday Closed',
  ]);
  expect(business.supportHours).toBe('Monday-Friday 8:00 AM-6:00 PM Pacific');
  expect(business.stats.map(({ figure, name }) => `${figure} ${name}`)).toEqual([
    '10+ Years Experience',
    '5,000+ Happy Customers',
    '1,000+ Parts in Stock',
    '2 Locations',
  ]);
  expect(business.returns).toEqual({ days: 30, refundDays: '5-10' });
  expect(business.legalUpdated).toBe('January 17, 2025');
});
