import { z } from 'zod';
import { catalogAddress, isApiKey } from '#domain/crawl.ts';

/** What can stand in a header: a key that can't is none. */
const apiKey = z
  .string('API key not found')
  .trim()
  .min(1, 'API key not found')
  .refine(isApiKey, 'Please enter a valid API key');

const path = z
  .string('path must be text')
  .default('')
  .transform((text, context) => {
    const address = catalogAddress(text);
    if (address !== undefined) return address;
    context.addIssue({ code: 'custom', message: 'Please enter a path within the RockAuto catalog' });
    return z.NEVER;
  });

export const startRequest = z.object({ apiKey, path });
export const keyRequest = z.object({ apiKey });

const text = (longest: number) =>
  z
    .string()
    .trim()
    .max(longest, `must have at most ${longest} characters`)
    .refine((value) => !value.includes('\0'), 'must not contain a NUL character')
    .transform((value) => (value === '' ? null : value.toWellFormed()))
    .nullable();

const needed = (longest: number, message: string) =>
  text(longest).transform((value, context) => {
    if (value !== null) return value;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });

/** A match as an admin has edited it; what a part must have is checked as everywhere (Spec §5, Part form). */
const edited = z.object({
  part_name: needed(300, 'Part name is required'),
  oem_number: text(100),
  brand: text(100),
  category: needed(100, 'Category is required'),
  description: text(5000),
  vehicle_make: text(100),
  vehicle_model: text(100),
  vehicle_year: z.number('Year must be a number').int().min(1).max(9999).nullable(),
});

/** The part that the admin saw; it is only compared. */
const shown = z.string().nullable();
const seen = z.object({
  part_name: z.string(),
  oem_number: shown,
  brand: shown,
  category: shown,
  description: shown,
  vehicle_make: shown,
  vehicle_model: shown,
  vehicle_year: z.number().nullable(),
});

const position = z.union([z.number().int().nonnegative().max(2_147_483_647), z.literal('all')]);

/** What an admin wants done with an import. */
export const importRequest = z.discriminatedUnion('intent', [
  z
    .object({
      intent: z.literal('accept'),
      crawlId: z.uuid(),
      position,
      edited: edited.optional(),
      seen: seen.optional(),
    })
    .refine(
      (request) => request.edited === undefined || request.position !== 'all',
      'Only one can be edited',
    ),
  z.object({ intent: z.literal('leave'), crawlId: z.uuid(), position }),
  z.object({ intent: z.literal('undo'), crawlId: z.uuid() }),
]);

/** Reads a body, or says in one line what is wrong with it. */
export async function readBody<T extends z.ZodType>(
  request: Request,
  schema: T,
): Promise<{ body: z.output<T> } | { error: string }> {
  const sent: unknown = await request.json().catch(() => undefined);
  const parsed = schema.safeParse(typeof sent === 'object' ? sent : undefined);
  if (parsed.success) return { body: parsed.data };
  const [issue] = parsed.error.issues;
  const field = issue?.path.at(-1);
  if (!issue || field === undefined) return { error: 'The request cannot be read' };
  return { error: /^[A-Z]/.test(issue.message) ? issue.message : `${String(field)} ${issue.message}` };
}
