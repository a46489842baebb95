import { z } from 'zod';
import { partSorts } from '#domain/catalog-query.ts';
import { isPartId } from '#domain/part.ts';
import { MAX_QUERY_LENGTH } from '#features/catalog/junkyard/junkyard-address.ts';

const MAX_PARTS = 100;

const text = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `must have at most ${max} characters`)
    // PostgreSQL refuses it.
    .refine((value) => !value.includes('\0'), 'must not contain a NUL character')
    .optional();

/** Ignores invalid ids. */
const ids = z
  .string()
  .transform((list) => list.split(',').map((id) => id.trim()))
  .refine((list) => list.length <= MAX_PARTS, `must have at most ${MAX_PARTS} ids`)
  .transform((list) => list.filter(isPartId))
  .optional();

const filters = z.object({
  ids,
  q: text(MAX_QUERY_LENGTH),
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
});

export const countParameters = filters.transform(withStock);

export const partsParameters = filters
  .extend({
    sort: z.enum(partSorts, `must be one of ${partSorts.join(', ')}`).optional(),
    limit: z
      .string()
      .regex(/^\d{1,4}$/, `must be a whole number from 1 to ${MAX_PARTS}`)
      .transform(Number)
      .refine((limit) => limit >= 1 && limit <= MAX_PARTS, `must be a whole number from 1 to ${MAX_PARTS}`)
      .optional(),
    after: z.string().max(1_000, 'must be the "next" of an earlier answer').optional(),
  })
  .transform(({ limit, sort, ...given }) => ({
    ...withStock(given),
    sort: sort ?? (given.q === undefined ? ('name' as const) : ('best' as const)),
    limit: limit ?? (given.ids ? MAX_PARTS : 24),
  }));

export const suggestionsParameters = z.object({ q: text(MAX_QUERY_LENGTH) });

function withStock<Given extends { in_stock?: boolean | undefined }>({ in_stock, ...given }: Given) {
  return { ...given, inStock: in_stock };
}

/** Returns an error message for invalid parameters. Ignores empty and unknown ones. */
export function readParameters<Parameters>(
  request: Request,
  parameters: z.ZodType<Parameters>,
): { given: Parameters } | { refusal: string } {
  const filled = [...new URL(request.url).searchParams].filter(([, value]) => value.trim() !== '');
  const parsed = parameters.safeParse(Object.fromEntries(filled));
  if (parsed.success) return { given: parsed.data };
  const [issue] = parsed.error.issues;
  return { refusal: `${issue?.path.join('.')} ${issue?.message}` };
}

export function badRequest(error: string): Response {
  return Response.json({ error }, { status: 400 });
}
