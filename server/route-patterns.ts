import { TrieRouter } from 'hono/router/trie-router';
import type { ServerBuild } from 'react-router';

/** All addresses of no route share this label, so that the number of labels is bounded. */
const OTHER = 'other';

/** Finds the pattern of an address. Example: '/part/:address'. The data of a page ends with .data. */
export function createRoutePatterns(patterns: readonly string[]): (url: string) => string {
  const router = new TrieRouter<string>();
  // The first match counts, and letters are after : and *: a literal comes before a parameter.
  for (const pattern of patterns.toSorted().toReversed()) router.add('GET', pattern, pattern);
  return function patternOf(url) {
    const [path = '', data] = url.replace(/\?.*/, '').split(/(?:\/_)?(\.data)$/);
    const [match] = router.match('GET', path || '/')[0];
    return match ? match[0] + (data ?? '') : OTHER;
  };
}

/** Returns the patterns of the routes, by their ids. The route of all other addresses has none. */
export function patternsById(routes: ServerBuild['routes']): Map<string, string> {
  const pathOf = (id: string | undefined): string => {
    const route = routes[id ?? ''];
    return route ? `${pathOf(route.parentId)}/${route.path ?? ''}` : '';
  };
  const patterns = Object.keys(routes).map(
    (id) => [id, `/${pathOf(id).split('/').filter(Boolean).join('/')}`] as const,
  );
  return new Map(patterns.filter(([, pattern]) => pattern !== '/*'));
}
