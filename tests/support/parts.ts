import type { Insertable } from 'kysely';
import type pg from 'pg';
import type { PartsCatalog } from '#db/types.ts';

export type PartColumns = Partial<Insertable<PartsCatalog>>;

const defaults = {
  part_name: 'Front Brake Pads',
  category: 'Brakes',
  vehicle_make: 'Honda',
  vehicle_model: 'Civic',
  vehicle_year: 2015,
  part_type: 'Good',
  price: 40,
  stock_quantity: 2,
} satisfies PartColumns;

/** The page cache of a shop may show lists that are 10 seconds old. A story does not wait for that. */
export async function forgetLists(owner: pg.Client): Promise<void> {
  await owner.query('notify catalog_changed');
}

/** Adds parts in one statement, each created after the one before. */
export async function addParts(owner: pg.Client, parts: readonly PartColumns[]): Promise<string[]> {
  if (parts.length === 0) return [];
  const added: Record<string, unknown>[] = parts.map((part) => ({ ...defaults, ...part }));
  const columns = [...new Set(['created_at', ...added.flatMap((part) => Object.keys(part))])];
  const values: unknown[] = [];
  const tuples = added.map((part) => {
    const cells = columns.map((column) => {
      if (!(column in part)) return column === 'created_at' ? 'clock_timestamp()' : 'default';
      return `$${values.push(part[column])}`;
    });
    return `(${cells.join(', ')})`;
  });
  const { rows } = await owner.query(
    `insert into parts_catalog (${columns.join(', ')}) values ${tuples.join(', ')} returning id`,
    values,
  );
  return rows.map(({ id }) => id);
}
