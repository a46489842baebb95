import { TrieRouter } from 'hono/router/trie-router';
import type { ServerBuild } from 'react-router';

/** For addresses of no route, so that their number is bounded. */
const OTHER = 'other';

/** Finds the pattern of an address, such as /part/:address. The data of a page ends with .data. */
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

/** The patterns of the routes of the screens. */
export function listPatterns(routes: ServerBuild['routes']): string[] {
  const pathOf = (id: string | undefined): string => {
    const route = routes[id ?? ''];
    return route ? `${pathOf(route.parentId)}/${route.path ?? ''}` : '';
  };
  return Object.keys(routes)
    .map((id) => `/${pathOf(id).split('/').filter(Boolean).join('/')}`)
    .filter((pattern) => pattern !== '/*');
}
