const disallowed = [
  '/admin',
  '/api/',
  '/auth',
  '/cart',
  '/functions/',
  '/mailbox',
  '/payment-',
  '/profile',
  '/reset-password',
  '/rest/',
  '/rpc/',
  '/test-payment/',
  '/*.data',
  '/*?*q=',
  '/*?*after=',
];

export function formatRobots(siteUrl: string): string {
  const rules = disallowed.map((path) => `Disallow: ${path}\n`);
  return `User-agent: *\n${rules.join('')}\nSitemap: ${siteUrl}/sitemap.xml\n`;
}
