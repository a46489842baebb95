import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AttackedShop, createAttackedShop, PASSWORD } from '../support/attack-shop.ts';
import { type DatabaseRelay, startDatabaseRelay } from '../support/database-relay.ts';

let relay: DatabaseRelay;
let attacked: AttackedShop;

beforeAll(async () => {
  relay = await startDatabaseRelay();
  attacked = await createAttackedShop({ databaseThrough: relay.through });
});
afterAll(async () => {
  await attacked.shop[Symbol.asyncDispose]();
  await relay[Symbol.asyncDispose]();
});

const request = {
  name: 'Dana Driver',
  email: 'dana@example.com',
  make: 'Honda',
  model: 'Civic',
  year: '2015',
  partName: 'Horn',
};
const contact = { name: 'Dana', email: 'dana@example.com', subject: 'Hello', message: 'Is anybody there?' };

/** All reads of the shop, and all kinds of writes with a valid body. */
async function ask() {
  const { shop, routes, address, part, orderId, admin, send, form } = attacked;
  const payment = {
    items: [{ id: part, name: 'Front Brake Pads', amountCents: 4000, quantity: 1 }],
    currency: 'usd',
    taxCents: 320,
    shippingCents: 1500,
  };
  const asked: [string, Promise<Response>][] = routes
    .filter(({ path }) => !path.includes('*'))
    .map((route) => [`GET ${route.path}`, admin.request(address(route))]);
  asked.push(
    ['GET /_.data', shop.request('/_.data')],
    ['GET /health', shop.request('/health')],
    [
      'sign up',
      send('POST', '/auth/v1/signup', {
        email: 'new@example.com',
        password: PASSWORD,
        data: { display_name: 'New' },
      }),
    ],
    [
      'sign in',
      send('POST', '/auth/v1/token?grant_type=password', { email: 'olga@example.com', password: PASSWORD }),
    ],
    ['refresh', send('POST', '/auth/v1/token?grant_type=refresh_token', {})],
    ['recover', send('POST', '/auth/v1/recover', { email: 'olga@example.com' })],
    ['change password', send('PUT', '/auth/v1/user', { password: 'another long password' })],
    ['second step', send('POST', '/auth/v1/factors/begin', { password: PASSWORD })],
    ['pay', send('POST', '/functions/v1/create-payment', payment)],
    ['cancel payment', form('/functions/v1/cancel-payment', { order: orderId })],
    ['part request', send('POST', '/functions/v1/send-part-request-email', request)],
    ['contact', send('POST', '/functions/v1/send-contact-email', contact)],
    ['part request by form', form('/request', request)],
    ['contact by form', form('/contact', contact)],
    [
      'event',
      send('POST', '/rpc/log_anonymous_audit_event', { p_action: 'page_view', p_resource_type: 'page' }),
    ],
    ['profile', form('/profile.data', { intent: 'save-details', display_name: 'Ada' })],
    ['crawl', send('POST', '/functions/v1/catalog-crawl', { apiKey: 'fc-key' })],
    ['scan', send('POST', '/functions/v1/security-scan', {})],
    ['category', form('/admin/categories.data', { intent: 'delete', name: 'Brakes', parts: '1' })],
  );
  return Promise.all(
    asked.map(async ([what, answer]) => {
      const { status, headers } = await answer;
      return { what, status, retry: headers.has('Retry-After') };
    }),
  );
}

test.each(['refuse', 'cut'] as const)(
  'while the database refuses connections (%s), each request gets 503 with Retry-After, or needs no database',
  async (failure) => {
    await relay[failure]();
    const answers = await ask();
    await relay.mend();
    expect(answers.filter(({ status, retry }) => status >= 500 && (status !== 503 || !retry))).toEqual([]);
    const busy = answers.filter(({ status }) => status === 503).map(({ what }) => what);
    expect(busy).toEqual(
      expect.arrayContaining(['GET /', 'GET /_.data', 'GET /health', 'sign in', 'contact', 'pay']),
    );
  },
);
