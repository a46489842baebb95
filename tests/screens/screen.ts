import type { Page } from '../../tools/browser/playwright.ts';
import type { DemoShop } from './demo-shop.ts';

export interface Screen {
  /** Undefined means a visitor. */
  as?: 'buyer' | 'admin';
  /** Browser storage from earlier visits, by key. */
  stored?: (shop: DemoShop) => Record<string, unknown>;
  open: (page: Page, shop: DemoShop) => Promise<unknown>;
  /** The picture has only what a window shows, because a dialog or a list covers the page. */
  isCovered?: true;
  /** Further pictures besides the one of a desk in the light theme. */
  also?: readonly ('phone' | 'dark')[];
}

export type Screens = Record<string, Screen>;

/** Describes a screen that its address shows. */
export const at = (address: string, rest: Partial<Screen> = {}): Screen => ({
  open: (page) => page.goto(address),
  ...rest,
});
