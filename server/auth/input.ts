import { z } from 'zod';
import { MAX_PASSWORD } from '#domain/account.ts';
import type { AccountAnswer } from '#services';
import { readJson, refuse } from './tools.ts';

/** Spec §5, word for word. */
const NO_CREDENTIALS = 'You must provide either an email or phone number and a password';
const BAD_EMAIL = 'Please enter a valid email address.';

const given = (value: unknown) => typeof value === 'string' && value !== '';

/** Case makes no other address. */
const emailForm = z.email().max(320).toLowerCase();

export interface Credentials {
  email: string;
  password: string;
}

/** Reads an e-mail and a password out of a body, or says in the specification's words what is missing. */
export async function readCredentials(
  request: Request,
): Promise<(Credentials & { body: Record<string, unknown> }) | AccountAnswer> {
  const body = await readObject(request);
  const { email, phone, password } = body;
  if (!given(password) || (!given(email) && !given(phone)))
    return refuse(400, 'validation_failed', NO_CREDENTIALS);
  if (!given(email)) {
    return refuse(
      400,
      'phone_provider_disabled',
      'Please use your email address: phone numbers can not sign in.',
    );
  }
  const parsed = emailForm.safeParse(trimmed(email));
  if (!parsed.success) return refuse(400, 'validation_failed', BAD_EMAIL);
  return { email: parsed.data, password: String(password), body };
}

export async function readEmail(request: Request): Promise<string | AccountAnswer> {
  const { email } = await readObject(request);
  const parsed = emailForm.safeParse(trimmed(email));
  return parsed.success ? parsed.data : refuse(400, 'validation_failed', BAD_EMAIL);
}

export async function readObject(request: Request): Promise<Record<string, unknown>> {
  const body = await readJson(request);
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
}

/** The text fields of a form that a browser has sent by itself. What can't be read has none. */
export async function readForm(request: Request): Promise<Record<string, string>> {
  const sent = await request.formData().catch(() => new FormData());
  return Object.fromEntries(
    [...sent].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}

const displayName = z
  .string('Please enter a display name.')
  .trim()
  .min(1, 'Please enter a display name.')
  .max(200, 'The display name must have at most 200 characters.')
  .refine((name) => !name.includes('\0'), 'The display name cannot be read.');

/** data.display_name of a sign-up. */
export function readDisplayName(data: unknown): string | AccountAnswer {
  const name = (data as { display_name?: unknown } | null | undefined)?.display_name;
  const parsed = displayName.safeParse(name);
  return parsed.success
    ? parsed.data
    : refuse(400, 'validation_failed', parsed.error.issues[0]?.message ?? 'Please enter a display name.');
}

/** A password to check against the right one; what is too long is wrong, and costs no time. */
export function readPassword({ password }: Record<string, unknown>): string | undefined {
  return typeof password === 'string' && password !== '' && password.length <= MAX_PASSWORD
    ? password
    : undefined;
}

function trimmed(value: unknown): unknown {
  return typeof value === 'string' ? value.trim() : value;
}
