import { betterAuth } from 'better-auth';
import { APIError, createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { twoFactor } from 'better-auth/plugins/two-factor';
import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import type { Logger } from 'pino';
import { z } from 'zod';
import { ACCESS_SECONDS, MAX_PASSWORD, MIN_PASSWORD } from '#domain/account.ts';
import { shop } from '#domain/shop.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { noteFailure } from './why.ts';

/** The header in which our own middleware hands on the address of the connection; never taken from a client. */
export const CLIENT_ADDRESS_HEADER = 'x-partyard-client-address';

/** Over https with the promise that browsers keep: set by this host itself, by TLS. See also domain/cookie.ts. */
export function cookiePrefix(siteUrl: string): string {
  return siteUrl.startsWith('https:') ? '__Host-partyard' : 'partyard';
}

/** How long somebody stays signed in who never comes back, in seconds. */
const SESSION_SECONDS = 30 * 24 * 60 * 60;

export interface AuthOptions {
  pool: pg.Pool;
  secret: string;
  siteUrl: string;
  log: Logger;
}

export type Auth = ReturnType<typeof createAuth>;

/**
 * Sessions, passwords and second steps (Spec §7, Authentication) over our own tables of the schema auth. Nobody calls
 * it but the modules beside this one: none of its endpoints is reached over HTTP.
 */
export function createAuth({ pool, secret, siteUrl, log }: AuthOptions) {
  return betterAuth({
    appName: shop.name,
    baseURL: siteUrl,
    secret,
    telemetry: { enabled: false },
    // What it calls a warning is a visitor's mistake.
    logger: {
      log(level, message, ...details) {
        if (level === 'error') noteFailure(details);
        log[level === 'error' ? 'error' : 'debug'](message);
      },
    },
    database: { db: new Kysely({ dialect: new PostgresDialect({ pool }) }), type: 'postgres' },
    advanced: {
      cookiePrefix: cookiePrefix(siteUrl),
      database: { generateId: 'uuid' },
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
      // It would put a prefix of its own before ours.
      useSecureCookies: false,
      defaultCookieAttributes: { secure: siteUrl.startsWith('https:') },
    },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: MIN_PASSWORD,
      maxPasswordLength: MAX_PASSWORD,
      requireEmailVerification: true,
      // sign-up.ts does it, in one transaction with profile and mail.
      disableSignUp: true,
      password: {
        hash: hashPassword,
        verify: ({ hash, password }) => verifyPassword(hash, password),
      },
    },
    // Attempts are counted for whatever is limited, in one place: domain/limits.ts.
    rateLimit: { enabled: false },
    user: {
      modelName: 'users',
      fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
      additionalFields: {
        bannedAt: { type: 'date', fieldName: 'banned_at', required: false, input: false },
      },
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
      additionalFields: {
        byRecovery: {
          type: 'boolean',
          fieldName: 'by_recovery',
          required: false,
          input: false,
          defaultValue: false,
        },
      },
      expiresIn: SESSION_SECONDS,
      // The specification's access token: it says when to refresh, and nobody is believed for it.
      cookieCache: { enabled: true, maxAge: ACCESS_SECONDS, strategy: 'jwt' },
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
    databaseHooks: {
      session: {
        create: {
          async before({ userId }) {
            const { rowCount } = await pool.query(
              'select from auth.users where id = $1 and banned_at is not null',
              [userId],
            );
            if (rowCount) throw new APIError('FORBIDDEN', { code: 'BANNED' });
          },
        },
      },
    },
    plugins: [
      twoFactor({
        issuer: shop.name,
        // Counted in domain/limits.ts, by device: a stranger with the password locks nobody out.
        accountLockout: { enabled: false },
        schema: {
          user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
          twoFactor: {
            modelName: 'two_factors',
            fields: {
              userId: 'user_id',
              backupCodes: 'backup_codes',
              failedVerificationCount: 'failed_verification_count',
              lockedUntil: 'locked_until',
            },
          },
        },
      }),
      ownEndpoints,
    ],
  });
}

/** What better-auth can't do by itself, with its own tools. */
const ownEndpoints = {
  id: 'partyard',
  endpoints: {
    /** A session in the place of this browser's. Users with a second step that is not done sign in by themselves. */
    startSession: createAuthEndpoint.serverOnly(
      {
        method: 'POST',
        body: z.object({
          userId: z.uuid(),
          byRecovery: z.boolean().default(false),
          secondStepDone: z.boolean().default(false),
        }),
        requireHeaders: true,
      },
      async (context) => {
        const { internalAdapter, authCookies, secret } = context.context;
        const { userId, byRecovery, secondStepDone } = context.body;
        const user = await internalAdapter.findUserById(userId);
        const hasSecondStep = user !== null && 'twoFactorEnabled' in user && user.twoFactorEnabled === true;
        if (!user || (hasSecondStep && !secondStepDone)) return { started: false };
        const replaced = await context.getSignedCookie(authCookies.sessionToken.name, secret);
        if (replaced) await internalAdapter.deleteSession(replaced);
        const session = await internalAdapter.createSession(user.id, false, { byRecovery }, true);
        await setSessionCookie(context, { session, user });
        return { started: true };
      },
    ),
    /** Ends the session of the cookie that came with the request. */
    endReplacedSession: createAuthEndpoint.serverOnly(
      { method: 'POST', requireHeaders: true },
      async (context) => {
        const { internalAdapter, authCookies, secret } = context.context;
        const replaced = await context.getSignedCookie(authCookies.sessionToken.name, secret);
        if (replaced) await internalAdapter.deleteSession(replaced);
      },
    ),
    /** Whose second step this browser has been asked for. */
    whoseSecondStep: createAuthEndpoint.serverOnly(
      { method: 'POST', requireHeaders: true },
      async (context) => {
        const { internalAdapter, createAuthCookie, secret } = context.context;
        const asked = await context.getSignedCookie(createAuthCookie('two_factor').name, secret);
        const noted = asked ? await internalAdapter.findVerificationValue(asked) : null;
        const user = noted ? await internalAdapter.findUserById(noted.value) : null;
        return user && { id: user.id, email: user.email };
      },
    ),
  },
} as const;
