import { hash, verify } from '@node-rs/argon2';
import { betterAuth } from 'better-auth';
import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import type { Logger } from 'pino';

/** The header in which our own middleware hands on the address of the connection; never taken from a client. */
export const CLIENT_ADDRESS_HEADER = 'x-partyard-client-address';

export interface AuthOptions {
  pool: pg.Pool;
  secret: string;
  siteUrl: string;
  log: Logger;
}

export type Auth = ReturnType<typeof createAuth>;

/** Accounts and sessions (Spec §7, Authentication) over our own tables of the schema auth. */
export function createAuth({ pool, secret, siteUrl, log }: AuthOptions) {
  return betterAuth({
    appName: 'Partyard',
    baseURL: siteUrl,
    basePath: '/api/auth',
    secret,
    telemetry: { enabled: false },
    // What it calls a warning is a visitor's mistake.
    logger: { log: (level, message) => log[level === 'error' ? 'error' : 'debug'](message) },
    database: { db: new Kysely({ dialect: new PostgresDialect({ pool }) }), type: 'postgres' },
    advanced: {
      cookiePrefix: 'partyard',
      database: { generateId: 'uuid' },
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
      useSecureCookies: siteUrl.startsWith('https:'),
    },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: 6,
      requireEmailVerification: true,
      // Nobody could confirm an address yet: sign-up opens together with the mail that does.
      disableSignUp: true,
      password: {
        hash: (password) => hashPassword(password),
        verify: ({ hash: stored, password }) => verify(stored, password),
      },
    },
    rateLimit: {
      enabled: true,
      storage: 'database',
      modelName: 'rate_limits',
      fields: { lastRequest: 'last_request' },
    },
    user: {
      modelName: 'users',
      fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
    },
    session: {
      modelName: 'sessions',
      fields: {
        userId: 'user_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    account: {
      modelName: 'accounts',
      fields: {
        userId: 'user_id',
        accountId: 'account_id',
        providerId: 'provider_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    verification: {
      modelName: 'verifications',
      fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
    },
  });
}

/** argon2id off the main thread, as better-auth verifies it. */
export function hashPassword(password: string): Promise<string> {
  return hash(password);
}
