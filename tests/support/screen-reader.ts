import { expect, type Locator, type Page } from '../../tools/browser/playwright.ts';

declare global {
  interface Window {
    announcements?: string[];
  }
}

const MAX_TABS = 120;

/** Hears what a user of a keyboard and a screen reader hears: live regions, titles, and what has the focus. */
export class ScreenReader {
  #lines: string[] = [];
  #page: Page;
  #varying: [text: string | RegExp, name: string][];
  #early: RegExp | undefined;

  /**
   * @param varying Texts that differ in each run, and their names in the log.
   * @param early Matches texts that are announced only if they are known after the page.
   */
  constructor(page: Page, varying: [text: string | RegExp, name: string][] = [], early?: RegExp) {
    this.#page = page;
    this.#varying = varying;
    this.#early = early;
  }

  /** Starts on a page that was loaded, in this tab or another. */
  async listen(page = this.#page): Promise<void> {
    this.#page = page;
    await page.evaluate(recordAnnouncements);
    await this.#log(`page: ${await page.title()}`);
  }

  /** Presses Tab until this has the focus. */
  async tabTo(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    await expect(target).toBeVisible();
    const focused = target.and(this.#page.locator(':focus'));
    for (let tabs = 0; tabs < MAX_TABS; tabs += 1) {
      await this.#page.keyboard.press(key);
      if ((await focused.count()) > 0) return this.#logFocus();
    }
    throw new Error(`${MAX_TABS} times ${key} do not lead to ${target}`);
  }

  async press(key: string): Promise<void> {
    await this.#log(`press ${key}`);
    await this.#page.keyboard.press(key);
  }

  async type(text: string): Promise<void> {
    await this.#log(`type ${text}`);
    await this.#page.keyboard.type(text);
  }

  /** Waits for announcements, and logs all since the last ones. */
  async hear(...texts: (string | RegExp)[]): Promise<void> {
    const heard = () => this.#page.evaluate(() => window.announcements ?? []);
    await expect
      .poll(
        async () => {
          const lines = await heard();
          return texts.filter(
            (text) => !lines.some((line) => (typeof text === 'string' ? line === text : text.test(line))),
          );
        },
        { message: `Announcements of ${texts.join(', ')}` },
      )
      .toEqual([])
      .catch(async (error: unknown) => {
        throw new Error(`Heard ${JSON.stringify(await heard())}`, { cause: error });
      });
    const lines = await this.#page.evaluate(() => window.announcements?.splice(0) ?? []);
    for (const line of [...new Set(lines)].toSorted())
      if (!this.#early?.test(line)) await this.#log(`hear: ${line}`);
  }

  /** Waits until this has the focus. */
  async feel(target: Locator): Promise<void> {
    await expect(target)
      .toBeFocused()
      .catch(async (error: unknown) => {
        const focused = await this.#page.evaluate(() => document.activeElement?.outerHTML.slice(0, 300));
        throw new Error(`Focused: ${focused}`, { cause: error });
      });
    await this.#logFocus();
  }

  async #logFocus(): Promise<void> {
    const tree = await this.#page.locator(':focus').ariaSnapshot();
    await this.#log(`focus: ${tree.split('\n')[0]?.replace(/^- /, '').replace(/:$/, '') ?? 'nothing'}`);
  }

  async #log(line: string): Promise<void> {
    this.#lines.push(
      this.#varying.reduce((text, [varying, name]) => text.replaceAll(varying as string, name), line),
    );
  }

  /** Compares the log with tests/browser/journeys; `--update-snapshots` writes it. */
  expectJourney(name: string): void {
    expect(`${this.#lines.join('\n')}\n`).toMatchSnapshot(`${name}.txt`);
  }
}

/** Runs in the page. Records the new text of a live region when it changes, and alerts that appear. */
function recordAnnouncements(): void {
  const REGION = '[role=status], [role=alert], [aria-live=polite], [aria-live=assertive]';
  const heard: string[] = (window.announcements = []);
  const last = new Map<HTMLElement, string>();
  const read = (region: HTMLElement) => region.innerText.replaceAll(/\s+/g, ' ').trim();
  for (const region of document.querySelectorAll<HTMLElement>(REGION)) last.set(region, read(region));
  function record(region: HTMLElement) {
    const text = read(region);
    const before = last.get(region);
    last.set(region, text);
    // A region that appears with its text is not announced, unless it is an alert.
    if (before === undefined && region.getAttribute('role') !== 'alert') return;
    // These depend on time.
    if (text && text !== before && !/^(Loading|Show .*changes?$)/.test(text)) heard.push(text);
  }
  new MutationObserver((changes) => {
    const regions = new Set<HTMLElement>();
    for (const { target, addedNodes } of changes) {
      const element = target instanceof Element ? target : target.parentElement;
      const region = element?.closest<HTMLElement>(REGION);
      if (region) regions.add(region);
      for (const node of addedNodes)
        if (node instanceof HTMLElement) {
          if (node.matches(REGION)) regions.add(node);
          for (const inner of node.querySelectorAll<HTMLElement>(REGION)) regions.add(inner);
        }
    }
    for (const region of regions) record(region);
  }).observe(document, { subtree: true, childList: true, characterData: true });
}
