import { afterAll, beforeAll, expect, test } from 'vitest';
import { inLong } from '../support/in-long.ts';
import { isPartId } from '#core/catalog/part.ts';
import { type AttackedShop, contentOf, createAttackedShop, PASSWORD } from '../support/attack-shop.ts';
import { isLong } from '../support/is-long.ts';
import { randomAddress } from '../support/random-address.ts';
import { addressOf, type ShopRoute } from '../support/routes.ts';

let attacked: AttackedShop;
beforeAll(async () => {
  attacked = await createAttackedShop();
});
afterAll(() => attacked.shop[Symbol.asyncDispose]());

const METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'];
const WRITES = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);
/** The others differ only in the routes' list of methods, which the second test asks for. */
const METHODS_OF_ODD_IDS = isLong ? METHODS : ['GET', 'POST', 'DELETE'];
const BODIES = {
  none: {},
  JSON: { headers: { 'Content-Type': 'application/json' }, body: '{}' },
  'a form': { headers: { 'Content-Type': 'application/x-www-form-urlencoded' }, body: 'a=b' },
} as const;
type Body = keyof typeof BODIES;

/** In the short run, a route gets a third of the ids, and each method one body of them in turn. */
function requestsOf({ writes }: ShopRoute, number: number): { id: string; method: string; body: Body }[] {
  const bodies = Object.keys(BODIES) as Body[];
  // What only reads answers other methods before it looks at the id.
  const methods = writes ? METHODS_OF_ODD_IDS : ['GET'];
  const all = ODD_IDS.flatMap((id, at) => {
    if (!isLong && (at + number) % 3 !== 0) return [];
    return methods.flatMap((method, nth) => {
      const chosen = isLong ? bodies : bodies.filter((_, body) => body === (at + nth) % bodies.length);
      return (WRITES.has(method) ? chosen : bodies.slice(0, 1)).map((body) => ({ id, method, body }));
    });
  });
  return writes ? all : [...all, { id: 'new', method: 'DELETE', body: 'none' }];
}

/** Ids of no row. */
const ODD_IDS = [
  'new',
  'NEW',
  'null',
  '0',
  '-1',
  "'",
  ' ',
  '__proto__',
  'x'.repeat(300),
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-4fff-8fff-ffffffffffff',
  '00000000-0000-4000-8000-00000000000g',
];

async function ask(route: ShopRoute, id: string, method: string, body: Body) {
  const { headers, ...rest } = { headers: {}, ...BODIES[body] };
  const { status } = await attacked.shop.request(
    addressOf(route.path, () => id),
    {
      method,
      headers: { Cookie: attacked.admin.cookie, 'X-Forwarded-For': randomAddress(), ...headers },
      ...rest,
    },
  );
  return { what: `${method} ${route.path} of ${id.slice(0, 40)} with ${body}`, status };
}

test('all methods of all addresses with an unknown id are refused or not found, and change nothing', async () => {
  const before = await contentOf(attacked.shop);
  const named = attacked.routes.filter(({ path }) => path.includes(':'));
  expect(named.length).toBeGreaterThan(8);
  for (const [number, route] of named.entries()) {
    for (const { id, method, body } of requestsOf(route, number)) {
      const { what, status } = await ask(route, id, method, body);
      expect(status, what).toBeLessThan(500);
      // Deleting a missing row succeeds.
      const gone = method === 'DELETE' && isPartId(id);
      if (WRITES.has(method) && !gone) expect(status, what).toBeGreaterThanOrEqual(400);
    }
  }
  expect(await contentOf(attacked.shop)).toEqual(before);
}, 120_000);

inLong(
  'all methods of all other addresses get a response without a 5xx',
  async () => {
    for (const route of attacked.routes.filter(({ path }) => !path.includes(':'))) {
      for (const method of METHODS_OF_ODD_IDS) {
        for (const body of ['none', 'JSON'] as const) {
          if (body !== 'none' && !WRITES.has(method)) continue;
          const { what, status } = await ask(route, '', method, body);
          expect(status, what).toBeLessThan(500);
          // One of them signs out.
          if (route.path === '/auth/v1/logout') await attacked.admin.signIn('admin@example.com', PASSWORD);
        }
      }
    }
  },
  60_000,
);

test('screens with forms keep what was typed if no answer comes', () => {
  const { routes, assets } = attacked.shop.build;
  const screens = Object.values(routes).filter((route) => route?.module.action && route.module.default);
  const others = screens.flatMap((route) => {
    const isKept = route && assets.routes[route.id]?.hasClientAction;
    return route && route.id.startsWith('desk/') && !isKept ? [route.id] : [];
  });
  // The answer of these is the form itself, also without JavaScript.
  expect(others).toEqual(['desk/orders/quotes/quote-new', 'desk/orders/quotes/quote-change']);
});

test.each([
  ['/admin/part/new', null],
  ['/admin/conditions', null],
  ['/admin/categories', null],
  ['/admin/kinds', null],
  ['/admin/team', null],
  ['/admin/settings', null],
  ['/admin/settings/api', null],
  ['/admin/settings/legal', null],
  ['/admin/settings/tax', null],
  ['/admin/messages/saved-answers', null],
  ['/admin/orders', null],
  ['/admin/bulk-changes', null],
])('%s accepts only the methods %s', async (path, allowed) => {
  for (const method of ['PUT', 'PATCH', 'DELETE']) {
    const answer = await attacked.shop.request(path, {
      method,
      headers: { Cookie: attacked.admin.cookie },
    });
    expect([answer.status, answer.headers.get('Allow')]).toEqual([405, allowed]);
  }
});
