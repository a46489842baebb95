import { importLimits } from '#domain/part-import/import-limits.ts';
import type { BenchOptions, Catalogs } from './catalogs.ts';
import { printTable } from './measure.ts';
import { describeWork, openPanelShop, type PanelShop } from './panel-shop.ts';

const fields = [
  'id',
  'stock_number',
  'part_name',
  'vehicle_make',
  'vehicle_model',
  'vehicle_year',
  'price',
  'stock_quantity',
];

/** An import of a file, half of it new parts and half of it other prices, beside shoppers. It is undone at the end. */
export async function benchImport(
  catalogs: Catalogs,
  { parts, rows, minutes, seconds }: BenchOptions,
): Promise<void> {
  await using shop = await openPanelShop(await catalogs.open(parts));
  await shop.owner.query('delete from part_imports');
  const content = await writeFile(shop, rows);
  await shop.watchShoppers(seconds);
  const alone = await shop.watchShoppers(seconds * 3);
  const atRest = await shop.memoryAtRest();
  console.log(
    `${parts.toLocaleString('en-US')} parts, a file of ${rows.toLocaleString('en-US')} lines and ${(content.length / 1e6).toFixed(1)} MB; at rest ${atRest.toFixed(0)} MB, p99 of shoppers ${alone.toFixed(0)} ms.\n`,
  );
  const id = await upload(shop, content);
  const act = (what: string, others = {}) => shop.send(`/admin/part-import/${id}`, { do: what, ...others });
  const table: Record<string, string | number>[] = [];
  /** False if it was not done in time. */
  async function run(stage: string, work: () => Promise<unknown>, ends: readonly string[]): Promise<boolean> {
    await work();
    const watched = await shop.watchWork(async () => ends.includes((await read(shop, id)).state), {
      minutes,
      atRest,
    });
    const { lines, done, undo } = await read(shop, id);
    const place = { reading: lines, undoing: done - (undo ?? 0) }[stage] ?? done;
    table.push(describeWork(stage, place.toLocaleString('en-US'), watched));
    return watched.isDone;
  }
  const mapping = Object.fromEntries(fields.map((field, index) => [`field-${index}`, field]));
  const isChecked =
    (await run('reading', () => act('read'), ['mapping'])) &&
    (await run('checking', () => act('check', mapping), ['checked']));
  if (isChecked) {
    if (!(await run('applying', () => act('apply', { mode: 'good' }), ['ended']))) await act('stop');
    await run('undoing', () => act('undo'), ['undone']);
  }
  printTable(table);
}

async function read(shop: PanelShop, id: string) {
  const { rows } = await shop.owner.query<{
    state: string;
    lines: number;
    done: number;
    undo: number | null;
    error: string | null;
  }>('select state, lines, done, undo_place as undo, error from part_imports where id = $1', [id]);
  const [row] = rows;
  if (!row || row.state === 'failed') throw new Error(`The import failed: ${row?.error}`);
  return row;
}

async function writeFile(shop: PanelShop, rows: number): Promise<Buffer> {
  const { rows: known } = await shop.owner.query<{ id: string; part_name: string; price: string }>(
    'select id, part_name, price from parts_catalog where price is not null order by id limit $1',
    [Math.floor(rows / 2)],
  );
  const changed = known.map(({ id, price }) => `${id},,,,,,${(Number(price) + 1).toFixed(2)},`);
  const added = Array.from(
    { length: rows - changed.length },
    (_, index) =>
      `,BENCH-${index},Imported Pads ${index % 400},Honda,Civic,${1990 + (index % 30)},${10 + (index % 90)}.95,${index % 7}`,
  );
  const lines = added.flatMap((line, index) =>
    changed[index] === undefined ? line : [line, changed[index]],
  );
  return Buffer.from(`${fields.join(',')}\n${lines.join('\n')}\n`);
}

async function upload(shop: PanelShop, content: Buffer): Promise<string> {
  const facts = { name: 'bench.csv', supplier: 'Bench', bytes: String(content.length) };
  const { id } = await shop.send('/admin/part-import/new', facts);
  const { pieceBytes } = importLimits;
  for (let place = 0; place * pieceBytes < content.length; place += 1) {
    const body = new Uint8Array(content.subarray(place * pieceBytes, (place + 1) * pieceBytes));
    await shop.request(`/admin/part-import/${String(id)}/pieces/${place}`, {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'application/octet-stream' },
    });
  }
  return String(id);
}
