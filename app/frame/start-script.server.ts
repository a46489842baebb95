import type { EntryContext } from 'react-router';
import { BEFORE_SCRIPTS } from './before-scripts.ts';

/**
 * The module script of a page: gives the router in the browser what it starts with, in the place of React Router's
 * `Scripts`. Modules load after the first paint; on a slow network a hundred kilobytes of script would come before the
 * page's style sheet and pictures. A page that nobody looks at is not painted, and does not wait.
 *
 * @param data the loaders' data as React Router hands them over.
 */
export function startScript(
  { manifest, staticHandlerContext, serverHandoffString }: EntryContext,
  data: string,
): string {
  const shown = staticHandlerContext.matches.map(({ route }) => route.id);
  const { entry, hmr } = manifest;
  const modules = shown.map((id) => modulesOf(manifest.routes[id]));
  const files = new Set([
    entry.module,
    ...entry.imports,
    ...modules.flat(),
    ...shown.flatMap((id) => manifest.routes[id]?.imports ?? []),
  ]);
  return [
    BEFORE_SCRIPTS,
    `if (!document.hidden && PerformanceObserver.supportedEntryTypes.includes('paint'))`,
    `await new Promise((painted) => new PerformanceObserver(painted).observe({ type: 'paint', buffered: true }));`,
    `for (const href of ${literal([...files])}) document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));`,
    ...(hmr ? [`await import(${literal(hmr.runtime)});`] : []),
    `const load = async (files) => Object.assign({}, ...await Promise.all(files.map((file) => import(file))));`,
    `const modules = await Promise.all(${literal(modules)}.map(load));`,
    `window.__reactRouterRouteModules = Object.fromEntries(${literal(shown)}.map((id, index) => [id, modules[index]]));`,
    `window.__reactRouterManifest = ${literal({ ...manifest, routes: knownRoutes(manifest, shown) })};`,
    `window.__reactRouterContext = ${serverHandoffString};`,
    `window.__reactRouterContext.stream = new Response(${literal(data)}).body;`,
    `import(${literal(entry.module)});`,
  ].join('\n');
}

type Manifest = EntryContext['manifest'];
type Route = NonNullable<Manifest['routes'][string]>;

/** A route is one module, or several that are put together; a later one wins. */
function modulesOf(route: Route | undefined): string[] {
  if (!route) return [];
  const { clientActionModule, clientLoaderModule, clientMiddlewareModule, hydrateFallbackModule } = route;
  const parts = [clientActionModule, clientLoaderModule, clientMiddlewareModule, hydrateFallbackModule];
  return [...parts, route.module].filter((module) => module !== undefined);
}

/** The routes that are shown, and what stands in their place at their own addresses: the router asks for all others. */
function knownRoutes({ routes }: Manifest, shown: readonly string[]): Manifest['routes'] {
  const known = Object.entries(routes).filter(
    ([id, route]) =>
      shown.includes(id) || (route?.index && route.parentId !== undefined && shown.includes(route.parentId)),
  );
  return Object.fromEntries(known);
}

/** A value as JavaScript that neither ends its script nor breaks its line. */
function literal(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
