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

export async function addParts(owner: pg.Client, parts: PartColumns[]): Promise<string[]> {
  const ids: string[] = [];
  for (const part of parts) {
    const row = { ...defaults, ...part };
    const { rows } = await owner.query(
      `insert into parts_catalog (${Object.keys(row).join(', ')})
       values (${Object.keys(row).map((_, index) => `$${index + 1}`)}) returning id`,
      Object.values(row),
    );
    ids.push(rows[0].id);
  }
  return ids;
}
