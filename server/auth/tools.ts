import { APIError } from 'better-auth/api';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { AccountAnswer, Allowance, Database, Limits } from '#services';
import { CLIENT_ADDRESS_HEADER, type Auth } from './auth.ts';

/** What the calls about accounts work with. */
export interface AccountTools {
  auth: Auth;
  /** The accounts' own connections. */
  pool: pg.Pool;
  database: Database;
  limits: Limits;
  log: Logger;
  secret: string;
  siteUrl: string;
}

/** How long an answer takes at least that must not tell whether an address is known, in milliseconds. */
const EVEN_TIME = 300;

export function answer(status: number, body: object, cookies: readonly string[] = []): AccountAnswer {
  return { status, body, cookies };
}

/** A refusal in words for the visitor, and a code for programs. */
export function refuse(status: number, code: string, error: string, more: object = {}): AccountAnswer {
  return { status, body: { code, error, ...more }, cookies: [] };
}

/** The answer to somebody who has to wait, or undefined. */
export function refuseWhenLimited(allowance: Allowance, tooMany: string): AccountAnswer | undefined {
  if (allowance.allowed) return undefined;
  const refused = allowance.known
    ? refuse(429, 'rate_limited', `${tooMany} ${waitingTime(allowance.seconds)}`)
    : refuse(503, 'unavailable', 'Something went wrong. Please try again.');
  return { ...refused, retryAfter: allowance.seconds };
}

function waitingTime(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return `Please try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`;
}

/** Runs `work` and answers no sooner than others would that have more to do. */
export async function inEvenTime<T>(work: () => Promise<T>): Promise<T> {
  const enough = new Promise((resolve) => setTimeout(resolve, EVEN_TIME));
  return work().finally(() => enough);
}

export function clientAddress(request: Request): string {
  return request.headers.get(CLIENT_ADDRESS_HEADER) ?? 'unknown';
}

/** Why better-auth has refused, by its own code; what is no refusal is thrown on. */
export function refusalOf(error: unknown): string {
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
    const done = await work(client);
    await client.query('commit');
    return done;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}
