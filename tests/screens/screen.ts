import type { Page } from '../../tools/browser/playwright.ts';
import type { DemoShop } from './demo-shop.ts';

export interface Screen {
  /** A visitor unless stated. */
  as?: 'buyer' | 'admin';
  /** What the browser keeps from earlier visits, by key of its storage. */
  stored?: (shop: DemoShop) => Record<string, unknown>;
  open: (page: Page, shop: DemoShop) => Promise<unknown>;
  /** The picture has only what a window shows, because a dialog or a list covers the page. */
  isCovered?: true;
  /** Further pictures, beside the one of a desk in the light theme. */
  also?: readonly ('phone' | 'dark')[];
}

export type Screens = Record<string, Screen>;

/** A screen that its address shows. */
export const at = (address: string, rest: Partial<Screen> = {}): Screen => ({
  open: (page) => page.goto(address),
  ...rest,
});
