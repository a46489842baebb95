import { findChromium, findInstalledChromium } from '../tools/browser/chromium.ts';
import { type BrowserContextOptions, chromium, type Browser } from '../tools/browser/playwright.ts';
import { runShop } from '../tests/support/run-shop.ts';
import { type BenchOptions, BENCH_SECRET, type Catalogs } from './catalogs.ts';

const PARTS = 20_000;

export const CPU_SLOWDOWN = 4;

export const PHONE: BrowserContextOptions = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  hasTouch: true,
  locale: 'en-US',
};

export interface Phones {
  browser: Browser;
  /** The address of each build by its name: this one, and perhaps the one of `--against`. */
  builds: Record<string, string>;
  /** The paths of public pages by their names. */
  pages: Record<'home' | 'results' | 'junkyard' | 'part' | 'cart', string>;
  /** A cart with one line, as the browser stores it. */
  cart: string;
}

/** Starts the shop of each build and a browser, for measurements in turns. */
export async function withPhones(
  catalogs: Catalogs,
  { against }: BenchOptions,
  measure: (phones: Phones) => Promise<void>,
): Promise<void> {
  const { url, pools } = await catalogs.open(PARTS);
  const part = await pools.public
    .selectFrom('parts_catalog')
    .select(['id', 'part_name'])
    .where('price', 'is not', null)
    .where('stock_quantity', '>', 3)
    .orderBy('part_name')
    .limit(1)
    .executeTakeFirstOrThrow();
  const environment = { DATABASE_URL: url, AUTH_SECRET: BENCH_SECRET };
  const shops = {
    this: runShop(environment),
    ...(against ? { other: runShop(environment, { cwd: against }) } : {}),
  };
  const { executablePath, env } = (await findInstalledChromium()) ?? (await findChromium());
  const browser = await chromium.launch({
    executablePath,
    env: { ...process.env, ...env } as Record<string, string>,
    args: ['--no-sandbox'],
  });
  try {
    const builds: Record<string, string> = {};
    for (const [name, shop] of Object.entries(shops)) builds[name] = await shop.ready();
    await measure({
      browser,
      builds,
      pages: {
        home: '/',
        results: '/?make=Honda&model=Civic&year=2015&category=Brakes',
        junkyard: '/junkyard',
        part: `/part/${part.id}`,
        cart: '/cart',
      },
      cart: JSON.stringify([
        {
          id: part.id,
          name: part.part_name,
          partNumber: '',
          price: 40,
          image: '/placeholder.svg',
          quantity: 1,
        },
      ]),
    });
  } finally {
    await browser.close();
    await Promise.all(Object.values(shops).map((shop) => shop.kill('SIGTERM')));
  }
}
