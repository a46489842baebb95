import type { ServerBuild } from 'react-router';

export interface ShopRoute {
  id: string;
  /** As the route table has it: /part/:address. */
  path: string;
  writes: boolean;
  isPage: boolean;
}

type BuiltRoute = NonNullable<ServerBuild['routes'][string]>;

/** Every route of the built shop, so that what walks them walks a new one by itself. */
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

/** The address of a route with a value for each of its parameters. */
export function addressOf(path: string, value: (name: string) => string): string {
  return path
    .replaceAll(/:(\w+)\??/g, (_, name: string) => encodeURIComponent(value(name)))
    .replace('*', 'no/such/page');
}
