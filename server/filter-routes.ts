import type { ServerBuild } from 'react-router';
import type { ShopSettings } from '#core/platform/shop.server.ts';
import { publicPaths } from '#core/catalog/public-address.ts';

const optional: Record<string, (shop: ShopSettings) => boolean> = {
  'routes/mailbox': (shop) => shop.mailbox,
  'routes/mailbox.mail': (shop) => shop.mailbox,
  'routes/mailbox.json': (shop) => shop.mailbox,
  'routes/design': (shop) => shop.showcase,
};

/** Removes the routes that this shop does not serve from the build, and from the manifest that browsers read. */
export function filterRoutes(build: ServerBuild, shop: ShopSettings): ServerBuild {
  return withRoutes(build, ({ id }) => optional[id]?.(shop) ?? true);
}

/** The root and the public pages: React Router goes through all routes of a build each time it renders a page. */
export function onlyPublicPages(build: ServerBuild): ServerBuild {
  return withRoutes(
    build,
    ({ id, parentId, path, index }) =>
      id === 'root' || (parentId === 'root' && publicPaths.has(index ? '/' : `/${path}`)),
  );
}

type Routes = ServerBuild['routes'];

function withRoutes(build: ServerBuild, has: (route: NonNullable<Routes[string]>) => boolean): ServerBuild {
  const kept = new Set(
    Object.values(build.routes).flatMap((route) => (route && has(route) ? [route.id] : [])),
  );
  const filter = <Route>(routes: Record<string, Route>) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => kept.has(id)));
  return {
    ...build,
    routes: filter(build.routes),
    assets: { ...build.assets, routes: filter(build.assets.routes) },
  };
}
