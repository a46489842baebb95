import { z } from 'zod';
import type { ConditionColumns } from '#core/catalog/condition.ts';
import type { KindColumns } from '#core/catalog/part-kind.ts';
import type { FieldChoices } from '#core/values/merge-fields.ts';
import type { FormColumn, PartColumns } from '#core/catalog/part-fields.ts';
import { readSeen } from '#core/catalog/part-form.ts';

const seenCondition: z.ZodType<Partial<ConditionColumns>> = z
  .object({ name: z.string(), color_class: z.string(), sort_order: z.number() })
  .partial();

const seenKindFields = {
  name: z.string(),
  words: z.string(),
  has_sides: z.boolean(),
  positions: z.string(),
  category: z.string().nullable(),
  car_places: z.string(),
  only_for: z.string(),
  yard_code: z.string().nullable(),
} satisfies Record<keyof KindColumns, z.ZodType>;

const seenKind: z.ZodType<Partial<KindColumns>> = z.object(seenKindFields).partial();

const choices: z.ZodType<FieldChoices> = z.record(
  z.string(),
  z.object({
    keep: z.enum(['mine', 'theirs']),
    theirs: z.union([z.string(), z.number(), z.boolean(), z.null()]),
  }),
);

/** Reads the part of the opened form, which sends it back. Returns undefined if it is invalid. */
export function readSeenPart(sent: unknown, columns: readonly FormColumn[]) {
  return readSeen(readJson(z.unknown(), sent), columns) as Partial<PartColumns> | undefined;
}

/** Reads the list of vehicles of the opened form, as it was sent to the form. */
export function readSeenFitments(sent: unknown): string | undefined {
  return readJson(z.object({ fitments: z.string() }), sent)?.fitments;
}

/** Reads the condition of the opened form. */
export function readSeenCondition(sent: unknown, columns: readonly (keyof ConditionColumns)[]) {
  const seen = readJson(seenCondition, sent);
  return seen && columns.every((column) => column in seen) ? seen : undefined;
}

/** Reads the kind of the opened form. */
export function readSeenKind(sent: unknown, columns: readonly (keyof KindColumns)[]) {
  const seen = readJson(seenKind, sent);
  return seen && columns.every((column) => column in seen) ? seen : undefined;
}

/** Returns {} if no choices were sent. */
export const readChoices = (sent: unknown) => (sent === undefined ? {} : readJson(choices, sent));

function readJson<Value>(schema: z.ZodType<Value>, sent: unknown): Value | undefined {
  if (typeof sent !== 'string') return undefined;
  try {
    return schema.safeParse(JSON.parse(sent)).data;
  } catch {
    return undefined;
  }
}
