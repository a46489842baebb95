import { WAIT_SCRIPT } from './app-start.ts';
import { inlineStyles } from './inline-styles.server.ts';
import { policyHash } from './policy-hash.server.ts';
import { START_SCRIPT } from './start-script.ts';

const SCRIPT = Buffer.from('<script');
const STYLE_ATTRIBUTE = /<[a-z][^<>]*?\sstyle="([^"]*)"/g;

export interface GuardedPage {
  html: Buffer<ArrayBuffer>;
  policy: string;
}

/**
 * Allows inline scripts by hash, not by nonce, so that caches can share a response. Only the shop's scripts get a hash:
 * START_SCRIPT, WAIT_SCRIPT and scripts with `mark` as nonce, which injected content can't know.
 * @param decodes whether the page reads codes from pictures, which needs WebAssembly
 */
export function guardPage(rendered: Buffer, mark: string, { decodes = false } = {}): GuardedPage {
  const scripts = new Set([
    ...(decodes ? ["'wasm-unsafe-eval'"] : []),
    policyHash(START_SCRIPT),
    policyHash(WAIT_SCRIPT),
  ]);
  const marked = ` nonce="${mark}"`;
  const chunks = [];
  let from = 0;
  for (let at = rendered.indexOf(marked); at >= 0; at = rendered.indexOf(marked, from)) {
    chunks.push(rendered.subarray(from, at));
    from = at + marked.length;
    const tag = rendered.lastIndexOf('<', at);
    if (!SCRIPT.equals(rendered.subarray(tag, tag + SCRIPT.length))) continue;
    const begin = rendered.indexOf('>', from) + 1;
    const script = rendered.subarray(begin, rendered.indexOf('</script>', begin));
    if (script.length > 0) scripts.add(policyHash(script));
  }
  chunks.push(rendered.subarray(from));
  const styled = inlineStyles(Buffer.concat(chunks));
  const sheets = styled.source === undefined ? [] : [styled.source];
  const styles = new Set<string>();
  // Most pages have no style attribute. This check takes a tenth of the time.
  const attributes = rendered.includes(' style="') ? rendered.toString().matchAll(STYLE_ATTRIBUTE) : [];
  for (const [, style = ''] of attributes) styles.add(policyHash(unescape(style)));
  return { html: styled.html, policy: contentSecurityPolicy(scripts, sheets, styles) };
}

function contentSecurityPolicy(
  scripts: ReadonlySet<string>,
  sheets: readonly string[],
  styles: ReadonlySet<string>,
): string {
  return [
    "default-src 'none'",
    ['script-src', "'self'", ...scripts].join(' '),
    // Vite injects style sheets during development.
    ["style-src 'self'", ...(import.meta.env.DEV ? ["'unsafe-inline'"] : sheets)].join(' '),
    // This allows the server's style attributes. Scripts set styles through the DOM.
    `style-src-attr ${styles.size > 0 ? ["'unsafe-hashes'", ...styles].join(' ') : "'none'"}`,
    // Part pictures can be data strings or URLs (Spec §3).
    "img-src 'self' data: https:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    // The mailbox shows mails in frames.
    "frame-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    // This applies to redirects too, so a script opens the payment page.
    "form-action 'self'",
    "frame-ancestors 'none'",
    // Scripts cannot turn text into HTML or script URLs.
    ...(import.meta.env.DEV ? [] : ["require-trusted-types-for 'script'", "trusted-types 'none'"]),
  ].join('; ');
}

function unescape(attribute: string): string {
  const characters: Record<string, string> = { quot: '"', '#x27': "'", lt: '<', gt: '>', amp: '&' };
  return attribute.replaceAll(/&(quot|#x27|lt|gt|amp);/g, (_, name: string) => characters[name] ?? '');
}
