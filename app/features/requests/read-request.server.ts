import { z } from 'zod';
import { contactMaxLengths } from '#domain/contact-message.ts';
import { DEFAULT_URGENCY, partRequestMaxLengths, HONEYPOT_FIELD, urgencies } from '#domain/part-request.ts';

/** One line. What breaks a line could break out of a header, and no text of the database holds a NUL character. */
function line(label: string, most: number) {
  return z
    .string(`${label} must be text`)
    .trim()
    .max(most, `${label} must have at most ${most} characters`)
    .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, `${label} must be one line`);
}

function requiredLine(label: string, most: number) {
  return z.preprocess(given, line(label, most).min(1, `${label} is required`));
}

function optionalLine(label: string, most: number) {
  return z.preprocess(given, line(label, most));
}

/** Several lines of plain text. */
function lines(label: string, most: number) {
  return z
    .string(`${label} must be text`)
    .trim()
    .transform((text) => text.replace(/\r\n?/g, '\n'))
    .pipe(
      z
        .string()
        .max(most, `${label} must have at most ${most} characters`)
        .regex(/^[\P{Cc}\n\t]*$/u, `${label} must be plain text`),
    );
}

/** Absent, null and empty are the same. */
function given(value: unknown): unknown {
  return value ?? '';
}

const email = requiredLine('Email', partRequestMaxLengths.email).pipe(
  z.email('Please enter a valid email address'),
);

const { name, phone, make, model, partName, description } = partRequestMaxLengths;

/** The body of send-part-request-email (Spec §7). Our own dialog also sends the part's id. */
const partRequest = z
  .object({
    name: requiredLine('Full Name', name),
    email,
    phone: optionalLine('Phone', phone),
    make: optionalLine('Make', make),
    model: optionalLine('Model', model),
    year: optionalLine('Year', 10).pipe(z.string().regex(/^(\d{4})?$/, 'Year must be a year such as 2015')),
    partName: requiredLine('Part Name', partName),
    description: z.preprocess(given, lines('Detailed Description', description)),
    urgency: z.preprocess(
      (value) => (given(value) === '' ? DEFAULT_URGENCY : value),
      z.enum(
        urgencies.map(({ value }) => value),
        'Urgency must be low, medium or high',
      ),
    ),
    partId: z.uuid('The part is not known').optional(),
  })
  // A part of the catalogue knows what it is for; one that is only described has to say so.
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

/** The body of send-contact-email (Spec §7). */
const contactMessage = z.object({
  name: requiredLine('Name', contactMaxLengths.name),
  email,
  subject: requiredLine('Subject', contactMaxLengths.subject),
  message: z.preprocess(
    given,
    lines('Message', contactMaxLengths.message).pipe(z.string().min(1, 'Message is required')),
  ),
});

export type PartRequest = z.infer<typeof partRequest>;
export type ContactMessage = z.infer<typeof contactMessage>;

/** What is wrong, and with which field. */
export interface Unreadable {
  error: string;
  field?: string;
}

/** What was written, and whether in the field that only robots fill in too. */
type Read<Body> = { body: Body; trapped: boolean } | Unreadable;

export function readPartRequest(body: unknown): Read<PartRequest> {
  return read(partRequest, body);
}

export function readContactMessage(body: unknown): Read<ContactMessage> {
  return read(contactMessage, body);
}

function read<Body>(schema: z.ZodType<Body>, body: unknown): Read<Body> {
  const parsed = schema.safeParse(body);
  if (parsed.success) {
    const trap = given((body as Record<string, unknown>)[HONEYPOT_FIELD]);
    return { body: parsed.data, trapped: trap !== '' };
  }
  const [issue] = parsed.error.issues;
  const field = issue?.path[0];
  if (field === undefined) return { error: 'The request cannot be read' };
  return { error: issue?.message ?? 'The request cannot be read', field: String(field) };
}
