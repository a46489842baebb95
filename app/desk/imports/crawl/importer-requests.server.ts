import { z } from 'zod';
import { crawlAddress, INVALID_ADDRESS, isApiKey, MAX_PAGES } from '#core/imports/crawl/crawl.ts';
import { readings } from '#core/imports/crawl/crawled-parts.ts';
import type { ImportFields } from '#core/imports/files/import-fields.ts';
import { type ImportColumn, importColumns, partFields } from '#core/catalog/part-fields.ts';
import { readFields, readSeen } from '#core/catalog/part-form.ts';

/** Must be valid in a header. */
const apiKey = z
  .string('API key not found')
  .trim()
  .min(1, 'API key not found')
  .refine(isApiKey, 'Please enter a valid API key');

const path = z
  .string('path must be text')
  .default('')
  .transform((text, context) => {
    const address = crawlAddress(text);
    if (address !== undefined) return address;
    context.addIssue({ code: 'custom', message: INVALID_ADDRESS });
    return z.NEVER;
  });

const INVALID_PAGES = `Please enter 1 to ${MAX_PAGES} pages`;

const pages = z.int(INVALID_PAGES).min(1, INVALID_PAGES).max(MAX_PAGES, INVALID_PAGES).default(MAX_PAGES);

export const startRequest = z.object({
  apiKey,
  path,
  pages,
  review: z.boolean('must be true or false').default(false),
});
export const keyRequest = z.object({ apiKey });

const edited = z.record(z.string(), z.unknown()).transform((sent, context) => {
  const { values, errors } = readFields(sent, importColumns);
  for (const [column, message] of Object.entries(errors)) {
    const { label } = partFields[column as ImportColumn];
    context.addIssue({ code: 'custom', path: [column], message: formatError(label, message) });
  }
  return values as Partial<ImportFields>;
});

/** Adds the label if the message lacks it. */
function formatError(label: string, message: string): string {
  return /^(At most|This)/.test(message) ? `${label}: ${message}` : message;
}

/** Reads the part that the admin saw. */
function withSeen<Request extends { edited?: Partial<ImportFields> | undefined; seen?: unknown }>(
  request: Request,
  context: z.RefinementCtx,
) {
  if (!request.edited || request.seen === undefined) return { ...request, seen: undefined };
  const seen = readSeen(
    request.seen,
    importColumns.filter((column) => request.edited && column in request.edited),
  );
  if (!seen) context.addIssue({ code: 'custom', path: ['seen'], message: 'must contain the edited fields' });
  return { ...request, seen: seen as Partial<ImportFields> | undefined };
}

const position = z.union([z.number().int().nonnegative().max(2_147_483_647), z.literal('all')]);

export const importRequest = z.discriminatedUnion('intent', [
  z
    .object({
      intent: z.literal('accept'),
      crawlId: z.uuid(),
      position,
      edited: edited.optional(),
      seen: z.unknown().optional(),
    })
    .refine(
      (request) => request.edited === undefined || request.position !== 'all',
      'Only one match can be edited at a time',
    )
    .transform(withSeen),
  z.object({ intent: z.literal('leave'), crawlId: z.uuid(), position }),
  z.object({ intent: z.literal('undo'), crawlId: z.uuid() }),
  z.object({ intent: z.literal('read'), crawlId: z.uuid(), reading: z.enum(readings) }),
  z.object({ intent: z.literal('import'), crawlId: z.uuid() }),
  z.object({ intent: z.literal('map'), crawlId: z.uuid() }),
]);

/** Returns the first problem in one line. */
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
