import { z } from 'zod';
import { partSorts } from '#domain/catalog-query.ts';
import { isPartId } from '#domain/part.ts';

/** The most parts that one answer holds. */
const MAX_PARTS = 100;

const text = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `must have at most ${max} characters`)
    // No text of the database can hold it.
    .refine((value) => !value.includes('\0'), 'must not contain a NUL character')
    .optional();

/** Named parts. What is no id can't be any part's: it names nothing. */
const ids = z
  .string()
  .transform((list) => list.split(',').map((id) => id.trim()))
  .refine((list) => list.length <= MAX_PARTS, `must have at most ${MAX_PARTS} ids`)
  .transform((list) => list.filter(isPartId))
  .optional();

/** The parameters of GET /api/parts. Empty ones count as missing; unknown ones are ignored. */
export const partsParameters = z
  .object({
    ids,
    q: text(200),
    make: text(100),
    model: text(100),
    year: z
      .string()
      .regex(/^\d{1,4}$/, 'must be a year')
      .transform(Number)
      .optional(),
    category: text(100),
    condition: text(100),
    in_stock: z
      .enum(['1', 'true', '0', 'false'], 'must be true or false')
      .transform((value) => value === '1' || value === 'true')
      .optional(),
    sort: z.enum(partSorts, `must be one of ${partSorts.join(', ')}`).default('name'),
    limit: z
      .string()
      .regex(/^\d{1,4}$/, `must be a whole number from 1 to ${MAX_PARTS}`)
      .transform(Number)
      .refine((limit) => limit >= 1 && limit <= MAX_PARTS, `must be a whole number from 1 to ${MAX_PARTS}`)
      .optional(),
    after: z.string().max(1_000, 'must be the "next" of an earlier answer').optional(),
  })
  .transform(({ limit, ...given }) => ({ ...given, limit: limit ?? (given.ids ? MAX_PARTS : 24) }));
