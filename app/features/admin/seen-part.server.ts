import { z } from 'zod';
import type { PartColumns } from '#domain/part-form.ts';

const text = z.string().nullable();

const seenPart: z.ZodType<PartColumns> = z.object({
  part_name: z.string(),
  oem_number: text,
  brand: text,
  category: z.string(),
  subcategory: text,
  description: text,
  vehicle_make: text,
  vehicle_model: text,
  vehicle_year: z.number().nullable(),
  vehicle_engine: text,
  part_type: text,
  price: text,
  stock_quantity: z.number(),
  image_url: text,
});

/** The part as the admin's form was opened on it, which comes back with the form. */
export function readSeenPart(sent: unknown): PartColumns | undefined {
  if (typeof sent !== 'string') return undefined;
  try {
    return seenPart.safeParse(JSON.parse(sent)).data;
  } catch {
    return undefined;
  }
}
