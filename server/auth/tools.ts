import { APIError } from 'better-auth/api';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { AccountResponse } from '#core/accounts/accounts.server.ts';
import type { Database } from '#core/platform/database.server.ts';
import type { Allowance, Limits } from '#core/limits/limits.server.ts';
import { CLIENT_ADDRESS_HEADER, type Auth } from './auth.ts';

export interface AccountTools {
  auth: Auth;
  pool: pg.Pool;
  database: Database;
  limits: Limits;
  log: Logger;
  secret: string;
  siteUrl: string;
}

/** Minimum time of a response that must not reveal whether an account exists. */
const MIN_RESPONSE_MS = 300;

export function respond(status: number, body: object, cookies: readonly string[] = []): AccountResponse {
  return { status, body, cookies };
}

export function refuse(status: number, code: string, error: string, more: object = {}): AccountResponse {
  return { status, body: { code, error, ...more }, cookies: [] };
}

export const NO_SESSION = refuse(401, 'session_not_found', 'Auth session missing!');

export function refuseWhenLimited(allowance: Allowance, tooMany: string): AccountResponse | undefined {
  if (allowance.allowed) return undefined;
  const refused = allowance.counted
    ? refuse(429, 'rate_limited', `${tooMany} ${formatWait(allowance.seconds)}`)
    : refuse(503, 'unavailable', 'Something went wrong. Please try again.');
  return { ...refused, retryAfter: allowance.seconds };
}

function formatWait(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return `Please try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`;
}

export async function inConstantTime<T>(work: () => Promise<T>): Promise<T> {
  const minimum = new Promise((resolve) => setTimeout(resolve, MIN_RESPONSE_MS));
  return work().finally(() => minimum);
}

export function clientAddress(request: Request): string {
  return request.headers.get(CLIENT_ADDRESS_HEADER) ?? 'unknown';
}

/** Reads the code of a refusal by better-auth. @throws all other errors. */
export function readRefusalCode(error: unknown): string {
  if (!(error instanceof APIError) || error.statusCode >= 500) throw error;
  return String(error.body?.code ?? error.status);
}

export async function readJson(request: Request): Promise<unknown> {
  return request.json().catch(() => undefined);
}

export async function inTransaction<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}
