import { expect, test } from 'vitest';
import { openBrowserPages } from '#tests/support/browser-page.ts';

const pages = openBrowserPages();

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** A catalog with all parts that are asked for. */
function answerAll({ url }: Request) {
  const ids = new URL(url).searchParams.get('ids')?.split(',') ?? [];
  return { parts: ids.map((id) => ({ id: id.toLowerCase() })) };
}

const load = () => import('./fetch-rows.ts');

test.each([
  [0, []],
  [1, [1]],
  [100, [100]],
  [101, [100, 1]],
  [250, [100, 100, 50]],
])('%i parts need requests for %j', async (count, sizes) => {
  pages.current.answer = answerAll;
  const ids = Array.from({ length: count }, (_, index) => idOf(index));
  const { fetchRows } = await load();
  const rows = await fetchRows(ids);
  expect([...rows]).toEqual(ids.map((id) => [id, { id }]));
  const asked = pages.current.requests.map(({ url }) => new URL(url).searchParams.get('ids')?.split(','));
  expect(asked.map((each) => each?.length)).toEqual(sizes);
  expect(asked.flat()).toEqual(ids);
});

test('what the catalog does not have is null; what is no part id is not asked for', async () => {
  pages.current.answer = () => ({ parts: [{ id: idOf(1) }] });
  const { fetchRows } = await load();
  const rows = await fetchRows([idOf(2), 'from-an-older-shop', idOf(1)]);
  expect([...rows]).toEqual([
    [idOf(2), null],
    ['from-an-older-shop', null],
    [idOf(1), { id: idOf(1) }],
  ]);
  expect(pages.current.paths).toEqual([`/api/parts?ids=${idOf(2)},${idOf(1)}`]);
});

test('a part id in capital letters is found', async () => {
  const id = '00000000-0000-4000-8000-00000000000A';
  pages.current.answer = answerAll;
  const { fetchRows } = await load();
  expect((await fetchRows([id])).get(id)).toEqual({ id: id.toLowerCase() });
});

test('a catalog that does not answer is an error', async () => {
  const { fetchRows } = await load();
  await expect(fetchRows([idOf(1)])).rejects.toThrow('The catalog answered 503');
});

test('a request can be given up', async () => {
  pages.current.answer = () => new Promise(() => {});
  const { fetchRows } = await load();
  const controller = new AbortController();
  const rows = fetchRows([idOf(1)], controller.signal);
  controller.abort();
  expect(pages.current.requests.map((request) => request.signal.aborted)).toEqual([true]);
  await expect(rows).rejects.toThrow(controller.signal.reason);
});
