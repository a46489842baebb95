import { createHash } from 'node:crypto';

const INLINE_SCRIPT = /<script([^>]*)>([\s\S]*?)<\/script>/g;
const STYLE_ATTRIBUTE = /<[a-z][^<>]*?\sstyle="([^"]*)"/g;

/**
 * The policy for one rendered page. Its inline scripts are allowed by their hashes and not by a nonce, so that
 * the same bytes and headers can be kept in a cache and sent to everybody. Only scripts that carry `mark`, which
 * nobody can know before the page is made, are the page's own: what somebody had smuggled into it gets no hash.
 */
export function contentSecurityPolicy(html: string, mark: string): string {
  const scripts = new Set<string>();
  for (const [, attributes = '', script = ''] of html.matchAll(INLINE_SCRIPT)) {
    if (attributes.includes(` nonce="${mark}"`) && !attributes.includes(' src=')) scripts.add(hash(script));
  }
  const styles = new Set<string>();
  // Most pages have none: looking for the word alone is a tenth of the work.
  const attributes = html.includes(' style="') ? html.matchAll(STYLE_ATTRIBUTE) : [];
  for (const [, style = ''] of attributes) styles.add(hash(unescape(style)));
  return [
    "default-src 'none'",
    ['script-src', "'self'", ...scripts].join(' '),
    // While developing, Vite puts each changed style sheet into the page itself.
    `style-src 'self'${import.meta.env.DEV ? " 'unsafe-inline'" : ''}`,
    // What the server renders into style attributes (how far a bar has come). Scripts set styles by other means.
    `style-src-attr ${styles.size > 0 ? ["'unsafe-hashes'", ...styles].join(' ') : "'none'"}`,
    // Part pictures may be embedded as data strings or stand on the address that an import named (Spec §3).
    "img-src 'self' data: https:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    // The mailbox shows mails as they look.
    "frame-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    // Also of what a form is redirected to: the payment provider's page is opened by a script, not by a form.
    "form-action 'self'",
    "frame-ancestors 'none'",
    // No text becomes HTML or a script's address by way of the page's own scripts (entry.client.tsx has the policy).
    ...(import.meta.env.DEV ? [] : ["require-trusted-types-for 'script'", 'trusted-types default']),
  ].join('; ');
}

function hash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** The five characters that React escapes in an attribute. */
function unescape(attribute: string): string {
  const meant: Record<string, string> = { quot: '"', '#x27': "'", lt: '<', gt: '>', amp: '&' };
  return attribute.replaceAll(/&(quot|#x27|lt|gt|amp);/g, (_, name: string) => meant[name] ?? '');
}
