import { findChromium, findInstalledChromium } from '../tools/browser/chromium.ts';
import { type CDPSession, chromium, type Page } from '../tools/browser/playwright.ts';
import { inTurns } from './measure.ts';
import { findPart, listPages } from './pages.ts';
import { type BenchOptions, openCopies } from './shop.ts';

const PARTS = 20_000;

export const CPU_SLOWDOWN = 4;

const PHONE = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  hasTouch: true,
  locale: 'en-US',
};

export type PhonePage = 'home' | 'results' | 'junkyard' | 'part' | 'cart';

export interface Phone {
  page: Page;
  session: CDPSession;
  /** Address of the page. */
  url: string;
}

interface Site {
  address: string;
  paths: Record<PhonePage, string>;
  /** The cart has one line, in the browser's storage format. */
  cart: string;
}

export type Phones = Awaited<ReturnType<typeof openPhones>>;

/** Opens a phone-like browser and shops of 20,000 parts: of this copy of the project and of the one of `--against`. */
export async function openPhones({ against }: BenchOptions) {
  const copies = await openCopies({ parts: PARTS, against });
  const sites: Record<string, Site> = {};
  for (const [copy, shop] of Object.entries(copies.shops)) {
    const { id, name } = await findPart(shop);
    const line = { id, name, partNumber: '', price: 40, image: '/placeholder.svg', quantity: 1 };
    sites[copy] = {
      address: shop.address,
      paths: { home: '/', cart: '/cart', ...(await listPages(shop)) },
      cart: JSON.stringify([line]),
    };
  }
  const { executablePath, env } = (await findInstalledChromium()) ?? (await findChromium());
  const browser = await chromium.launch({
    executablePath,
    env: { ...process.env, ...env } as Record<string, string>,
    args: ['--no-sandbox'],
  });
  return {
    browser,
    sites,
    async [Symbol.asyncDispose]() {
      await browser.close();
      await copies[Symbol.asyncDispose]();
    },
  };
}

/** Measures visits with an empty cache, in turns between copies of the project. `observe` runs in the page before its own scripts. */
export function measureVisits<Name extends string>(
  { browser, sites }: Phones,
  { on, turns, observe }: { on: PhonePage; turns: number; observe: () => void },
  measure: (phone: Phone) => Promise<Record<Name, number>>,
): Promise<[copy: string, Record<Name, number>][]> {
  return inTurns(turns, sites, async ({ address, paths, cart }) => {
    const url = address + paths[on];
    // This puts the page in the page cache.
    await (await fetch(url)).arrayBuffer();
    await using context = await browser.newContext(PHONE);
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await page.addInitScript((lines) => {
      if (location.pathname === '/cart') localStorage.setItem('cart.items', lines);
    }, cart);
    await page.addInitScript(observe);
    return await measure({ page, session, url });
  });
}
