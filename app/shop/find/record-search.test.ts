import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openBrowserPages } from '#tests/support/browser-page.ts';
import type { Search } from './record-search.ts';

const pages = openBrowserPages();

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

async function record(search: Search) {
  const { recordSearch } = await import('./record-search.ts');
  return recordSearch(search);
}

test('a search is recorded once it has stayed for a second', async () => {
  await record({ query: 'horn', found: 7, filters: { make: 'Honda' } });
  vi.advanceTimersByTime(999);
  expect(pages.current.events).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(pages.current.events).toEqual([['search', { query: 'horn', results_count: 7, make: 'Honda' }]]);
});

test.each([
  ['without filters', { query: 'horn', found: 7, filters: {} }, 1],
  ['without a query', { query: '', found: 7, filters: { make: 'Honda' } }, 1],
  ['without results', { query: 'horn', found: 0, filters: {} }, 1],
  ['not counted yet', { query: 'horn', found: null, filters: { make: 'Honda' } }, 0],
  ['the whole list', { query: '', found: 7, filters: {} }, 0],
])('%s', async (_, search, events) => {
  await record(search);
  vi.advanceTimersByTime(1_000);
  expect(pages.current.events).toHaveLength(events);
});

test('a search that does not stay is not recorded', async () => {
  const cancel = await record({ query: 'horn', found: 7, filters: {} });
  vi.advanceTimersByTime(999);
  cancel();
  vi.advanceTimersByTime(1);
  expect(pages.current.events).toEqual([]);
});
