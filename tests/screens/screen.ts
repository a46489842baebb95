import type { Page } from '../../tools/browser/playwright.ts';
import type { DemoShop } from './demo-shop.ts';

export interface Screen {
  /** A visitor unless stated. */
  as?: 'buyer' | 'admin';
  /** What the browser keeps from earlier visits, by key of its storage. */
  stored?: (shop: DemoShop) => Record<string, unknown>;
  open: (page: Page, shop: DemoShop) => Promise<unknown>;
  /** Opens again what a change of the width closes. */
  beforeEach?: (page: Page) => Promise<unknown>;
  /** Undoes what `open` changed for other screens. */
  after?: (shop: DemoShop) => Promise<unknown>;
  /** Only what a window shows, because a dialog or a list covers the page. */
  isCovered?: true;
}

export type Screens = Record<string, Screen>;

/** A screen that its address shows. */
export const at = (address: string, rest: Partial<Screen> = {}): Screen => ({
  open: (page) => page.goto(address),
  ...rest,
});
