import type { CDPSession, Locator, Page } from '../tools/browser/playwright.ts';
import type { BenchOptions, Catalogs } from './catalogs.ts';
import { median, printTable } from './measure.ts';
import { CPU_SLOWDOWN, PHONE, type Phones, withPhones } from './phone.ts';

const TURNS = 5;
/** How long a finger or a button is pressed, and how long a pointer rests on a link before, in milliseconds. */
const PRESS_MS = 80;
const HOVER_MS = 300;

interface Visit {
  page: Page;
  session: CDPSession;
  phones: Phones;
}

interface Measured {
  /** From the input until its effect is painted. */
  effect: number;
  /** The longest event, until the next paint. */
  event: number;
}

/** The page on which an interaction begins, and what is measured there. */
const interactions: Record<
  string,
  [page: keyof Phones['pages'], measure: (visit: Visit) => Promise<Measured>]
> = {
  'type in the search of the junkyard': ['junkyard', typeSearch],
  'suggestions of the home page': ['home', suggest],
  'open Make': ['home', openMake],
  'choose a make': ['home', chooseMake],
  'choose a model': ['home', chooseModel],
  'sort results': ['results', sortResults],
  'add to the cart, results': ['results', addToCart],
  'add to the cart, junkyard': ['junkyard', addToCart],
  'add to the cart, part': ['part', addToCart],
  'more of a line of the cart': ['cart', increase],
  'results to a part, by touch': ['results', openPart],
  'junkyard to a part, by touch': ['junkyard', openPart],
  'junkyard to a part, by mouse': ['junkyard', openPartByMouse],
};

/** Delays of interactions on a page at rest, in turns with another copy of the project (`--against`). */
export async function benchInteractions(catalogs: Catalogs, options: BenchOptions): Promise<void> {
  await withPhones(catalogs, options, async (phones) => {
    const rows = [];
    for (const [name, [page, measure]] of Object.entries(interactions)) {
      const turns: Record<string, (Measured & { shifts: number })[]> = {};
      for (let turn = 0; turn < TURNS; turn += 1) {
        for (const [build, address] of Object.entries(phones.builds)) {
          const { url } = await fetch(address + phones.pages[page]);
          (turns[build] ??= []).push(await visit(phones, url, measure));
        }
      }
      for (const [build, measured] of Object.entries(turns)) {
        rows.push({
          interaction: name,
          build,
          'effect, ms': median(measured.map(({ effect }) => effect)),
          'event, ms': median(measured.map(({ event }) => event)),
          CLS: Math.max(...measured.map(({ shifts }) => shifts)),
        });
      }
    }
    console.log(
      `Processor ${CPU_SLOWDOWN} times slower, network of this machine, medians of ${TURNS} turns; CLS: the highest.\n`,
    );
    printTable(rows);
  });
}

async function visit(
  phones: Phones,
  url: string,
  measure: (visit: Visit) => Promise<Measured>,
): Promise<Measured & { shifts: number }> {
  const context = await phones.browser.newContext(PHONE);
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await page.addInitScript(observe, phones.cart);
    await page.goto(url);
    await page.waitForFunction(() => !('starting' in document.documentElement.dataset));
    await page.waitForLoadState('networkidle');
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    const measured = await measure({ page, session, phones });
    // The shifts of what follows.
    await page.waitForLoadState('networkidle');
    const shifts = await page.evaluate(() => (window as unknown as Observed).shifts);
    return { ...measured, shifts };
  } finally {
    await context.close();
  }
}

/** Does something, and waits until `isDone`, which the page asks in each frame, returns true. */
async function time(page: Page, act: () => Promise<void>, isDone: () => boolean): Promise<Measured> {
  // As a text: the page's policy forbids to create functions.
  await page.evaluate(`(${watch.toString()})(${isDone.toString()})`);
  await act();
  await page.waitForFunction(() => (window as unknown as Observed).end !== undefined);
  // Events are reported after their paint.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50))));
  return page.evaluate(() => {
    const { began = 0, end = 0, events } = window as unknown as Observed;
    return { effect: end - began, event: Math.max(0, ...events) };
  });
}

function watch(isDone: () => boolean) {
  const observed = window as unknown as Observed;
  observed.began = observed.end = undefined;
  observed.events = [];
  requestAnimationFrame(function look() {
    // After the paint of this frame.
    if (isDone()) setTimeout(() => (observed.end = performance.now()));
    else requestAnimationFrame(look);
  });
}

