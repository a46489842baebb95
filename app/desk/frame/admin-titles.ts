import { findTab, tabLabel } from './admin-tabs.ts';

/** Titles of pages below a tab. The first pattern that matches wins; $1 is a number or reference in the address. */
const pages: [address: RegExp, title: string][] = [
  [/^\/admin\/orders\/quotes$/, 'Quotes'],
  [/^\/admin\/orders\/quotes\/new$/, 'New Quote'],
  [/^\/admin\/orders\/quotes\/(.+)$/, 'Quote $1'],
  [/^\/admin\/orders\/(.+)$/, 'Order $1'],
  [/^\/admin\/returns\/(.+)$/, 'Return $1'],
  [/^\/admin\/requests\/waiting$/, 'Awaited Parts'],
  [/^\/admin\/requests\/(.+)$/, 'Request $1'],
  [/^\/admin\/messages\/saved-answers$/, 'Saved Answers'],
  [/^\/admin\/messages\/(.+)$/, 'Message $1'],
  [/^\/admin\/customers\/.+$/, 'Customer'],
  [/^\/admin\/settings\/legal$/, 'Legal Texts'],
  [/^\/admin\/settings\/api$/, 'API Keys and Webhooks'],
  [/^\/admin\/settings\/tax\/report$/, 'Sales Tax Report'],
  [/^\/admin\/settings\/tax$/, 'Sales Tax'],
  [/^\/admin\/check$/, 'Catalog Check'],
  [/^\/admin\/bulk-changes$/, 'Bulk Changes'],
  [/^\/admin\/trash$/, 'Trash'],
  [/^\/admin\/import$/, 'Import'],
  [/^\/admin\/import\/.+$/, 'Import of a File'],
  [/^\/admin\/export$/, 'Export'],
];

/** Returns the title of a page of the admin panel: 'Order PY-10001 | Admin Panel'. */
export function adminTitle(pathname: string): string {
  const path = pathname.replace(/\/$/, '');
  const page = pages.find(([address]) => address.test(path));
  const name = page ? path.replace(...page) : tabLabel(findTab(path));
  return name === undefined ? 'Admin Panel' : `${name} | Admin Panel`;
}
