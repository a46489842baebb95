import { setTimeout as pause } from 'node:timers/promises';
import type { Locator } from '../tools/browser/playwright.ts';
import { printTable } from './measure.ts';
import type { BenchOptions } from './shop.ts';
import { CPU_SLOWDOWN, measureVisits, openPhones, type Phone, type PhonePage } from './phone.ts';

const TURNS = 5;
/** A press takes PRESS_MS. Before it, a pointer rests on the link for HOVER_MS. */
const PRESS_MS = 80;
const HOVER_MS = 300;

interface Interaction {
  on: PhonePage;
  prepare?: (phone: Phone) => Promise<unknown>;
  act: (phone: Phone) => Promise<unknown>;
  /** Runs in the page before each frame. */
  isDone: () => boolean;
}

const openMake: Interaction = {
  on: 'home',
  act: (phone) => tap(phone, phone.page.getByRole('combobox', { name: 'Make' })),
  isDone: () => document.querySelectorAll('[role=listbox] [role=option]').length > 5,
};
const chooseMake: Interaction = {
  on: 'home',
  async prepare(phone) {
    await openMake.act(phone);
    await phone.page.getByRole('option').nth(3).waitFor();
  },
  act: (phone) => tap(phone, phone.page.getByRole('option').nth(3)),
  isDone: () =>
    document.querySelector<HTMLInputElement>('[name=make], [placeholder="Select make"]')?.value !== '',
};
const addToCart = {
  act: (phone: Phone) => tap(phone, phone.page.locator('main').getByRole('button', { name: /^Add to Cart/ })),
  isDone: () =>
    /1 item/.test(document.querySelector('header a[href="/cart"]')?.getAttribute('aria-label') ?? ''),
};
const secondPart = ({ page }: Phone) => page.locator('main h2 a[href^="/part/"]').nth(1);
const openPart = {
  act: (phone: Phone) => tap(phone, secondPart(phone)),
  isDone: () =>
    location.pathname.startsWith('/part/') && document.querySelector('main h1.wrap-anywhere') !== null,
};

const interactions: Record<string, Interaction> = {
  'type in the search of the junkyard': {
    on: 'junkyard',
    prepare: ({ page }) => page.getByRole('combobox', { name: 'Search parts' }).focus(),
    async act({ page }) {
      for (const letter of 'brake') await page.keyboard.press(letter, { delay: PRESS_MS });
    },
    isDone: () => new URLSearchParams(location.search).get('q') === 'brake',
  },
  'suggestions of the home page': {
    on: 'home',
    prepare: (phone) =>
      tap(phone, phone.page.locator('main').getByRole('combobox', { name: 'Part, car or OEM number' })),
    act: ({ page }) => page.keyboard.press('b'),
    isDone: () => document.querySelector('[role=listbox] [role=option]') !== null,
  },
  'open Make': openMake,
  'choose a make': chooseMake,
  'choose a model': {
    on: 'home',
    async prepare(phone) {
      await chooseMake.prepare?.(phone);
      await chooseMake.act(phone);
      await phone.page.waitForLoadState('networkidle');
      await tap(phone, phone.page.getByRole('combobox', { name: 'Model' }));
      await phone.page.getByRole('option').nth(1).waitFor();
    },
    act: (phone) => tap(phone, phone.page.getByRole('option').nth(1)),
    isDone: () =>
      document.querySelector<HTMLInputElement>('[name=model], [placeholder="Select model"]')?.value !== '',
  },
  'add to the cart, results': { on: 'results', ...addToCart },
  'add to the cart, junkyard': { on: 'junkyard', ...addToCart },
  'add to the cart, part': { on: 'part', ...addToCart },
  'results to a part, by touch': { on: 'results', ...openPart },
  'junkyard to a part, by touch': { on: 'junkyard', ...openPart },
  'junkyard to a part, by mouse': {
    on: 'junkyard',
    ...openPart,
    async prepare(phone) {
      await secondPart(phone).hover();
      await pause(HOVER_MS);
    },
    act: (phone) => secondPart(phone).click({ delay: PRESS_MS }),
  },
};

/** Measures delays of interactions, from the end of the press until the effect is painted, on a page at rest. */
export async function benchInteractions(options: BenchOptions): Promise<void> {
  await using phones = await openPhones(options);
  const rows = [];
  for (const [name, interaction] of Object.entries(interactions)) {
    const visit = { on: interaction.on, turns: TURNS, observe };
    const measured = await measureVisits(phones, visit, (phone) => time(phone, interaction));
    for (const [copy, { effect }] of measured) rows.push({ interaction: name, copy, 'effect, ms': effect });
  }
  console.log(
    `Processor ${CPU_SLOWDOWN} times slower, network of this machine, medians of ${TURNS} turns.\n`,
  );
  printTable(rows);
}

async function time(phone: Phone, { prepare, act, isDone }: Interaction): Promise<{ effect: number }> {
  const { page, session, url } = phone;
  await page.goto(url);
  await page.waitForFunction(() => !('starting' in document.documentElement.dataset));
  await page.waitForLoadState('networkidle');
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await prepare?.(phone);
  await page.waitForLoadState('networkidle');
  // The code is a text, because the page's policy forbids to create functions.
  await page.evaluate(`(${watch.toString()})(${isDone.toString()})`);
  await act(phone);
  await page.waitForFunction(() => (window as unknown as Observed).end !== undefined);
  return page.evaluate(() => {
    const { began = 0, end = 0 } = window as unknown as Observed;
    return { effect: end - began };
  });
}

interface Observed {
  /** Time when the finger or the key went up, or the last of several keys went down. */
  began?: number | undefined;
  end?: number | undefined;
}

/** Runs in the page. */
function observe() {
  for (const type of ['pointerup', 'keydown'])
    addEventListener(type, ({ timeStamp }) => ((window as unknown as Observed).began = timeStamp), true);
}

/** Runs in the page. */
function watch(isDone: () => boolean) {
  const observed = window as unknown as Observed;
  observed.began = observed.end = undefined;
  requestAnimationFrame(function look() {
    // The time is taken after the paint of this frame.
    if (isDone()) setTimeout(() => (observed.end = performance.now()));
    else requestAnimationFrame(look);
  });
}

async function tap({ session }: Phone, locator: Locator): Promise<void> {
  const element = locator.first();
  await element.evaluate((target) => target.scrollIntoView({ block: 'center' }));
  const { x, y, width, height } = (await element.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const touchPoints = [{ x: x + Math.min(width / 2, 120), y: y + height / 2 }];
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await pause(PRESS_MS);
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}
