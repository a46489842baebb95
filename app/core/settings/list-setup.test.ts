import { describe, expect, test } from 'vitest';
import { defaultShop } from './shop.ts';
import { parseSettings } from './settings.ts';
import { countSetupSteps, listSetupSteps } from './list-setup.ts';

describe('the steps before opening', () => {
  const done = (values: unknown) =>
    listSetupSteps(parseSettings(values), false).flatMap((step) => (step.done ? [step.id] : []));

  test('are these, each in a topic of the settings', () => {
    const steps = listSetupSteps(parseSettings({}), false);
    expect(steps.map(({ id, label, topic }) => `${id}: ${label} (${topic})`)).toEqual([
      'name: Name (business)',
      'blurb: Description (business)',
      'city: City (business)',
      'phone: Phone number (business)',
      'email: Email address (business)',
      'address: Address (business)',
      'hours: Opening hours (business)',
      'story: Our Story (business)',
      'stats: About figures (business)',
      'tax: Sales tax (tax)',
      'shipping: Shipping (shipping)',
      'returns: Returns (business)',
      'mail: Email sender (mail)',
      'legal: Legal pages (legal)',
    ]);
  });

  const yard = { name: 'Yard', street: '1 Main St', city: 'San Diego', state: 'CA', zip: '92101' };

  test.each([
    ['name', { business: { name: 'Joe’s Yard' } }],
    ['blurb', { business: { blurb: 'Volvo parts' } }],
    ['city', { business: { city: 'Salem, OR' } }],
    ['story', { business: { story: 'We began in 2001.' } }],
    ['stats', { business: { stats: [{ figure: '12', name: 'Volvos' }] } }],
    ['phone', { business: { phone: '(619) 555-0199' } }],
    ['email', { business: { email: 'joe@example.com' } }],
    ['address', { business: { locations: [yard] } }],
    ['hours', { business: { hours: { ...defaultShop.hours, Monday: null } } }],
    ['tax', { tax: { flatRate: 0.0775 } }],
    ['shipping', { shipping: { poBoxes: false } }],
    ['returns', { business: { returns: { days: 14, refundDays: '5-10' } } }],
    ['mail', { mail: { senderName: 'Joe' } }],
    ['legal', { setup: { confirmed: ['legal'] } }],
  ])('the step %s is done by %j', (id, values) => {
    expect(done(values)).toEqual([id]);
  });

  test('are done when their value differs from the default', () => {
    expect(done({})).toEqual([]);
    expect(done({ business: { blurb: '', story: '', stats: [], locations: [] } })).toEqual([]);
    expect(done({ business: { phone: '(619) 555-0199' }, mail: { senderName: 'Joe' } })).toEqual([
      'phone',
      'mail',
    ]);
    expect(done({ business: { warranty: { oem: '1', aftermarket: '1', used: '1' } } })).toEqual([]);
  });

  test('or when the default is confirmed, and go when dismissed', () => {
    expect(done({ setup: { confirmed: ['tax', 'hours'] } })).toEqual(['hours', 'tax']);
    const count = (setup: object) => countSetupSteps(parseSettings({ setup }), false);
    expect(count({})).toBe(14);
    expect(count({ confirmed: ['tax'] })).toBe(13);
    expect(count({ dismissed: true })).toBe(0);
    expect(countSetupSteps(parseSettings({}), true)).toBe(13);
  });
});
