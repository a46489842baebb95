import { expect, test } from 'vitest';
import { openBrowserPages } from '#tests/support/browser-page.ts';
import { fetchSuggestions } from './fetch-suggestions.ts';

const pages = openBrowserPages();

const suggest = (kind: string, text: string) => ({ kind, text, href: `/junkyard?q=${text}` });
const { signal } = new AbortController();

test('suggestions are grouped by kind, in the order of the shop', async () => {
  const suggestions = [
    suggest('number', '38100'),
    suggest('part', 'Horn'),
    suggest('vehicle', 'Honda'),
    suggest('part', 'Hood'),
    suggest('category', 'Horns'),
  ];
  pages.current.answer = () => ({ suggestions });
  const groups = await fetchSuggestions('ho & more', signal);
  expect(groups.map(({ label, items }) => [label, items.map(({ text }) => text)])).toEqual([
    ['Numbers', ['38100']],
    ['Parts', ['Horn', 'Hood']],
    ['Makes and models', ['Honda']],
    ['Categories', ['Horns']],
  ]);
  expect(pages.current.paths).toEqual(['/api/suggestions?q=ho+%26+more']);
});

test('there are none if the shop does not answer', async () => {
  pages.current.answer = () => Response.json({ suggestions: [suggest('part', 'Horn')] }, { status: 503 });
  expect(await fetchSuggestions('horn', signal)).toEqual([]);
});

test('a request is given up when the visitor types on', async () => {
  pages.current.answer = () => new Promise(() => {});
  const controller = new AbortController();
  const groups = fetchSuggestions('horn', controller.signal);
  controller.abort();
  expect(pages.current.requests.map((request) => request.signal.aborted)).toEqual([true]);
  await expect(groups).rejects.toThrow(controller.signal.reason);
});
