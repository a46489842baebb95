import type { BenchOptions, Catalogs } from './catalogs.ts';
import { percentile, printTable } from './measure.ts';
import { openPanelShop } from './panel-shop.ts';

/** Pages and actions of the admin panel, one after the other. */
export async function benchPanel(catalogs: Catalogs, { parts, seconds }: BenchOptions): Promise<void> {
  await using shop = await openPanelShop(await catalogs.open(parts));
  const { rows } = await shop.owner.query<{ id: string; price: string }>(
    'select id, price from parts_catalog where price is not null and id > gen_random_uuid() order by id limit 100',
  );
  const forms: { id: string; seen: string; price: string }[] = [];
  for (const { id, price } of rows) {
    const form = (await (await shop.request(`/admin/part/${id}`, {})).json()) as { part: unknown };
    forms.push({ id, seen: JSON.stringify(form.part), price: (Number(price) + 1).toFixed(2) });
  }
  const part = (turn: number) => forms[turn % forms.length] ?? { id: '', seen: '', price: '1' };
  const actions: Record<string, (turn: number) => Promise<unknown>> = {
    'list of parts': () => shop.get('/admin'),
    'list of a category': () => shop.get('/admin?category=Brakes'),
    'list of a condition by price': () => shop.get('/admin?condition=Good&sort=price'),
    'search of words': (turn) => shop.get(`/admin?q=brake+pads+${turn}`),
    'search of a number': (turn) => shop.get(`/admin?q=4502${turn % 10}`),
    'form of a part': (turn) => shop.get(`/admin/part/${part(turn).id}`),
    'edit of a price': (turn) => {
      const { id, seen, price } = part(turn);
      return shop.send(`/admin/part/${id}`, { seen, price });
    },
    'check of the catalog': () => shop.get('/admin/check'),
    'bulk changes': () => shop.get('/admin/bulk-changes'),
    imports: () => shop.get('/admin/import'),
    trash: () => shop.get('/admin/trash'),
  };
  console.log(`${parts.toLocaleString('en-US')} parts, one admin, milliseconds.\n`);
  const table = [];
  for (const [action, work] of Object.entries(actions)) {
    const times: number[] = [];
    const until = performance.now() + seconds * 1_000;
    for (let turn = 0; turn < 12 || (turn < 100 && performance.now() < until); turn += 1) {
      const sentAt = performance.now();
      await work(turn);
      // The first two are a warm-up.
      if (turn > 1) times.push(performance.now() - sentAt);
    }
    times.sort((one, other) => one - other);
    table.push({ action, median: percentile(times, 0.5), p95: percentile(times, 0.95) });
  }
  printTable(table);
}
