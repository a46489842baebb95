import { expect, test } from 'vitest';
import { findSettingsPage } from './settings-pages.ts';

test.each([
  ['/admin/settings', '', '/admin/settings'],
  ['/admin/settings/', '?page=limits', '/admin/settings?page=limits'],
  ['/admin/settings', '?page=history&before=2', '/admin/settings?page=history'],
  ['/admin/settings', '?page=other', '/admin/settings'],
  ['/admin/settings/tax', '?zip=921&page=2', '/admin/settings/tax'],
  ['/admin/settings/tax/report', '?from=2026-01-01', '/admin/settings/tax'],
  ['/admin/settings/legal', '?page=terms', '/admin/settings/legal'],
])('%s%s belongs to the page %s', (pathname, search, page) => {
  expect(findSettingsPage({ pathname, search })).toBe(page);
});
