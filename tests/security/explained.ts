/** Findings of the tools that are intended, with the reason. */
export const explained: readonly { finding: RegExp; why: string }[] = [
  {
    finding: /Strict-Transport-Security is not set/,
    why: 'The tools reach the shop without TLS. With an https SITE_URL the header is there (tests/http/security-headers.test.ts).',
  },
  {
    finding: /X-XSS-Protection is not set/,
    why: 'Browsers have dropped it, and where it still works it opens holes of its own. The policy does its work.',
  },
  {
    finding: /Lack of anti CSRF token/,
    why: 'Requests of other sites are told by Origin and Sec-Fetch-Site, at every address (tests/http/cross-site.test.ts). Pages are the same for everybody and can hold no token.',
  },
  {
    finding: /Secure flag is not set/,
    why: 'The tools reach the shop without TLS. With an https SITE_URL every cookie has it (tests/http/session.test.ts).',
  },
];
