import type { ServerBuild } from 'react-router';
import type { ShopSettings } from '#services';

/** For people who try the shop or build with it, and when they are served. */
const optional: Record<string, (shop: ShopSettings) => boolean> = {
  'routes/mailbox': (shop) => shop.mailbox,
  'routes/mailbox.mail': (shop) => shop.mailbox,
  'routes/mailbox.json': (shop) => shop.mailbox,
  'routes/design': (shop) => shop.showcase,
};

/**
 * The built shop without the routes that this one does not serve. Their addresses are not found, as any other that
 * does not exist: by every method, as a page, as its data, and in the manifest that browsers read.
 */
export function servedRoutes(build: ServerBuild, shop: ShopSettings): ServerBuild {
  const routes = Object.entries(build.routes).filter(([id]) => optional[id]?.(shop) ?? true);
  return { ...build, routes: Object.fromEntries(routes) };
}
