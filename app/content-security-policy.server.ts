import { createHash } from 'node:crypto';

/** Data for search engines is not among them: a browser does not run it, and no policy asks about it. */
const INLINE_SCRIPT = /<script(?![^>]*\s(?:src=|type="application\/ld\+json"))[^>]*>([\s\S]*?)<\/script>/g;

/**
 * The policy for one rendered page. Its inline scripts are allowed by their hashes and not by a nonce, so that
 * the same bytes and headers can be kept in a cache and sent to everybody.
 */
export function contentSecurityPolicy(html: string): string {
  const hashes = new Set<string>();
  for (const [, script = ''] of html.matchAll(INLINE_SCRIPT)) {
    hashes.add(`'sha256-${createHash('sha256').update(script).digest('base64')}'`);
  }
  return [
    "default-src 'self'",
    `script-src 'self' ${[...hashes].join(' ')}`,
    // Style attributes only: the server renders positions and sizes of components into them.
    // While developing, Vite puts each changed style sheet into the page itself.
    `style-src 'self'${import.meta.env.DEV ? " 'unsafe-inline'" : ''}`,
    "style-src-attr 'unsafe-inline'",
    // Part pictures may be embedded as data strings or stand on the address that an import named (Spec §3).
    "img-src 'self' data: https:",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