async function tap(session: CDPSession, locator: Locator): Promise<void> {
  await locator.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const { x, y, width, height } = (await locator.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await session.send('Input.dispatchTouchEvent', {
    type: 'touchStart',
    touchPoints: [{ x: x + Math.min(width / 2, 120), y: y + height / 2 }],
  });
  await new Promise((resolve) => setTimeout(resolve, PRESS_MS));
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

async function typeSearch({ page }: Visit): Promise<Measured> {
  await page.getByRole('combobox', { name: 'Search parts' }).focus();
  await page.waitForLoadState('networkidle');
  return time(
    page,
    async () => {
      for (const letter of 'brake') await page.keyboard.press(letter, { delay: PRESS_MS });
    },
    () => new URLSearchParams(location.search).get('q') === 'brake',
  );
}

async function suggest({ page, session }: Visit): Promise<Measured> {
  const field = page.locator('main').getByRole('combobox', { name: 'Part, car or OEM number' });
  await tap(session, field);
  await page.waitForLoadState('networkidle');
  return time(
    page,
    () => page.keyboard.press('b'),
    () => document.querySelector('[role=listbox] [role=option]') !== null,
  );
}

async function openMake({ page, session }: Visit): Promise<Measured> {
  const field = page.getByRole('combobox', { name: 'Make' });
  return time(
    page,
    () => tap(session, field),
    () => document.querySelectorAll('[role=listbox] [role=option]').length > 5,
  );
}

async function chooseMake(visited: Visit): Promise<Measured> {
  const { page, session } = visited;
  await openMake(visited);
  return time(
    page,
    () => tap(session, page.getByRole('option').nth(3)),
    () => document.querySelector<HTMLInputElement>('[name=make], [placeholder="Select make"]')?.value !== '',
  );
}

async function chooseModel(visited: Visit): Promise<Measured> {
  const { page, session } = visited;
  await chooseMake(visited);
  const field = page.getByRole('combobox', { name: 'Model' });
  await page.waitForLoadState('networkidle');
  await tap(session, field);
  await page.getByRole('option').nth(1).waitFor();
  return time(
    page,
    () => tap(session, page.getByRole('option').nth(1)),
    () =>
      document.querySelector<HTMLInputElement>('[name=model], [placeholder="Select model"]')?.value !== '',
  );
}

async function sortResults({ page, session }: Visit): Promise<Measured> {
  return time(
    page,
    () => tap(session, page.getByRole('button', { name: 'Price Low to High' })),
    () => document.querySelector('[aria-pressed=true]')?.textContent === 'Price Low to High',
  );
}

async function addToCart({ page, session }: Visit): Promise<Measured> {
  return time(
    page,
    () =>
      tap(
        session,
        page
          .locator('main')
          .getByRole('button', { name: /^Add to Cart/ })
          .first(),
      ),
    () => /1 item/.test(document.querySelector('header a[href="/cart"]')?.getAttribute('aria-label') ?? ''),
  );
}

async function increase({ page, session }: Visit): Promise<Measured> {
  const button = page.getByRole('button', { name: 'Increase quantity' });
  await button.waitFor();
  return time(
    page,
    () => tap(session, button),
    () => /2 items/.test(document.querySelector('header a[href="/cart"]')?.getAttribute('aria-label') ?? ''),
  );
}

const isOnPart = () =>
  location.pathname.startsWith('/part/') && document.querySelector('main h1.wrap-anywhere') !== null;

async function openPart({ page, session }: Visit): Promise<Measured> {
  return time(page, () => tap(session, page.locator('main h2 a[href^="/part/"]').nth(1)), isOnPart);
}

async function openPartByMouse({ page }: Visit): Promise<Measured> {
  const link = page.locator('main h2 a[href^="/part/"]').nth(1);
  await link.hover();
  await new Promise((resolve) => setTimeout(resolve, HOVER_MS));
  return time(page, () => link.click({ delay: PRESS_MS }), isOnPart);
}

interface Observed {
  shifts: number;
  events: number[];
  began?: number | undefined;
  end?: number | undefined;
}

/** Runs in the page. An interaction begins when the finger or the key goes up, or with the last of several keys. */
function observe(cart: string) {
  const observed = window as unknown as Observed;
  if (location.pathname === '/cart') localStorage.setItem('cart.items', cart);
  observed.shifts = 0;
  observed.events = [];
  for (const type of ['pointerup', 'keydown'])
    addEventListener(type, ({ timeStamp }) => (observed.began = timeStamp), true);
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) observed.events.push(duration);
  }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
  new PerformanceObserver((list) => {
    const shifts = list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[];
    for (const { value, hadRecentInput } of shifts) if (!hadRecentInput) observed.shifts += value;
  }).observe({ type: 'layout-shift', buffered: true });
}
