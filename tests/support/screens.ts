import type { Page } from '../../tools/browser/playwright.ts';

/** Stories look for these on many screens. */

export const main = (page: Page) => page.getByRole('main');

/** Finds the card or line of a part. */
export const card = (page: Page, name: string) =>
  main(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name, exact: true }) });

/** Finds the names of the shown parts. */
export const names = (page: Page) => main(page).getByRole('listitem').getByRole('heading');

export const cartLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Cart/ });

export const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' });

export const toast = (page: Page, text: string | RegExp) => toasts(page).getByText(text, { exact: true });

/** Returns the addresses that show the parts of a story's make. */
export const results = (make: string) =>
  `/?${new URLSearchParams({ make, model: 'Roadster', year: '2015', category: 'Brakes' })}`;

export const junkyard = (make: string) => `/junkyard?${new URLSearchParams({ make })}`;

/** Finds an entry of the panel's side bar. Counts may follow its label. */
export const panelEntry = (page: Page, label: string) =>
  page
    .getByRole('navigation', { name: 'Admin Panel' })
    .getByRole('link', { name: new RegExp(`^${label}( \\d+ changes?)?( \\d+\\+? waiting)?$`) });

/** Finds an entry of the side bar that has news. */
export const newsOf = (page: Page, label: string) =>
  page
    .getByRole('navigation', { name: 'Admin Panel' })
    .getByRole('link', { name: new RegExp(`^${label} \\d+ changes?`) });

/** Name of a part that lines have to break. */
export const LONG_NAME =
  'Transmission Control Module Assembly with Mounting Bracket, Wiring Pigtail and Valve Body Connector';
