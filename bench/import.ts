import { importLimits } from '#core/imports/files/import-limits.ts';
import { type Admin, createWatcher, signIn } from './admin.ts';
import { printTable } from './measure.ts';
import { type BenchOptions, openShop, type Shop } from './shop.ts';

const FIELDS = 'id,stock_number,part_name,vehicle_make,vehicle_model,vehicle_year,price,stock_quantity'.split(
  ',',
);

/** Imports a file beside shoppers, and undoes the import. Half of the file is new parts, the other half is other prices. */
export async function benchImport(options: BenchOptions): Promise<void> {
  const { parts, rows } = options;
  await using shop = await openShop({ parts });
  const admin = await signIn(shop);
  await shop.owner.query('delete from part_changes');
  const content = await writeFile(shop, rows);
  console.log(
    `${parts.toLocaleString('en-US')} parts, a file of ${rows.toLocaleString('en-US')} lines and ${(content.length / 1e6).toFixed(1)} MB.`,
  );
  const watch = await createWatcher(shop, options);
  const id = await upload(admin, content);
  const act = (what: string, others = {}) => admin.send(`/admin/import/${id}`, { intent: what, ...others });
  const mapping = Object.fromEntries(FIELDS.map((field, index) => [`field-${index}`, field]));
  const table: Record<string, string | number>[] = [];
  async function run(stage: string, begin: () => Promise<unknown>, end: string): Promise<boolean> {
    await begin();
    const { isDone, row } = await watch(stage, async () => (await readState(shop, id)).state === end);
    const { lines, done, undo } = await readState(shop, id);
    table.push({ ...row, lines: { reading: lines, undoing: done - (undo ?? 0) }[stage] ?? done });
    return isDone;
  }
  const isChecked =
    (await run('reading', () => admin.send('/admin/import', { intent: 'read', id }), 'mapping')) &&
    (await run('checking', () => act('check', mapping), 'checked'));
  if (isChecked) {
    if (!(await run('applying', () => act('apply', { mode: 'good' }), 'ended'))) await act('stop');
    await run('undoing', () => act('undo'), 'undone');
  }
  printTable(table);
}

async function readState({ owner }: Shop, id: string) {
  const { rows } = await owner.query<{
    state: string;
    lines: number;
    done: number;
    undo: number | null;
    error: string | null;
  }>('select state, lines, done, undo_place as undo, error from part_changes where id = $1', [id]);
  const [row] = rows;
  if (!row || row.state === 'failed') throw new Error(`The import failed: ${row?.error}`);
  return row;
}

async function writeFile({ owner }: Shop, rows: number): Promise<Buffer> {
  const { rows: known } = await owner.query<{ id: string; price: string }>(
    'select id, price from parts_catalog where price is not null order by id limit $1',
    [Math.floor(rows / 2)],
  );
  const changed = known.map(({ id, price }) => `${id},,,,,,${(Number(price) + 1).toFixed(2)},`);
  const added = Array.from(
    { length: rows - changed.length },
    (_, index) =>
      `,BENCH-${index},Imported Pads ${index % 400},Honda,Civic,${1990 + (index % 30)},${10 + (index % 90)}.95,${index % 7}`,
  );
  const lines = added.flatMap((line, index) => [line, changed[index] ?? []].flat());
  return Buffer.from(`${FIELDS.join(',')}\n${lines.join('\n')}\n`);
}

async function upload(admin: Admin, content: Buffer): Promise<string> {
  const facts = { name: 'bench.csv', supplier: 'Bench', bytes: String(content.length) };
  const { id } = await admin.send('/admin/import', { intent: 'start', ...facts });
  const { pieceBytes } = importLimits;
  for (let index = 0; index * pieceBytes < content.length; index += 1)
    await admin.request(`/admin/part-import/${String(id)}/pieces/${index}`, {
      method: 'POST',
      body: new Uint8Array(content.subarray(index * pieceBytes, (index + 1) * pieceBytes)),
      headers: { 'Content-Type': 'application/octet-stream' },
    });
  return String(id);
}
