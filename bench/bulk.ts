import { createWatcher, signIn } from './admin.ts';
import { printTable } from './measure.ts';
import { type BenchOptions, openShop } from './shop.ts';

const CATEGORY = 'Brakes';

/** Changes the prices of a category in the panel beside shoppers, and undoes this. */
export async function benchBulk(options: BenchOptions): Promise<void> {
  const { parts } = options;
  await using shop = await openShop({ parts });
  const admin = await signIn(shop);
  const { rows } = await shop.owner.query<{ count: number }>(
    'select count(*)::int as count from parts_catalog where category = $1',
    [CATEGORY],
  );
  const count = rows[0]?.count ?? 0;
  console.log(
    `${parts.toLocaleString('en-US')} parts, of which ${count.toLocaleString('en-US')} are changed.`,
  );
  const watch = await createWatcher(shop, options);
  const read = async () => {
    const { rows: changes } = await shop.owner.query<{
      id: string;
      state: string;
      done: number;
      undone: number;
    }>('select id, state, done, undone from part_changes order by created_at desc limit 1');
    return changes[0] ?? { id: '', state: '', done: 0, undone: 0 };
  };
  const isIn = (state: string) => async () => (await read()).state === state;
  await admin.send('/admin/bulk-changes', {
    intent: 'start',
    all: `category=${CATEGORY}`,
    parts: String(count),
    kind: 'price',
    price_way: 'percent',
    price_value: '10',
    ending: '95',
  });
  const changed = await watch('changing', isIn('ended'));
  const { id, done } = await read();
  if (!changed.isDone) await admin.send('/admin/bulk-changes', { intent: 'stop', id });
  await admin.send('/admin/bulk-changes', { intent: 'undo', id });
  const undone = await watch('undoing', isIn('undone'));
  printTable([
    { ...changed.row, parts: done },
    { ...undone.row, parts: (await read()).undone },
  ]);
}
