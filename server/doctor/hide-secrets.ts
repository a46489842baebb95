import { settingNames } from '../env.ts';

/** All other values are hidden, including those of future settings. */
const SHOWN = new Set([
  'NODE_ENV',
  'HOST',
  'PORT',
  'WORKERS',
  'DATABASE_CONNECTIONS',
  'DATA_DIR',
  'DEMO',
  'DEMO_PARTS',
  'PAYMENTS',
  'BACKUP_DIR',
  'BACKUP_KEEP',
  'PAGE_CACHE_MB',
  'TRUST_PROXY',
  'TRUST_REQUEST_ID',
  'REQUIRE_ADMIN_2FA',
  'LOG_LEVEL',
]);

/** These addresses show only protocol and host. */
const ADDRESSES = new Set(['SITE_URL', 'STRIPE_API_BASE', 'FIRECRAWL_API_URL']);

/** Shorter texts occur in other words, so they are not hidden. */
const MIN_LENGTH = 4;

/** Lists the settings that are set, without secrets. */
export function describeSettings(source: NodeJS.ProcessEnv): string[] {
  return settingNames.flatMap((name) => {
    const value = source[name];
    if (!value) return [];
    if (SHOWN.has(name)) return [`${name}=${value}`];
    if (ADDRESSES.has(name) && URL.canParse(value)) return [`${name}=${new URL(value).origin}`];
    return [`${name} is set`];
  });
}

/** Removes the values of hidden settings, and the passwords in addresses, from a text. */
export function createSecretFilter(
  source: NodeJS.ProcessEnv,
  others: readonly (string | undefined)[],
): (text: string) => string {
  const secrets = new Set(others.flatMap((text) => text ?? []));
  for (const name of settingNames) {
    const value = source[name] ?? '';
    if (SHOWN.has(name)) continue;
    if (!URL.canParse(value)) secrets.add(value);
    else {
      const { password, search } = new URL(value);
      if (!ADDRESSES.has(name)) secrets.add(value).add(search);
      secrets.add(password).add(decode(password));
    }
  }
  const longest = [...secrets]
    .filter(({ length }) => length >= MIN_LENGTH)
    .toSorted((one, other) => other.length - one.length);
  return (text) => longest.reduce((hidden, secret) => hidden.replaceAll(secret, '***'), text);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
