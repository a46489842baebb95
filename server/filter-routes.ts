import type { ServerBuild } from 'react-router';
import type { ShopSettings } from '#services';

/** Routes for demos and development, and when they are served. */
const optional: Record<string, (shop: ShopSettings) => boolean> = {
  'routes/mailbox': (shop) => shop.mailbox,
  'routes/mailbox.mail': (shop) => shop.mailbox,
  'routes/mailbox.json': (shop) => shop.mailbox,
  'routes/design': (shop) => shop.showcase,
};

/**
 * Removes the routes that this shop does not serve from the build. Their pages, their data and their entries in the
 * route manifest are then not found.
 */
export function filterRoutes(build: ServerBuild, shop: ShopSettings): ServerBuild {
  const routes = Object.entries(build.routes).filter(([id]) => optional[id]?.(shop) ?? true);
  return { ...build, routes: Object.fromEntries(routes) };
}
