import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addParts } from '../support/parts.ts';
import { randomAddress } from '../support/random-address.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';

let shop: TestShop;

beforeAll(async () => {
  shop = await createTestShop();
  await addParts(shop.database.owner, [
    { vehicle_make: 'Honda', vehicle_model: 'Civic' },
    { vehicle_make: 'Honda', vehicle_model: 'Accord' },
    { vehicle_make: 'Ford', vehicle_model: 'Focus' },
  ]);
});
afterAll(() => shop[Symbol.asyncDispose]());

async function read(path: string): Promise<string> {
  const response = await shop.request(path);
  expect(response.status).toBe(200);
  const html = await response.text();
  // As displayed, without separators of the source.
  return html.replaceAll('<!-- -->', '').replaceAll('&#x27;', "'").replace(/\s+/g, ' ');
}

/** Spec §1, §2 and §9. */
const facts = {
  '/contact': [
    'Get in Touch',
    'Send Message',
    'parts@partyard.example',
    '(619) 555-0142',
    'San Diego, CA',
    'Monday-Friday',
    '8:00 AM-6:00 PM',
    'Saturday',
    '9:00 AM-4:00 PM',
    'Sunday',
    'Closed',
    'rows="6"',
  ],
  '/about': [
    '10+',
    'Years Experience',
    '5,000+',
    'Happy Customers',
    '1,000+',
    'Parts in Stock',
    '>2<',
    'Locations',
    'Our Story',
    'Our Mission',
    'Quality First',
    'Fair Pricing',
    'Customer Service',
  ],
  '/privacy': ['Privacy Policy', 'Last updated: January 17, 2025'],
  '/terms': [
    'Terms of Service',
    'Last updated: January 17, 2025',
    'Payment must be received before dispatch',
    'unused parts in their original packaging within 30 days',
    '5-10 business days',
  ],
  '/warranty': [
    'Last updated: January 17, 2025',
    '12-36 months',
    '12-24 months',
    '30 days',
    'How to make a warranty claim',
    '5-10 business days',
    'parts@partyard.example',
    '(619) 555-0142',
    'Monday-Friday 8:00 AM-6:00 PM Pacific',
  ],
  '/yard': ['Cars in our yard', 'All makes', '0 cars found', 'No cars found'],
  '/request': ['Request a Part', 'Full Name', 'Submit Request', 'within 24 hours'],
};

test.each(Object.entries(facts))(
  '%s shows the specified texts, and is the same for all visitors',
  async (path, said) => {
    const html = await read(path);
    for (const fact of said) expect(html).toContain(fact);
    const cookie = await signIn();
    const theirs = await shop.request(path, { headers: { cookie } });
    expect(await theirs.text()).not.toContain('olga@example.com');
  },
);

describe('the request form', () => {
  test('offers fifty years, the current one first, and the values of the catalog', async () => {
    const html = await read('/request');
    const years = [...html.matchAll(/<option(?: value="\d+")?>(\d{4})<\/option>/g)].map(([, year]) =>
      Number(year),
    );
    const current = new Date().getFullYear();
    expect(years).toEqual(Array.from({ length: 50 }, (_, ago) => current - ago));
    expect(html).toContain('<option>Honda</option>');
    expect(html).not.toContain('<option>Civic</option>');
    expect(await read('/request?make=Honda')).toContain('<option>Civic</option>');
    expect(await (await shop.request('/api/models?make=Honda')).json()).toEqual({
      models: ['Accord', 'Civic'],
    });
    expect((await shop.request('/api/models')).status).toBe(400);
  });

  test('is prefilled from a link', async () => {
    const html = await read('/request?make=Honda&model=Civic&year=1965&part=%22Horn%22&oem=38100-TR0');
    expect(html).toContain('value="Honda"');
    expect(html).toContain('value="Civic"');
    expect(html).toMatch(/<option selected="">1965/);
    expect(html).toContain('value="&quot;Horn&quot;"');
    expect(html).toContain('OEM number 38100-TR0');
    expect((await shop.request('/request?make=%00&year=%F0&part[]=1&model=' + 'x'.repeat(5000))).status).toBe(
      200,
    );
  });
});

describe('without JavaScript', () => {
  const post = (path: string, fields: Record<string, string>) =>
    shop.request(path, {
      method: 'POST',
      headers: { 'X-Forwarded-For': randomAddress() },
      body: new URLSearchParams(fields),
    });
  const request = {
    name: 'Dana Driver',
    email: 'dana@example.com',
    phone: '',
    make: 'Honda',
    model: 'Civic',
    year: '2015',
    partName: 'Horn',
    urgency: 'low',
    description: '',
    website: '',
  };

  test('the form sends a request', async () => {
    const sent = await post('/request', request);
    expect(sent.status).toBe(200);
    expect(await sent.text()).toContain('Part request submitted successfully!');
    const { rows } = await shop.database.owner.query('select part_name, urgency from part_requests');
    expect(rows).toEqual([{ part_name: 'Horn', urgency: 'low' }]);
  });

  test('a refused form keeps its input', async () => {
    const refused = await post('/request', { ...request, email: 'dana' });
    expect(refused.status).toBe(400);
    const html = await refused.text();
    expect(html).toContain('Please enter a valid email address');
    expect(html).toContain('value="Dana Driver"');
    expect(html).toContain('value="dana"');
  });

  test('the form sends a message', async () => {
    const message = { name: 'Dana', email: 'dana@example.com', subject: 'Hi', message: 'Hello' };
    expect(await (await post('/contact', message)).text()).toContain('Message sent successfully!');
    const refused = await post('/contact', { ...message, subject: '' });
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain('Subject is required');
  });

  test.each(['/request', '/contact'])('%s refuses files and invalid bodies', async (path) => {
    const file = new FormData();
    file.set('name', new Blob(['x']), 'x.txt');
    const strange = await Promise.all([
      shop.request(path, { method: 'POST', body: file }),
      shop.request(path, { method: 'POST', body: 'x', headers: { 'Content-Type': 'multipart/form-data' } }),
      shop.request(path, { method: 'POST', body: '{}', headers: { 'Content-Type': 'application/json' } }),
    ]);
    expect(strange.map(({ status }) => status)).toEqual([400, 400, 415]);
  });
});

test('the profile page shows only the signed-in user', async () => {
  const profile = async (headers: Record<string, string> = {}) => {
    const response = await shop.request('/rest/v1/profile', { headers });
    expect(response.headers.get('Cache-Control')).toBe('private, no-store');
    return response.json();
  };
  expect(await profile()).toEqual({ profile: null });
  const cookie = await signIn();
  expect(await profile({ cookie })).toEqual({ profile: null });
  await shop.database.owner.query(
    `insert into profiles (user_id, display_name, phone) select id, 'Olga', '555-0100' from auth.users`,
  );
  expect(await profile({ cookie })).toEqual({
    profile: { display_name: 'Olga', phone: '555-0100', city: null, state: null },
  });
});

let signedIn: Promise<string> | undefined;

function signIn(): Promise<string> {
  signedIn ??= shop
    .addUser({ email: 'olga@example.com', password: 'a long password' })
    .then(() => shop.signIn('olga@example.com', 'a long password'));
  return signedIn;
}
