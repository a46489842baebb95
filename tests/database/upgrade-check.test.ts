import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BackupStore, openBackupStore } from '#server/backup/backup-store.ts';
import { checkUpgrade } from '#server/backup/check-upgrade.ts';
import { makeBackup } from '#server/backup/make-backup.ts';
import { readMigrations } from '#server/database/migrate.ts';
import { createFolderFiles } from '#server/files/folder-files.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

const MADE_AT = new Date('2026-11-23T02:47:00Z');
const secret = { value: 'the secret of a shop that is long enough', isGiven: true };

let folder: string;
let store: BackupStore;
let shop: TestDatabase;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'partyard-upgrade-'));
  store = openBackupStore(join(folder, 'backups'), undefined);
  shop = await createTestDatabase();
});
afterAll(async () => {
  await shop[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const hoursLater = (hours: number) => new Date(MADE_AT.getTime() + hours * 3_600_000);
const check = (options: Partial<Parameters<typeof checkUpgrade>[0]> = {}) =>
  checkUpgrade({
    owner: shop.owner,
    store,
    folders: [folder],
    hasBucket: false,
    now: hoursLater(5),
    ...options,
  });

test('an upgrade is checked before it begins: migrations, a recent backup, disk space, and the way back', async () => {
  const migrations = await readMigrations();
  const next = [
    ...migrations,
    { name: '9998_one', sql: '', checksum: '1' },
    { name: '9999_two', sql: '', checksum: '2' },
  ];
  expect((await check()).problems).toEqual(['There is no backup: run "npm run backup".']);

  const files = createFolderFiles(join(folder, 'files'));
  const { name } = await makeBackup({ owner: shop.owner, files, secret }, store, MADE_AT);
  expect(await check()).toEqual({
    lines: [
      'Migrations none',
      `Backup     ${name}, 5 hours ago`,
      expect.stringMatching(/^Database {3}[\d,]+ MB$/),
      expect.stringMatching(/^Disk {7}[\d,]+ MB free in /),
      'Way back   stop the shop, and start the earlier version: the database stays as it is.',
    ],
    problems: [],
  });
  const { lines, problems } = await check({ migrations: next, hasBucket: true, now: hoursLater(24) });
  expect(lines[0]).toBe('Migrations 2 will be applied: 9998_one, 9999_two');
  expect(lines.at(-1)).toContain(`run "npm run restore -- ${name} --same-bucket"`);
  expect(problems).toEqual(['The newest backup is older than a day: run "npm run backup".']);

  // A file system without free blocks.
  const full = await check({ folders: ['/proc'] });
  if (process.platform === 'linux')
    expect(full.problems).toEqual([expect.stringMatching(/^\/proc needs [\d,]+ MB of free space/)]);
});

test('a database of a newer version, or with another migration, is named', async () => {
  const migrations = await readMigrations();
  const [first, ...others] = migrations.slice(0, -1);
  const changed = [{ name: first?.name ?? '', sql: '', checksum: 'another' }, ...others];
  const { problems } = await check({ migrations: changed });
  expect(problems).toContain(`The database has another migration ${first?.name} than this version.`);
  expect(problems).toContain(
    `The database is of a newer version: it has migration ${migrations.at(-1)?.name}.`,
  );
});

test('a database from before the first release can only be moved', async () => {
  await shop.owner.query("update migrations set name = '0001_identity' where name = '0001_roles'");
  const { problems } = await check();
  expect(problems[0]).toContain('The database is from before the first release');
  expect(problems.join(' ')).not.toContain('newer version');
});
