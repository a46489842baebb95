/** Lists findings of the tools that are intended, with the reason. */
export const explained: readonly { finding: RegExp; why: string }[] = [
  {
    finding: /Strict-Transport-Security is not set/,
    why: 'The tools use the shop without TLS. With an https SITE_URL the header is set (tests/http/security-headers.test.ts).',
  },
  {
    finding: /X-XSS-Protection is not set/,
    why: 'Current browsers ignore it, and it causes security problems in old ones. The content security policy replaces it.',
  },
  {
    finding: /Lack of anti CSRF token/,
    why: 'Origin and Sec-Fetch-Site identify requests from other sites at all addresses (tests/http/cross-site.test.ts). Pages are the same for all visitors, so they cannot contain a token.',
  },
  {
    finding: /Secure flag is not set/,
    why: 'The tools use the shop without TLS. With an https SITE_URL every cookie has it (tests/http/session.test.ts).',
  },
];
