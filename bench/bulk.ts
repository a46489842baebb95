import type { BenchOptions, Catalogs } from './catalogs.ts';
import { printTable } from './measure.ts';
import { describeWork, openPanelShop } from './panel-shop.ts';

/** Other prices of all parts that a filter of the list finds, and their undoing, beside shoppers. */
export async function benchBulk(
  catalogs: Catalogs,
  { parts, minutes, seconds }: BenchOptions,
): Promise<void> {
  await using shop = await openPanelShop(await catalogs.open(parts));
  const category = 'Brakes';
  const { rows } = await shop.owner.query<{ count: number }>(
    'select count(*)::int as count from parts_catalog where category = $1',
    [category],
  );
  const count = rows[0]?.count ?? 0;
  await shop.watchShoppers(seconds);
  const alone = await shop.watchShoppers(seconds * 3);
  const atRest = await shop.memoryAtRest();
  console.log(
    `${parts.toLocaleString('en-US')} parts, of which ${count.toLocaleString('en-US')} are changed; at rest ${atRest.toFixed(0)} MB, p99 of shoppers ${alone.toFixed(0)} ms.\n`,
  );
  const read = async () => {
    const { rows: changes } = await shop.owner.query<{
      id: string;
      state: string;
      done: number;
      undone: number;
    }>('select id, state, done, undone from bulk_changes order by created_at desc limit 1');
    return changes[0] ?? { id: '', state: '', done: 0, undone: 0 };
  };
  const table = [];
  const startedAt = performance.now();
  await shop.send('/admin/bulk-change/new', {
    all: `category=${category}`,
    parts: String(count),
    kind: 'price',
    price_way: 'percent',
    price_value: '10',
    ending: '95',
  });
  console.log(`Started after ${((performance.now() - startedAt) / 1_000).toFixed(1)} s.\n`);
  const isIn = (state: string) => async () => (await read()).state === state;
  const changed = await shop.watchWork(isIn('ended'), { minutes, atRest });
  const { id, done } = await read();
  table.push(describeWork('changing', done.toLocaleString('en-US'), changed));
  if (!changed.isDone) await shop.send(`/admin/bulk-change/${id}`, { do: 'stop' });
  await shop.send(`/admin/bulk-change/${id}`, { do: 'undo' });
  const undone = await shop.watchWork(isIn('undone'), { minutes, atRest });
  table.push(describeWork('undoing', (await read()).undone.toLocaleString('en-US'), undone));
  printTable(table);
}
