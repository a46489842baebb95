import { signIn } from './admin.ts';
import { measure, printTable } from './measure.ts';
import { type BenchOptions, openShop } from './shop.ts';

/** Measures pages and actions of the panel for one admin. */
export async function benchPanel({ parts, seconds }: BenchOptions): Promise<void> {
  await using shop = await openShop({ parts });
  const admin = await signIn(shop);
  const get = async (path: string) => (await admin.request(path)).arrayBuffer();
  const { rows } = await shop.owner.query<{ id: string; price: string }>(
    'select id, price from parts_catalog where price is not null order by id limit 100',
  );
  const forms: { id: string; seen: string; price: string }[] = [];
  for (const { id, price } of rows) {
    const form = (await (await admin.request(`/admin/part/${id}`)).json()) as { part: unknown };
    forms.push({ id, seen: JSON.stringify(form.part), price: (Number(price) + 1).toFixed(2) });
  }
  const formOf = (round: number) => forms[round % forms.length] ?? { id: '', seen: '', price: '1' };
  const actions: Record<string, (round: number) => Promise<unknown>> = {
    'list of parts': () => get('/admin'),
    'list of a category': () => get('/admin?category=Brakes'),
    'list of a condition by price': () => get('/admin?condition=Good&sort=price'),
    'search of words': (round) => get(`/admin?q=brake+pads+${round}`),
    'search of a number': (round) => get(`/admin?q=4502${round % 10}`),
    'form of a part': (round) => get(`/admin/part/${formOf(round).id}`),
    'edit of a price': (round) => {
      const { id, seen, price } = formOf(round);
      return admin.send(`/admin/part/${id}`, { intent: 'save', seen, price });
    },
    'check of the catalog': () => get('/admin/check'),
    'bulk changes': () => get('/admin/bulk-changes'),
    imports: () => get('/admin/import'),
    trash: () => get('/admin/trash'),
  };
  const table = [];
  for (const [action, work] of Object.entries(actions)) {
    const figures = await measure(work, { seconds });
    table.push({ action, median: figures.median, p95: figures.p95 });
  }
  console.log(`${parts.toLocaleString('en-US')} parts, one admin, milliseconds.\n`);
  printTable(table);
}
