import { z } from 'zod';
import { contactMaxLengths } from './contact-message.ts';
import { DEFAULT_URGENCY, partRequestMaxLengths, HONEYPOT_FIELD, urgencies } from './part-request.ts';
import { typedEmail } from './typed-email.ts';

/** Removes line breaks, which could inject mail headers, and NUL, which PostgreSQL refuses. */
function line(label: string, maxLength: number) {
  return z
    .string(`${label} must be text`)
    .trim()
    .max(maxLength, `${label} must have at most ${maxLength} characters`)
    .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, `${label} must be one line`);
}

function requiredLine(label: string, maxLength: number) {
  return z.preprocess(toText, line(label, maxLength).min(1, `${label} is required`));
}

function optionalLine(label: string, maxLength: number) {
  return z.preprocess(toText, line(label, maxLength));
}

function lines(label: string, maxLength: number) {
  return z
    .string(`${label} must be text`)
    .trim()
    .transform((text) => text.replace(/\r\n?/g, '\n'))
    .pipe(
      z
        .string()
        .max(maxLength, `${label} must have at most ${maxLength} characters`)
        .regex(/^[\P{Cc}\n\t]*$/u, `${label} must be plain text`),
    );
}

function toText(value: unknown): unknown {
  return value ?? '';
}

const { name, phone, make, model, partName, description } = partRequestMaxLengths;

/** Follows Spec §7. `partId` is an addition. */
const partRequest = z
  .object({
    name: requiredLine('Full Name', name),
    email: typedEmail,
    phone: optionalLine('Phone', phone),
    make: optionalLine('Make', make),
    model: optionalLine('Model', model),
    year: optionalLine('Year', 10).pipe(z.string().regex(/^(\d{4})?$/, 'Year must be a year such as 2015')),
    partName: requiredLine('Part Name', partName),
    description: z.preprocess(toText, lines('Detailed Description', description)),
    urgency: z.preprocess(
      (value) => (toText(value) === '' ? DEFAULT_URGENCY : value),
      z.enum(
        urgencies.map(({ value }) => value),
        'Urgency must be low, medium or high',
      ),
    ),
    partId: z.uuid('Unknown part').optional(),
  })
  // A request for a catalog part needs no vehicle.
  .superRefine(({ partId, ...fields }, { addIssue }) => {
    for (const [field, label] of [
      ['make', 'Make'],
      ['model', 'Model'],
      ['year', 'Year'],
    ] as const) {
      if (partId === undefined && fields[field] === '') {
        addIssue({ code: 'custom', path: [field], message: `${label} is required` });
      }
    }
  });

const contactMessage = z.object({
  name: requiredLine('Name', contactMaxLengths.name),
  email: typedEmail,
  subject: requiredLine('Subject', contactMaxLengths.subject),
  message: z.preprocess(
    toText,
    lines('Message', contactMaxLengths.message).pipe(z.string().min(1, 'Message is required')),
  ),
});

export type PartRequest = z.infer<typeof partRequest>;
export type ContactMessage = z.infer<typeof contactMessage>;

export interface InvalidSubmission {
  error: string;
  field?: string;
}

type ParseResult<Body> = { body: Body; isBot: boolean } | InvalidSubmission;

export function parsePartRequest(body: unknown): ParseResult<PartRequest> {
  return parse(partRequest, body);
}

export function parseContactMessage(body: unknown): ParseResult<ContactMessage> {
  return parse(contactMessage, body);
}

function parse<Body>(schema: z.ZodType<Body>, body: unknown): ParseResult<Body> {
  const parsed = schema.safeParse(body);
  if (parsed.success) {
    const honeypot = toText((body as Record<string, unknown>)[HONEYPOT_FIELD]);
    return { body: parsed.data, isBot: honeypot !== '' };
  }
  const [issue] = parsed.error.issues;
  const field = issue?.path[0];
  if (field === undefined) return { error: 'The request cannot be read' };
  return { error: issue?.message ?? 'The request cannot be read', field: String(field) };
}
