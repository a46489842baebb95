import { LRUCache } from 'lru-cache';
import type { Settings } from '#domain/settings/settings.ts';
import type { KeptMarkup } from '#ui/kept-item.tsx';

const MAX_CHARACTERS = 8_000_000;
const BEGIN = Buffer.from(' data-kept="">');
const END = Buffer.from('</li>');
/** Of components whose markup depends on the rest of the page: boundaries of Suspense, and ids of React. */
const OF_ITS_PAGE = /<!--[$/&]|_R_/;

const kept = new LRUCache<string, string>({
  maxSize: MAX_CHARACTERS,
  sizeCalculation: (html, key) => html.length + key.length,
});
let keptFor: Settings | undefined;

interface PageMarkup extends KeptMarkup {
  /** Keeps the new items of the rendered page. */
  keep(page: Buffer): void;
}

/** The markup that one page takes and adds. In development, nothing is kept. */
export function openKeptMarkup(settings: Settings): PageMarkup | undefined {
  if (import.meta.env.DEV) return undefined;
  if (keptFor !== settings) kept.clear();
  keptFor = settings;
  const keys: string[] = [];
  let hasNew = false;
  return {
    find(of) {
      const key = JSON.stringify(of);
      const html = kept.get(key);
      keys.push(key);
      hasNew ||= html === undefined;
      return html;
    },
    keep(page) {
      if (!hasNew || keptFor !== settings) return;
      const items = readItems(page);
      // React has rendered an item again that waited for data.
      if (items.length !== keys.length) return;
      for (const [index, key] of keys.entries()) {
        const html = items[index] ?? '';
        if (!kept.has(key) && !OF_ITS_PAGE.test(html)) kept.set(key, html);
      }
    },
  };
}

/** The markup within each item. */
function readItems(page: Buffer): string[] {
  const items = [];
  for (let at = page.indexOf(BEGIN); at >= 0; at = page.indexOf(BEGIN, at)) {
    const from = at + BEGIN.length;
    at = page.indexOf(END, from);
    items.push(page.toString('utf8', from, at));
  }
  return items;
}
