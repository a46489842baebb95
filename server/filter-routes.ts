import type { ServerBuild } from 'react-router';
import type { ShopSettings } from '#core/platform/shop.server.ts';
import { publicPaths } from '#core/catalog/public-address.ts';

const OPTIONAL = 'shop/development/';

/** Keys are the folders in OPTIONAL. A folder that is missing here is never served. */
const served: Record<string, (shop: ShopSettings) => boolean> = {
  mailbox: (shop) => shop.mailbox,
  design: (shop) => shop.showcase,
};

function isServed(id: string, shop: ShopSettings): boolean {
  if (!id.startsWith(OPTIONAL)) return true;
  const [folder = ''] = id.slice(OPTIONAL.length).split('/');
  return served[folder]?.(shop) ?? false;
}

/** Removes the routes that this shop does not serve from the build, and from the manifest that browsers read. */
export function filterRoutes(build: ServerBuild, shop: ShopSettings): ServerBuild {
  return withRoutes(build, ({ id }) => isServed(id, shop));
}

/** Keeps the root and the public pages: React Router goes through all routes of a build each time it renders a page. */
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
