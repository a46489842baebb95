import { SETTINGS_OF_YARD } from '#core/yard/paper/law.ts';
import type { SettingsTopic } from '#core/settings/settings.ts';

/** Topics of the settings that have a form, in the order of the side bar. */
export const topicLabels = {
  business: 'Business',
  shipping: 'Shipping',
  tax: 'Sales tax',
  cores: 'Core charges',
  restricted: 'Restricted parts',
  orders: 'Orders',
  mail: 'Email',
  limits: 'Limits',
  fitment: 'Fitment',
  assistants: 'Assistants',
} satisfies Partial<Record<SettingsTopic, string>>;

export type PageTopic = keyof typeof topicLabels;

const FIRST: PageTopic = 'business';

/** The form of sales tax is on a page with what belongs to it. */
export const TAX_PAGE = '/admin/settings/tax';
export const TAX_REPORT = `${TAX_PAGE}/report`;

export function settingsAddress(page: string): string {
  if (page === 'tax') return TAX_PAGE;
  return page === FIRST ? '/admin/settings' : `/admin/settings?page=${page}`;
}

/** Returns the id by which a link can lead to a field. */
export function settingId(path: string): string {
  return `setting-${path}`;
}

/** Returns the address of a field's page, or of the whole topic. */
export function fieldAddress(topic: string, field?: string): string {
  const address = topic === 'legal' ? '/admin/settings/legal' : settingsAddress(topic);
  return field === undefined ? address : `${address}#${settingId(field)}`;
}

/** All pages of the settings. */
export const settingsPages = [
  { label: 'Finish setup', address: '/admin/settings/setup' },
  ...Object.entries(topicLabels).map(([topic, label]) => ({ label, address: settingsAddress(topic) })),
  { label: 'Legal pages', address: '/admin/settings/legal' },
  { label: 'Cars and the law', address: SETTINGS_OF_YARD },
  { label: 'API', address: '/admin/settings/api' },
  { label: 'History', address: settingsAddress('history') },
];

/** Returns the address of the shown page, or of the one above it, without what it is filtered by. */
export function findSettingsPage({ pathname, search }: { pathname: string; search: string }): string {
  const path = pathname.replace(/\/$/, '');
  const page = new URLSearchParams(search).get('page');
  const address = path === '/admin/settings' && page !== null ? settingsAddress(page) : path;
  // The first page is above all the others, and comes last here.
  const shown = settingsPages.findLast((each) => `${address}/`.startsWith(`${each.address}/`));
  return shown?.address ?? settingsAddress(FIRST);
}
