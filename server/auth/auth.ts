import { betterAuth } from 'better-auth';
import { APIError, createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { twoFactor } from 'better-auth/plugins/two-factor';
import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely';
import type { Session, User } from 'better-auth/types';
import type pg from 'pg';
import type { Logger } from 'pino';
import { z } from 'zod';
import { ACCESS_SECONDS, MAX_PASSWORD, MIN_PASSWORD } from '#core/accounts/account.ts';
import { defaultShop } from '#core/settings/shop.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { recordCause } from './error-cause.ts';

/** Carries the client address from our own middleware. A client's header is replaced. */
export const CLIENT_ADDRESS_HEADER = 'x-partyard-client-address';

/** Returns the prefix that browsers accept over HTTPS from this host only. See core/values/cookie.ts. */
export function cookiePrefix(siteUrl: string): string {
  return siteUrl.startsWith('https:') ? '__Host-partyard' : 'partyard';
}

function secondStepCookie(siteUrl: string): string {
  return `${cookiePrefix(siteUrl)}.two_factor`;
}

export const SESSION_SECONDS = 30 * 24 * 60 * 60;

export interface AuthOptions {
  pool: pg.Pool;
  secret: string;
  siteUrl: string;
  log: Logger;
}

export type Auth = ReturnType<typeof createAuth>;

/** Sessions, passwords and second steps (Spec §7, Authentication). The endpoints are not served over HTTP. */
export function createAuth({ pool, secret, siteUrl, log }: AuthOptions) {
  return betterAuth({
    appName: defaultShop.name,
    baseURL: siteUrl,
    secret,
    telemetry: { enabled: false },
    logger: {
      log(level, message, ...details) {
        if (level === 'error') recordCause(details);
        log[level === 'error' ? 'error' : 'debug'](message);
      },
    },
    database: {
      db: new Kysely({ dialect: new PostgresDialect({ pool }), plugins: [new CamelCasePlugin()] }),
      type: 'postgres',
    },
    advanced: {
      cookiePrefix: cookiePrefix(siteUrl),
      cookies: { two_factor: { name: secondStepCookie(siteUrl) } },
      database: { generateId: 'uuid' },
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
      // better-auth would add its own prefix.
      useSecureCookies: false,
      defaultCookieAttributes: { secure: siteUrl.startsWith('https:') },
    },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: MIN_PASSWORD,
      maxPasswordLength: MAX_PASSWORD,
      requireEmailVerification: true,
      // sign-up.ts writes account, profile and mail in one transaction.
      disableSignUp: true,
      password: {
        hash: hashPassword,
        verify: ({ hash, password }) => verifyPassword(hash, password),
      },
    },
    // core/limits/limits.ts has all limits.
    rateLimit: { enabled: false },
    user: {
      modelName: 'users',
      additionalFields: {
        bannedAt: { type: 'date', required: false, input: false },
      },
    },
    session: {
      modelName: 'sessions',
      additionalFields: {
        byRecovery: {
          type: 'boolean',
          required: false,
          input: false,
          defaultValue: false,
        },
      },
      expiresIn: SESSION_SECONDS,
      // This is the specification's access token. It only tells clients when to refresh.
      cookieCache: { enabled: true, maxAge: ACCESS_SECONDS, strategy: 'jwt' },
    },
    account: { modelName: 'accounts' },
    verification: { modelName: 'verifications' },
    databaseHooks: {
      session: {
        create: {
          async before({ userId }) {
            const { rows } = await pool.query<{ banned: boolean; now: Date; end: Date }>(
              `select now(), now() + make_interval(secs => $2) as end,
                 exists (select from auth.users where id = $1 and banned_at is not null) as banned`,
              [userId, SESSION_SECONDS],
            );
            const [{ banned, now, end } = { banned: true, now: undefined, end: undefined }] = rows;
            if (banned || !now) throw new APIError('FORBIDDEN', { code: 'BANNED' });
            // The clocks of processes may differ.
            return { data: { createdAt: now, updatedAt: now, expiresAt: end } };
          },
        },
      },
    },
    plugins: [
      twoFactor({
        issuer: defaultShop.name,
        // core/limits/limits.ts counts by device, so that an attacker can't lock the user out.
        accountLockout: { enabled: false },
        schema: { twoFactor: { modelName: 'two_factors' } },
      }),
      ownEndpoints({ secret, siteUrl }),
    ],
  });
}

const ownEndpoints = ({ secret, siteUrl }: Pick<AuthOptions, 'secret' | 'siteUrl'>) =>
  ({
    id: 'partyard',
    endpoints: {
      setSessionCookies: createAuthEndpoint.serverOnly(
        { method: 'POST', body: z.object({ session: z.custom<Session>(), user: z.custom<User>() }) },
        (context) => setSessionCookie(context, context.body),
      ),
      secondStepKey: createAuthEndpoint.serverOnly({ method: 'POST', requireHeaders: true }, (context) =>
        context.getSignedCookie(secondStepCookie(siteUrl), secret),
      ),
    },
  }) as const;
