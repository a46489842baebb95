import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

/** In turns. */
const EDITS = [
  'update parts_catalog set price = price + 1, updated_at = now() where id = $1',
  `update parts_catalog set description = concat(description, ' Checked.'), updated_at = now() where id = $1`,
  `insert into parts_catalog (part_name, brand, category, vehicle_make, vehicle_model, vehicle_year, part_type, price, stock_quantity)
   select part_name, brand, category, vehicle_make, vehicle_model, vehicle_year, part_type, price, 1
   from parts_catalog where id = $1`,
  'update parts_catalog set price = price - 1, updated_at = now() where id = $1',
  `delete from parts_catalog where id = (
     select id from parts_catalog order by search_added_at(created_at) desc, id desc limit 1
   ) and $1::uuid is not null`,
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
    await owner.query(EDITS[made % EDITS.length] ?? '', [pickId()]);
    await pause(Math.max(0, startedAt + 60_000 / edits - performance.now()));
  }
  await owner.end();
}
