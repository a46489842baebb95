import { expect, test } from 'vitest';
import { createRoutePatterns } from './route-patterns.ts';

const patternOf = createRoutePatterns([
  '/',
  '/junkyard',
  '/orders/:number',
  '/orders/:number/return',
  '/api/parts/count',
  '/api/parts/:id',
  '/parts/:make?/:model?/:year?',
  '/assets/*',
]);

test.each([
  ['/', '/'],
  ['/?next=/junkyard', '/'],
  ['/_.data', '/.data'],
  ['/junkyard?q=a/b', '/junkyard'],
  ['/junkyard.data?q=a', '/junkyard.data'],
  ['/junkyard/_.data', '/junkyard.data'],
  ['/orders/17', '/orders/:number'],
  ['/orders/17/return', '/orders/:number/return'],
  ['/api/parts/count', '/api/parts/count'],
  ['/api/parts/17', '/api/parts/:id'],
  ['/parts', '/parts/:make?/:model?/:year?'],
  ['/parts/Honda/Civic/2015', '/parts/:make?/:model?/:year?'],
  ['/assets/a/b.js', '/assets/*'],
  ['/parts/Honda/Civic/2015/more', 'other'],
  ['/no/such/page', 'other'],
  ['/__proto__', 'other'],
  ['', '/'],
])('%s is %s', (url, pattern) => {
  expect(patternOf(url)).toBe(pattern);
});
