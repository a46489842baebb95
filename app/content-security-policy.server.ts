import { hash as digest } from 'node:crypto';

const STYLE_ATTRIBUTE = /<[a-z][^<>]*?\sstyle="([^"]*)"/g;

/** A page and the policy that goes with it. */
export interface GuardedPage {
  html: string;
  policy: string;
}

/**
 * The policy for one rendered page. Its inline scripts are allowed by their hashes and not by a nonce, so that
 * the same bytes and headers can be kept in a cache and sent to everybody. Only scripts that carry `mark` as a nonce,
 * which nobody can know before the page is made, are the page's own: what somebody had smuggled into it gets no hash.
 * The marks are taken out of the page.
 */
export function guardPage(marked: string, mark: string): GuardedPage {
  const scripts = new Set<string>();
  const pieces = marked.split(` nonce="${mark}"`);
  for (const [index, piece] of pieces.slice(1).entries()) {
    const before = pieces[index] ?? '';
    if (!before.startsWith('<script', before.lastIndexOf('<'))) continue;
    const start = piece.indexOf('>') + 1;
    const script = piece.slice(start, piece.indexOf('</script>', start));
    if (script) scripts.add(hash(script));
  }
  const html = pieces.join('');
  const styles = new Set<string>();
  // Most pages have none: looking for the word alone is a tenth of the work.
  const attributes = html.includes(' style="') ? html.matchAll(STYLE_ATTRIBUTE) : [];
  for (const [, style = ''] of attributes) styles.add(hash(unescape(style)));
  return { html, policy: contentSecurityPolicy(scripts, styles) };
}

function contentSecurityPolicy(scripts: ReadonlySet<string>, styles: ReadonlySet<string>): string {
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
  return `'sha256-${digest('sha256', text, 'base64')}'`;
}

/** The five characters that React escapes in an attribute. */
function unescape(attribute: string): string {
  const meant: Record<string, string> = { quot: '"', '#x27': "'", lt: '<', gt: '>', amp: '&' };
  return attribute.replaceAll(/&(quot|#x27|lt|gt|amp);/g, (_, name: string) => meant[name] ?? '');
}
