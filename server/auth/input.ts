import { z } from 'zod';
import { MAX_PASSWORD } from '#core/accounts/account.ts';
import type { AccountResponse } from '#core/accounts/accounts.server.ts';
import { readJson, refuse } from './tools.ts';

/** This is the text of Spec §5, verbatim. */
const NO_CREDENTIALS = 'You must provide either an email or phone number and a password';
const BAD_EMAIL = 'Please enter a valid email address.';

const isFilled = (value: unknown) => typeof value === 'string' && value !== '';

const emailForm = z.email().max(320).toLowerCase();

export interface Credentials {
  email: string;
  password: string;
}

export async function readCredentials(
  request: Request,
): Promise<(Credentials & { body: Record<string, unknown> }) | AccountResponse> {
  const body = await readObject(request);
  const { email, phone, password } = body;
  if (!isFilled(password) || (!isFilled(email) && !isFilled(phone)))
    return refuse(400, 'validation_failed', NO_CREDENTIALS);
  if (!isFilled(email)) {
    return refuse(
      400,
      'phone_provider_disabled',
      "Please use your email address. You can't sign in with a phone number.",
    );
  }
  const address = parseEmail(email);
  if (address === undefined) return refuse(400, 'validation_failed', BAD_EMAIL);
  return { email: address, password: String(password), body };
}

/** Returns an address in lower case, or undefined if the value is no address. */
export function parseEmail(value: unknown): string | undefined {
  return emailForm.safeParse(trimmed(value)).data;
}

export async function readEmail(request: Request): Promise<string | AccountResponse> {
  const { email } = await readObject(request);
  return parseEmail(email) ?? refuse(400, 'validation_failed', BAD_EMAIL);
}

export async function readObject(request: Request): Promise<Record<string, unknown>> {
  const body = await readJson(request);
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
}

export async function readForm(request: Request): Promise<Record<string, string>> {
  const form = await request.formData().catch(() => new FormData());
  return Object.fromEntries(
    [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}

const displayName = z
  .string('Please enter a display name.')
  .trim()
  .min(1, 'Please enter a display name.')
  .max(200, 'The display name can have at most 200 characters.')
  .refine((name) => !name.includes('\0'), 'The display name has an invalid character.');

export function readDisplayName(data: unknown): string | AccountResponse {
  const name = (data as { display_name?: unknown } | null | undefined)?.display_name;
  const parsed = displayName.safeParse(name);
  return parsed.success
    ? parsed.data
    : refuse(400, 'validation_failed', parsed.error.issues[0]?.message ?? 'Please enter a display name.');
}

/** Reads a password to verify. A password that is too long can't be right. */
export function readPassword({ password }: Record<string, unknown>): string | undefined {
  return typeof password === 'string' && password !== '' && password.length <= MAX_PASSWORD
    ? password
    : undefined;
}

function trimmed(value: unknown): unknown {
  return typeof value === 'string' ? value.trim() : value;
}
