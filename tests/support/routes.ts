import type { ServerBuild } from 'react-router';

export interface ShopRoute {
  id: string;
  path: string;
  writes: boolean;
  isPage: boolean;
}

type BuiltRoute = NonNullable<ServerBuild['routes'][string]>;

/** Lists all routes of the built shop, so that tests include new routes automatically. */
export function routesOf({ routes }: ServerBuild): ShopRoute[] {
  const pathOf = (route: BuiltRoute | undefined): string =>
    route ? `${pathOf(routes[route.parentId ?? ''])}/${route.path ?? ''}` : '';
  return Object.values(routes)
    .filter((route): route is BuiltRoute => route !== undefined && route.id !== 'root')
    .map((route) => ({
      id: route.id,
      path: pathOf(route)
        .replaceAll(/\/+/g, '/')
        .replace(/(.)\/$/, '$1'),
      writes: route.module.action !== undefined,
      isPage: route.module.default !== undefined,
    }));
}

export function addressOf(path: string, value: (name: string) => string): string {
  return path
    .replaceAll(/:(\w+)\??/g, (_, name: string) => encodeURIComponent(value(name)))
    .replace('*', 'no/such/page');
}
