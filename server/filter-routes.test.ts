import type { ServerBuild } from 'react-router';
import { expect, test } from 'vitest';
import type { ShopSettings } from '#core/platform/shop.server.ts';
import { filterRoutes } from './filter-routes.ts';

const ids = [
  'root',
  'shop/find/home/home',
  'shop/development/mailbox/mailbox',
  'shop/development/design/design',
  'shop/development/other/other',
];
const routes = Object.fromEntries(ids.map((id) => [id, { id }]));
const build = { routes, assets: { routes } } as unknown as ServerBuild;

const idsFor = (shop: Pick<ShopSettings, 'mailbox' | 'showcase'>) =>
  Object.keys(filterRoutes(build, shop as ShopSettings).assets.routes);

test('a shop serves the optional screens that it has turned on', () => {
  expect(idsFor({ mailbox: false, showcase: false })).toEqual(ids.slice(0, 2));
  expect(idsFor({ mailbox: true, showcase: false })).toEqual(ids.slice(0, 3));
  expect(idsFor({ mailbox: false, showcase: true })).toEqual([...ids.slice(0, 2), ids[3]]);
});

test('an optional screen without a rule is never served', () => {
  expect(idsFor({ mailbox: true, showcase: true })).not.toContain('shop/development/other/other');
});
