import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { auditChain } from '../audit/scan-chain.ts';
import type { ScanTools, SecurityFacts } from './check.ts';
import { judgeConfiguration, judgeSecrets } from './configuration.ts';
import { judgeGrants } from './grants.ts';
import { compareMigrations } from './migrations.ts';

const live: SecurityFacts = {
  production: true,
  siteUrl: 'https://shop.example.com',
  host: '127.0.0.1',
  trustProxy: true,
  secret: randomBytes(32).toString('base64'),
  databaseUrls: [`postgres://shop:${randomBytes(18).toString('base64url')}@db.example.com/shop`],
  ownServer: true,
  secretFiles: [],
  adminsNeedSecondStep: true,
  stripeKey: 'sk_live_x',
  sendsMail: true,
  demo: false,
};

const events = (facts: Partial<SecurityFacts>) =>
  judgeConfiguration({ ...live, ...facts }).map(({ event }) => event);

describe('configuration', () => {
  test('a correct production shop', () => {
    expect(events({})).toEqual([]);
  });

  test('a development shop', () => {
    expect(events({ production: false, siteUrl: 'http://localhost:3000', stripeKey: undefined })).toEqual([]);
  });

  test.each<[Partial<SecurityFacts>, string[]]>([
    [{ production: false }, ['development_in_public']],
    [{ siteUrl: 'http://shop.example.com' }, ['site_without_tls']],
    [{ siteUrl: 'http://localhost:3000' }, []],
    [{ trustProxy: false }, ['proxy_not_trusted']],
    [{ host: '0.0.0.0' }, ['proxy_can_be_passed']],
    [{ host: '::1' }, []],
    [{ stripeKey: undefined }, ['payments_in_test_mode']],
    [{ stripeKey: 'sk_test_x' }, ['payments_in_test_mode']],
    [{ stripeKey: 'rk_test_x' }, ['payments_in_test_mode']],
    [{ sendsMail: false }, ['mail_in_test_mode']],
    [{ demo: true }, ['demo_in_production']],
  ])('%o', (facts, expected) => {
    expect(events(facts)).toEqual(expected);
  });
});

describe('secrets', () => {
  const weak = (facts: Partial<SecurityFacts>) => judgeSecrets({ ...live, ...facts });

  test('random ones are accepted', () => {
    expect(weak({})).toEqual([]);
  });

  test('are named, but not shown', () => {
    const secret = 'hunter2-hunter2-hunter2-hunter2-';
    const databaseUrls = ['postgres://shop:hunter2@db.example.com/shop', 'postgres://app:app@db/shop'];
    const findings = weak({ secret, databaseUrls });
    expect(findings.map(({ event, what }) => [event, what])).toEqual([
      ['weak_auth_secret', expect.stringContaining('it repeats itself')],
      [
        'weak_database_password',
        'The password of shop on the database server db.example.com can be guessed: it has fewer than 16 characters.',
      ],
      [
        'weak_database_password',
        'The password of app on the database server db can be guessed: it is the name.',
      ],
    ]);
    expect(JSON.stringify(findings)).not.toContain('hunter2');
  });

  test('the generated password of the embedded database, and missing passwords, are not checked', () => {
    expect(weak({ databaseUrls: ['postgres://postgres:x@127.0.0.1/shop'], ownServer: false })).toEqual([]);
    expect(weak({ databaseUrls: ['postgres://shop@%2Fvar%2Frun/shop'] })).toEqual([]);
  });
});

test('each grant appears in its most severe finding only', () => {
  const grant = { table: 'public.orders', role: 'shop__anon', privilege: 'TRUNCATE' };
  expect(judgeGrants([grant], 'shop').map(({ event }) => event)).toEqual(['anonymous_can_write']);
  expect(judgeGrants([{ ...grant, role: 'PUBLIC' }], 'shop').map(({ event }) => event)).toEqual([
    'grant_to_everybody',
  ]);
  expect(
    judgeGrants([{ table: 'public.parts_catalog', role: 'shop__anon', privilege: 'SELECT' }], 'shop'),
  ).toEqual([]);
});

test('migrations are compared by name and checksum', () => {
  const files = [
    { name: '1', checksum: 'a' },
    { name: '2', checksum: 'b' },
  ];
  expect(compareMigrations(files, files)).toEqual([]);
  const found = compareMigrations(files, [
    { name: '1', checksum: 'x' },
    { name: '3', checksum: 'c' },
  ]);
  expect(found.map(({ event, what }) => `${event} ${what.split(' ').at(-1)}`)).toEqual([
    'migration_pending 2.',
    'migration_changed 1.',
    'migration_unknown 3.',
  ]);
});

test('a timeout of the check does not mean that the audit trail is broken', async () => {
  const look = async (code: string) => {
    const answers = [
      async () => [{ exists: true }],
      () => Promise.reject(Object.assign(new Error(), { code })),
    ];
    return auditChain.look({ ask: () => answers.shift()?.() } as unknown as ScanTools);
  };
  expect(await look('57014')).toEqual([
    expect.objectContaining({ event: 'audit_chain_unchecked', severity: 'low' }),
  ]);
  await expect(look('42501')).rejects.toThrow();
});
