/** What is for no crawler: other people's pages, data without a page, and searches, of which there is no end. */
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

export function robots(siteUrl: string): string {
  const rules = disallowed.map((path) => `Disallow: ${path}\n`);
  return `User-agent: *\n${rules.join('')}\nSitemap: ${siteUrl}/sitemap.xml\n`;
}
