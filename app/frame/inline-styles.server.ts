import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { policyHash } from './policy-hash.server.ts';

const LINK = Buffer.from('<link rel="stylesheet" href="');
const NAME = '/assets/entry-';
// Chromium loads a disabled sheet ahead, unless its media don't match.
const DISABLED_LINK = '<link disabled media="not all" rel="stylesheet" href="';

interface Sheet {
  /** The expression that allows it in a policy. */
  source: string;
  /** The style element, and the beginning of the link that stays. */
  tag: Buffer;
}

const sheets = new Map<string, Sheet>();

/**
 * Puts the style sheet of all pages into the page, so that the first paint waits for one request less. Its link stays for
 * hydration; a disabled one loads nothing.
 */
export function inlineStyles(html: Buffer<ArrayBuffer>): { html: Buffer<ArrayBuffer>; source?: string } {
  const at = html.indexOf(LINK);
  const from = at + LINK.length;
  const href = at < 0 ? '' : html.toString('utf8', from, html.indexOf('"', from));
  if (!href.startsWith(NAME)) return { html };
  const { source, tag } = readSheet(href);
  return { html: Buffer.concat([html.subarray(0, at), tag, html.subarray(from)]), source };
}

function readSheet(href: string): Sheet {
  const known = sheets.get(href);
  if (known) return known;
  const text = readFileSync(join(import.meta.dirname, '../client', href), 'utf8');
  const sheet = {
    source: policyHash(text),
    tag: Buffer.from(`<style>${text}</style>${DISABLED_LINK}`),
  };
  sheets.set(href, sheet);
  return sheet;
}
