import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Finding } from '#core/security/security-finding.ts';
import { isLocalHost } from '../local-host.ts';
import type { Check, SecurityFacts } from './check.ts';
import { listFinding } from './policies.ts';
import { secretWeakness } from './secret-strength.ts';

export const secrets: Check = {
  name: 'secrets',
  look: async ({ facts }) => [
    ...judgeSecrets(facts),
    ...listFinding(await readableByOthers(facts.secretFiles), 'high', 'secret_file_readable', {
      what: 'Other users of the machine can read these files in DATA_DIR:',
      advice: 'Run chmod 600 on them.',
    }),
  ],
};

export const configuration: Check = {
  name: 'configuration',
  look: ({ facts }) => judgeConfiguration(facts),
};

/** Finds weak secrets. The findings do not contain them. */
export function judgeSecrets({ secret, databaseUrls, ownServer }: SecurityFacts): Finding[] {
  const findings: Finding[] = [];
  const weakness = secretWeakness(secret);
  if (weakness) {
    findings.push({
      event: 'weak_auth_secret',
      severity: 'critical',
      what: `AUTH_SECRET can be guessed: it ${weakness}. It signs sessions and derives the passwords of the database logins.`,
      advice:
        'Set AUTH_SECRET to 32 random bytes, for instance from "openssl rand -base64 32". All users must sign in again.',
    });
  }
  if (!ownServer) return findings;
  for (const url of databaseUrls) {
    const { username, password, host } = new URL(url);
    // Without a password in the URL the login uses another source.
    if (password === '') continue;
    const given = decodeURIComponent(password);
    const weak = given === decodeURIComponent(username) ? 'is the name' : secretWeakness(given, 'password');
    if (!weak) continue;
    findings.push({
      event: 'weak_database_password',
      severity: 'high',
      what: `The password of ${decodeURIComponent(username)} on the database server ${host} can be guessed: it ${weak}.`,
      advice:
        'Set a long random password for this login, and put it into DATABASE_URL or DATABASE_MIGRATE_URL.',
    });
  }
  return findings;
}

export function judgeConfiguration(facts: SecurityFacts): Finding[] {
  const { production, siteUrl, host, trustProxy } = facts;
  const site = new URL(siteUrl);
  const isPublic = !isLocalHost(site.hostname);
  const findings: Finding[] = [];
  const add = (event: string, severity: Finding['severity'], what: string, advice: string) =>
    findings.push({ event, severity, what, advice });

  if (!production && isPublic) {
    add(
      'development_in_public',
      'critical',
      'The shop has a public address but does not run in production: every visitor can read its mailbox page.',
      'Set NODE_ENV=production.',
    );
  }
  if (!production) return findings;

  if (isPublic && site.protocol === 'http:') {
    add(
      'site_without_tls',
      'high',
      'SITE_URL begins with http: passwords and sessions are sent unencrypted.',
      'Put a proxy with TLS in front of the shop, and set SITE_URL to its https address.',
    );
  }
  if (site.protocol === 'https:' && !trustProxy) {
    add(
      'proxy_not_trusted',
      'medium',
      'SITE_URL is https, so a proxy is in front of the shop, but TRUST_PROXY is off: all visitors seem to come from the proxy and share its limits.',
      'Set TRUST_PROXY=true, if the proxy sets X-Forwarded-For.',
    );
  }
  if (trustProxy && !isLocalHost(host)) {
    add(
      'proxy_can_be_passed',
      'low',
      `TRUST_PROXY is on, and the shop listens on ${host}: a client that bypasses the proxy can claim any address.`,
      'Set HOST to 127.0.0.1, or let a firewall admit only the proxy.',
    );
  }
  if (!facts.stripeKey) {
    add(
      'payments_in_test_mode',
      'high',
      'Payments use the test page: shoppers can get parts without paying.',
      'Set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET.',
    );
  } else if (/^(?:sk|rk)_test_/.test(facts.stripeKey)) {
    add(
      'payments_in_test_mode',
      'high',
      'The Stripe key is a test key: shoppers can get parts with a test card.',
      'Set STRIPE_SECRET_KEY to the live key, and STRIPE_WEBHOOK_SECRET to its secret.',
    );
  }
  if (!facts.sendsMail) {
    add('mail_in_test_mode', 'high', 'Email is stored but not sent.', 'Set SMTP_URL and MAIL_FROM.');
  }
  if (facts.demo) {
    add(
      'demo_in_production',
      'low',
      'The shop says that it is a demo.',
      'Set DEMO=false, and delete the demo parts.',
    );
  }
  return findings;
}

export async function readableByOthers(files: readonly string[]): Promise<string[]> {
  if (process.platform === 'win32') return [];
  const readable: string[] = [];
  for (const file of files) {
    const { mode } = await stat(file);
    if (mode & 0o077) readable.push(basename(file));
  }
  return readable;
}
