import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

/** In turns. The deletion is of the part that was added. */
const EDITS = [
  'update parts_catalog set price = price + 1, updated_at = now() where id = $1',
  `update parts_catalog set description = concat(description, ' Checked.'), updated_at = now() where id = $1`,
  `insert into parts_catalog (part_name, brand, category, vehicle_make, vehicle_model, vehicle_year, part_type, price, stock_quantity)
   select part_name, brand, category, vehicle_make, vehicle_model, vehicle_year, part_type, price, 1
   from parts_catalog where id = $1`,
  'update parts_catalog set price = price - 1, updated_at = now() where id = $1',
  `delete from parts_catalog where id = (
     select id from parts_catalog order by search_added_at(created_at) desc, id desc limit 1
   )`,
];

/** As an owner does beside shoppers. `edits`: in a minute. */
export async function editParts(
  url: string,
  pickId: () => string,
  { edits, signal }: { edits: number; signal: AbortSignal },
): Promise<void> {
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  for (let made = 0; !signal.aborted; made += 1) {
    const startedAt = performance.now();
    const edit = EDITS[made % EDITS.length] ?? '';
    await owner.query(edit, edit.includes('$1') ? [pickId()] : []);
    await pause(Math.max(0, startedAt + 60_000 / edits - performance.now()));
  }
  await owner.end();
}
