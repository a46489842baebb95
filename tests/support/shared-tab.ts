import type { Browser, BrowserContext, BrowserContextOptions, Page } from '../../tools/browser/playwright.ts';
import { untilReady } from './until-ready.ts';

interface Tab {
  context: BrowserContext;
  page: Page;
  /** Options that a context keeps for good. */
  options: string;
  /** True if something happened that a new tab would not have. */
  isChanged: boolean;
  reducedMotion: 'reduce' | 'no-preference' | null;
}

const EVENTS = ['console', 'dialog', 'pageerror', 'request', 'requestfailed', 'requestfinished', 'response'];

/**
 * Keeps one tab that the stories of a worker use one after the other. A tab for each story would take half of the CPU time of a
 * short one: two processes, and all scripts compiled again.
 */
export class SharedTab {
  #tab: Tab | undefined;

  async take(browser: Browser, options: BrowserContextOptions): Promise<Tab> {
    const { viewport, extraHTTPHeaders = {}, ...others } = options;
    if (this.#tab?.options !== JSON.stringify(others)) {
      await this.close();
      return (this.#tab = await openTab(browser, options, JSON.stringify(others)));
    }
    await this.#tab.context.setExtraHTTPHeaders(extraHTTPHeaders);
    if (viewport) await this.#tab.page.setViewportSize(viewport);
    return this.#tab;
  }

  /** Makes the tab like a new one, or closes it. */
  async giveBack(): Promise<void> {
    if (!this.#tab) return;
    const { context, page, isChanged, reducedMotion } = this.#tab;
    if (isChanged || page.isClosed()) return this.close();
    for (const other of context.pages()) if (other !== page) await other.close();
    for (const event of EVENTS) {
      page.removeAllListeners(event);
      context.removeAllListeners(event);
    }
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    // This is a page of the shop without scripts. From any other, the next one would start a new process.
    try {
      await page.goto('/robots.txt', { waitUntil: 'commit' });
      await page.evaluate(() => {
        localStorage.clear();
        sessionStorage.clear();
      });
    } catch {
      // A navigation that the story began can abort this one, or follow it.
      return this.close();
    }
    await page.emulateMedia({ media: null, colorScheme: null, reducedMotion });
    await context.clearCookies();
    await context.clearPermissions();
  }

  async close(): Promise<void> {
    await this.#tab?.context.close();
    this.#tab = undefined;
  }
}

async function openTab(browser: Browser, options: BrowserContextOptions, kept: string): Promise<Tab> {
  const context = await browser.newContext(options);
  const newPage = context.newPage.bind(context);
  context.newPage = async () => untilReady(await newPage());
  const page = await context.newPage();
  const tab: Tab = {
    context,
    page,
    options: kept,
    isChanged: false,
    reducedMotion: options.reducedMotion ?? null,
  };
  const changes = <Parameters extends unknown[], Result>(method: (...values: Parameters) => Result) =>
    function (this: unknown, ...values: Parameters) {
      tab.isChanged = true;
      return method.apply(this, values);
    };
  page.addInitScript = changes(page.addInitScript);
  page.exposeFunction = changes(page.exposeFunction);
  page.clock.install = changes(page.clock.install);
  page.clock.setFixedTime = changes(page.clock.setFixedTime);
  context.addInitScript = changes(context.addInitScript);
  return tab;
}
