import type { Grade } from './grade.ts';
import type { Origin } from './origin.ts';
import type { ShippingClass } from './shipping-class.ts';
import { isPartId } from './part.ts';

/** A part as GET /api/parts answers it, with amounts in dollars. */
export interface FetchedRow {
  id: string;
  part_name: string;
  oem_number: string | null;
  image_url: string | null;
  price: number | null;
  stock_quantity: number;
  all_held: boolean;
  tax_rate: number | null;
  shipping_cost: number | null;
  shipping_class?: ShippingClass | null;
  core_charge?: number | null;
  origin?: Origin;
  rebuilder?: string | null;
  brand?: string | null;
  grade?: Grade | null;
  mileage?: number | null;
  warranty?: string | null;
  vehicle_make?: string | null;
  vehicle_model?: string | null;
  vehicle_year?: number | null;
  ready_from?: string | null;
}

const MAX_IDS_PER_REQUEST = 100;

/** Returns the parts by the given ids; null for what the catalog does not have. */
export async function fetchRows<Row extends { id: string } = FetchedRow>(
  ids: readonly string[],
  signal?: AbortSignal,
): Promise<Map<string, Row | null>> {
  const valid = ids.filter(isPartId);
  const batches = Array.from({ length: Math.ceil(valid.length / MAX_IDS_PER_REQUEST) }, async (_, index) => {
    const batch = valid.slice(index * MAX_IDS_PER_REQUEST, (index + 1) * MAX_IDS_PER_REQUEST);
    const response = await fetch(`/api/parts?ids=${batch.join(',')}`, { signal: signal ?? null });
    if (!response.ok) throw new Error(`The catalog answered ${response.status}`);
    return ((await response.json()) as { parts: Row[] }).parts;
  });
  const rows = new Map((await Promise.all(batches)).flat().map((row) => [row.id, row]));
  return new Map(ids.map((id) => [id, rows.get(id.toLowerCase()) ?? null]));
}
