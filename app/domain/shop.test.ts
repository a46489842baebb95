import { expect, test } from 'vitest';
import { emailLink, phoneLink, shop } from './shop.ts';

test('the business details of the specification', () => {
  expect(shop).toMatchObject({
    name: 'Partyard',
    city: 'San Diego, CA',
    copyrightYear: 2025,
    responseTime: '24 hours',
    warranty: { oem: '12-36 months', aftermarket: '12-24 months', used: '30 days' },
  });
  expect(shop.blurb).toBe(
    'New and used car parts from San Diego, checked on the bench and priced in the open.',
  );
});

test('phone number and email are reserved for examples, and can be clicked', () => {
  expect(shop.phone).toBe('(619) 555-0142');
  expect(phoneLink).toBe('tel:+16195550142');
  expect(emailLink).toBe('mailto:parts@partyard.example');
});
