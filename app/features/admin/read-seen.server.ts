import { z } from 'zod';
import type { ConditionColumns } from '#domain/condition.ts';
import type { FieldChoices } from '#domain/merge-fields.ts';
import type { PartColumns } from '#domain/part-form.ts';
import { MAX_STOCK } from '#domain/stock.ts';

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
  stock_quantity: z.int().min(0).max(MAX_STOCK),
  image_url: text,
});

const seenCondition: z.ZodType<ConditionColumns> = z.object({
  name: z.string(),
  color_class: z.string(),
  sort_order: z.number(),
});

const choices: z.ZodType<FieldChoices> = z.record(
  z.string(),
  z.object({
    keep: z.enum(['mine', 'theirs']),
    theirs: z.union([z.string(), z.number(), z.null()]),
  }),
);

/** The part when the admin's form was opened, which comes back with the form; undefined when it can't be read. */
export const readSeenPart = (sent: unknown) => readJson(seenPart, sent);

/** The condition when the admin's form was opened. */
export const readSeenCondition = (sent: unknown) => readJson(seenCondition, sent);

/** What the admin chose for fields in conflict; none were asked about when nothing was sent. */
export const readChoices = (sent: unknown) => (sent === undefined ? {} : readJson(choices, sent));

function readJson<Value>(schema: z.ZodType<Value>, sent: unknown): Value | undefined {
  if (typeof sent !== 'string') return undefined;
  try {
    return schema.safeParse(JSON.parse(sent)).data;
  } catch {
    return undefined;
  }
}
