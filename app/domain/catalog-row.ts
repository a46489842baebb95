import { centsFromDollars } from './money.ts';
import type { Part } from './part.ts';

/** What of a row of the catalogue is shown. Decimals are texts: dollars, and a share for the tax rate. */
export interface CatalogRow {
  id: string;
  part_name: string;
  oem_number: string | null;
  brand: string | null;
  category: string;
  description: string | null;
  vehicle_make: string | null;
  vehicle_model: string | null;
  vehicle_year: number | null;
  vehicle_engine: string | null;
  part_type: string | null;
  price: string | null;
  /** What can still be bought. */
  stock_quantity: number;
  /** There is stock, and payments under way hold all of it. */
  all_held: boolean;
  image_url: string | null;
  tax_rate: string | null;
  shipping_cost: string | null;
}

/** A row of the catalogue as the screens show it. */
export function partFromRow(row: CatalogRow): Part {
  return {
    id: row.id,
    name: row.part_name,
    oemNumber: row.oem_number,
    brand: row.brand,
    category: row.category,
    description: row.description,
    make: row.vehicle_make,
    model: row.vehicle_model,
    year: row.vehicle_year,
    engine: row.vehicle_engine,
    condition: row.part_type,
    priceCents: row.price === null ? null : centsFromDollars(row.price),
    stock: row.stock_quantity,
    allHeld: row.all_held,
    imageUrl: row.image_url,
    taxRate: row.tax_rate === null ? null : Number(row.tax_rate),
    shippingCostCents: row.shipping_cost === null ? null : centsFromDollars(row.shipping_cost),
  };
}
