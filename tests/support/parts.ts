import type pg from 'pg';

export type PartColumns = Partial<{
  part_name: string;
  oem_number: string | null;
  brand: string | null;
  category: string;
  description: string | null;
  vehicle_make: string | null;
  vehicle_model: string | null;
  vehicle_year: number | null;
  part_type: string | null;
  price: number | null;
  stock_quantity: number;
  stock_held: number;
  image_url: string | null;
  source_url: string | null;
  shipping_cost: number | null;
  subcategory: string | null;
  vehicle_engine: string | null;
}>;

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

/** Inserts parts with default columns. Returns their ids. */
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
