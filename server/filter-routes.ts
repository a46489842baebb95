import type { ServerBuild } from 'react-router';
import type { ShopSettings } from '#services';

const optional: Record<string, (shop: ShopSettings) => boolean> = {
  'routes/mailbox': (shop) => shop.mailbox,
  'routes/mailbox.mail': (shop) => shop.mailbox,
  'routes/mailbox.json': (shop) => shop.mailbox,
  'routes/design': (shop) => shop.showcase,
};

/** Removes the routes that this shop does not serve from the build, and from the manifest that browsers read. */
export function filterRoutes(build: ServerBuild, shop: ShopSettings): ServerBuild {
  const filter = <Route>(routes: Record<string, Route>) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => optional[id]?.(shop) ?? true));
  return {
    ...build,
    routes: filter(build.routes),
    assets: { ...build.assets, routes: filter(build.assets.routes) },
  };
}
