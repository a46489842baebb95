import { hash as digest } from 'node:crypto';
import { BEFORE_SCRIPTS } from './before-scripts.ts';

const STYLE_ATTRIBUTE = /<[a-z][^<>]*?\sstyle="([^"]*)"/g;

/** A page and the policy that goes with it. */
export interface GuardedPage {
  html: string;
  policy: string;
}

/**
 * The policy for a rendered page. It allows inline scripts by their hashes and not by a nonce, so that the same bytes and
 * headers can be kept in a cache and sent to everybody. Only scripts with `mark` as their nonce, which nobody can know
 * before the page is rendered, and the shop's own (before-scripts.ts) get a hash: injected ones do not run. The marks are
 * removed from the page.
 */
export function guardPage(rendered: string, mark: string): GuardedPage {
  const scripts = new Set([hash(BEFORE_SCRIPTS)]);
  const marked = ` nonce="${mark}"`;
  // Put together from pieces of the rendered page: each search in it, or copy of it, is of fifty kilobytes.
  let html = '';
  let from = 0;
  for (let at = rendered.indexOf(marked); at >= 0; at = rendered.indexOf(marked, from)) {
    html += rendered.slice(from, at);
    from = at + marked.length;
    if (!rendered.startsWith('<script', rendered.lastIndexOf('<', at))) continue;
    const begin = rendered.indexOf('>', from) + 1;
    const script = rendered.slice(begin, rendered.indexOf('</script>', begin));
    if (script) scripts.add(hash(script));
  }
  html += rendered.slice(from);
  const styles = new Set<string>();
  // Most pages have none: looking for the word alone is a tenth of the work.
  const attributes = rendered.includes(' style="') ? rendered.matchAll(STYLE_ATTRIBUTE) : [];
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
    // No text becomes HTML or a script's address by way of the page's own scripts.
    ...(import.meta.env.DEV ? [] : ["require-trusted-types-for 'script'", "trusted-types 'none'"]),
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
