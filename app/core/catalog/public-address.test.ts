import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fixedPages, normalizePublicAddress } from './public-address.ts';

const shared = (target: string) => normalizePublicAddress(target)?.address;

test.each([
  ['/', '/'],
  ['/?utm_source=news&make=Honda', '/?make=Honda'],
  [
    '/?year=2015&model=Civic&make=Honda&category=Brakes&sort=',
    '/?make=Honda&model=Civic&year=2015&category=Brakes',
  ],
  ['/junkyard?q=brake%20pads&fbclid=1', '/junkyard?q=brake+pads'],
  [
    '/junkyard.data?_routes=shop%2Ffind%2Fjunkyard%2Fjunkyard&q=a&x=1',
    '/junkyard.data?q=a&_routes=shop%2Ffind%2Fjunkyard%2Fjunkyard',
  ],
  ['/junkyard?_routes=root&q=a', '/junkyard?q=a'],
  ['/_.data', '/_.data'],
  ['/about?', '/about'],
  ['/about?q=1?q=2', '/about'],
  ['/part/front-brake-pads-0b7c?ref=mail', '/part/front-brake-pads-0b7c'],
  ['/parts/Honda/CR-V/2015', '/parts/Honda/CR-V/2015'],
  ['/terms?version=2&utm_source=mail', '/terms?version=2'],
  [
    '/terms.data?_routes=shop%2Fpages%2Flegal%2Fterms&version=2',
    '/terms.data?version=2&_routes=shop%2Fpages%2Flegal%2Fterms',
  ],
  ['/api/parts?limit=10&make=Honda&nothing=1', '/api/parts?make=Honda&limit=10'],
])('%s is normalized to %s', (target, address) => {
  expect(shared(target)).toBe(address);
});

/** Gives each of these a value, and sorts them. */
const withAll = (path: string, names: string) =>
  `${path}?${names
    .split(' ')
    .map((name) => `${name}=1`)
    .join('&')}`;

const filters =
  'q make model year category condition origin kind brand min_price max_price in_stock new_arrivals';

test.each([
  ['/', 'make model year category in_stock sort shown after'],
  ['/junkyard', 'q make category condition after'],
  ['/request', 'make model year part oem'],
  ['/privacy', 'version'],
  ['/terms', 'version'],
  ['/warranty', 'version'],
  ['/api/parts', `ids ${filters} sort limit after`],
  ['/api/parts/count', `ids ${filters} as_of`],
  ['/api/parts/facets', filters],
  ['/api/models', 'make'],
  ['/api/suggestions', 'q'],
])('%s reads %s', (path, names) => {
  expect(shared(withAll(path, names))).toBe(withAll(path, names));
  expect(shared(`${withAll(path, names)}&other=1`)).toBe(withAll(path, names));
});

test.each([
  ['/_.data', 'shop/find/home/home'],
  ['/junkyard.data', 'shop/find/junkyard/junkyard'],
  ['/part/horn-1.data', 'shop/part/part'],
  ['/parts/Honda.data', 'shop/find/vehicles/vehicles'],
  ['/request.data', 'shop/pages/request/request'],
  ['/privacy.data', 'shop/pages/legal/privacy'],
  ['/terms.data', 'shop/pages/legal/terms'],
  ['/warranty.data', 'shop/pages/legal/warranty'],
])('%s has the data of %s', (path, route) => {
  const address = `${path}?${new URLSearchParams({ _routes: route })}`;
  expect(shared(address)).toBe(address);
});

test('pages of every shop, for the sitemap', () => {
  expect(fixedPages.join(' ')).toBe(
    '/ /junkyard /parts /yard /request /about /contact /privacy /terms /warranty',
  );
});

test.each([
  '/cart',
  '/profile',
  '/profile.data',
  '/auth',
  '/admin',
  '/admin.data',
  '/auth/v1/user',
  '/functions/v1/own-holds',
  '/payment-success?session_id=1',
  '/mailbox',
  '/part/a/b',
  '/parts/a/b/c/d',
  '/api/parts.data',
  '//',
  '',
])('%s is not a public page', (target) => {
  expect(normalizePublicAddress(target)).toBeUndefined();
});

test.each(['shop/find/home/home', 'root', 'shop/find/junkyard/junkyard,root', 'x', 'routes%2Fadmin'])(
  'data of other routes (%s) are left to the router',
  (routes) => expect(normalizePublicAddress(`/junkyard.data?_routes=${routes}`)).toBeUndefined(),
);

test('a repeated parameter is left to the page', () => {
  expect(normalizePublicAddress('/junkyard?q=a&q=b')).toBeUndefined();
  expect(shared('/junkyard?x=a&x=b')).toBe('/junkyard');
});

test('conditions may be repeated, in any order', () => {
  for (const conditions of ['condition=New&condition=Good', 'condition=Good&condition=New&condition=Good'])
    expect(shared(`/junkyard?${conditions}`)).toBe('/junkyard?condition=Good&condition=New');
});

const [ONE, OTHER] = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b'];

test.each([
  [`/part/brake-pads-${ONE}`, [ONE]],
  [`/part/brake-pads-${ONE}.data?_routes=shop%2Fpart%2Fpart`, [ONE]],
  [`/api/parts/${ONE}`, [ONE]],
  [`/api/parts?ids=${ONE},${OTHER}`, [ONE, OTHER]],
  [`/api/parts?q=${ONE}`, []],
  [`/api/fits?ids=${ONE}`, []],
  ['/junkyard', []],
])('%s is about the parts %s', (target, ids) => {
  expect(normalizePublicAddress(target)?.ids).toEqual(ids);
});

test('a normalized address is unchanged', () => {
  const path = fc.constantFrom('/', '/junkyard', '/junkyard.data', '/part/horn-1', '/api/parts', '/request');
  const name = fc.constantFrom('q', 'make', 'model', 'year', 'after', 'sort', 'utm', '_routes', 'oem');
  fc.assert(
    fc.property(path, fc.dictionary(name, fc.string()), (at, parameters) => {
      const address = shared(`${at}?${new URLSearchParams(parameters)}`);
      if (address !== undefined) expect(shared(address)).toBe(address);
    }),
  );
});
