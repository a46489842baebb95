export interface SeedPart {
  id: string;
  part_name: string;
  oem_number: string | null;
  brand: string | null;
  category: string;
  subcategory: string | null;
  description: string | null;
  vehicle_make: string;
  vehicle_model: string;
  vehicle_year: number;
  vehicle_engine: string | null;
  part_type: string | null;
  priceCents: number | null;
  stock_quantity: number;
  image_url: string | null;
}
export const demoConditions = [{ name: 'Good', color_class: 'bg-yellow-100 text-yellow-800', sort_order: 0 }];
export function* generateParts({ count }: { count: number }): Generator<SeedPart> {
  for (let i = 0; i < count; i += 1)
    yield {
      id: crypto.randomUUID(),
      part_name: `Part ${i}`,
      oem_number: null,
      brand: null,
      category: 'Brakes',
      subcategory: null,
      description: null,
      vehicle_make: 'Honda',
      vehicle_model: 'Civic',
      vehicle_year: 2015,
      vehicle_engine: null,
      part_type: 'Good',
      priceCents: 1000,
      stock_quantity: 1,
      image_url: null,
    };
}
