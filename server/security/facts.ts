import { join } from 'node:path';
import type { Env } from '../env.ts';
import type { SecurityFacts } from './check.ts';

export function readSecurityFacts(
  env: Env,
  { siteUrl, secret, ownerUrl }: { siteUrl: string; secret: string; ownerUrl: string },
): SecurityFacts {
  const pathOf = (name: string) => join(env.dataDir, name);
  return {
    production: env.production,
    siteUrl,
    host: env.host,
    trustProxy: env.trustProxy,
    secret,
    databaseUrls: [...new Set([ownerUrl, env.databaseUrl ?? ownerUrl])],
    ownServer: env.databaseUrl !== undefined,
    secretFiles: [
      ...(env.authSecret === undefined ? [pathOf('auth-secret')] : []),
      ...(env.databaseUrl === undefined ? [pathOf('postgres-password')] : []),
    ],
    adminsNeedSecondStep: env.adminsNeedSecondStep,
    stripeKey: env.stripe?.secretKey,
    sendsMail: env.smtp !== undefined,
    demo: env.demo,
  };
}
