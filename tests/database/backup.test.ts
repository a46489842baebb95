import { readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { BackupStore } from '#server/backup/backup-store.ts';
import { makeBackup } from '#server/backup/make-backup.ts';
import { makeNightlyBackup } from '#server/backup/nightly-backup.ts';
import { compareRestored, restoreBackup } from '#server/backup/restore-backup.ts';
import { migrate, readMigrations } from '#server/database/migrate.ts';
import { createS3Files } from '#server/files/s3/s3-files.ts';
import { type Backups, FIRST_MIGRATIONS, openBackups, secret } from '../support/backups.ts';
import { describeSchema, readContents } from '../support/describe-schema.ts';
import { isLong } from '../support/is-long.ts';
import { addHeldOrder } from '../support/orders.ts';
import { addParts } from '../support/parts.ts';
import { startS3StandIn } from '../support/s3-stand-in.ts';
import type { TestDatabase } from '../support/test-database.ts';

let backups: Backups;
let folder: string;
let shop: TestDatabase;

beforeEach(async () => {
  backups = await openBackups();
  ({ folder, shop } = backups);
});
afterEach(() => backups[Symbol.asyncDispose]());

const filesIn = (name: string) => backups.filesIn(name);
const openStore = (key?: string) => backups.openStore(key);
const emptyDatabase = () => backups.emptyDatabase();
const backUp = (store: BackupStore) => backups.backUp(store);

describe('a backup', () => {
  test('is of one moment: a sale while it is made is in no table', async () => {
    const source = { ...(await backups.earlierShop()), files: filesIn('shop'), secret };
    await addHeldOrder(source.owner);
    await source.files.put('photos/def.webp', Buffer.from('a photograph'));
    const store = openStore();
    let sold = false;
    const watched: BackupStore = {
      ...store,
      async writeTable(name, table, content) {
        if (!sold) {
          sold = true;
          await using other = new Connection(source.ownerUrl);
          await addHeldOrder(await other.open());
        }
        await store.writeTable(name, table, content);
      },
    };
    const before = await readContents(source.owner);
    const { name } = await makeBackup(source, watched);
    const target = { ...(await emptyDatabase()), files: filesIn('restored') };
    await restoreBackup(target, store, name);
    expect(sold).toBe(true);
    expect(await readContents(target.owner)).toEqual(before);
    expect(await target.files.get('photos/def.webp')).toEqual(await source.files.get('photos/def.webp'));
  });

  test('of an earlier version is restored, and upgraded by the next start', async () => {
    const migrations = await readMigrations();
    const count = isLong ? migrations.length - 1 : FIRST_MIGRATIONS;
    const { owner: earlier } = await backups.earlierShop(count);
    await addParts(earlier, [{ part_name: 'Old Door' }]);
    const { name } = await makeBackup({ owner: earlier, files: filesIn('shop'), secret }, openStore());
    const target = await emptyDatabase();
    await restoreBackup({ ...target, files: filesIn('restored') }, openStore(), name);
    const applied = 'select count(*)::int as count from migrations';
    expect((await target.owner.query(applied)).rows).toEqual([{ count }]);
    await migrate(target.owner);
    expect((await target.owner.query(applied)).rows).toEqual([{ count: migrations.length }]);
    expect((await target.owner.query('select part_name from parts_catalog')).rows).toEqual([
      { part_name: 'Old Door' },
    ]);
    expect(await describeSchema(target.owner)).toEqual(await describeSchema(shop.owner));
  });

  test('that failed or was killed is not listed, and the next one removes what it left', async () => {
    const store = openStore();
    const failing: BackupStore = {
      ...store,
      writeTable: (name, table, content) =>
        table === 'public.orders'
          ? Promise.reject(new Error('disk full'))
          : store.writeTable(name, table, content),
    };
    await expect(backUp(failing)).rejects.toThrow('disk full');
    expect(await store.list()).toEqual([]);
    expect(await readdir(join(folder, 'backups'))).toEqual([expect.stringMatching(/\.partial$/)]);
    const { name } = await backUp(store);
    expect(await readdir(join(folder, 'backups'))).toEqual([name]);
  });

  test('shares its pictures with the others, and only those that none needs are removed', async () => {
    const files = filesIn('shop');
    await files.put('pictures/old-400.webp', Buffer.from('old'));
    await files.put('pictures/both-400.webp', Buffer.from('both'));
    const store = openStore();
    const at = (day: number) => new Date(Date.UTC(2026, 10, day));
    const source = { owner: shop.owner, files, secret };
    const first = await makeBackup(source, store, at(1));
    await files.delete('pictures/old-400.webp');
    await files.put('pictures/new-400.webp', Buffer.from('new'));
    const second = await makeBackup(source, store, at(2));
    expect(await store.list()).toEqual([second.name, first.name]);
    await store.remove([first.name]);
    expect((await readdir(join(folder, 'backups/files/pictures'))).toSorted()).toEqual([
      'both-400.webp',
      'new-400.webp',
    ]);
    expect(await store.list()).toEqual([second.name]);
  });
});

test('the pictures of a bucket are read once, and restored to another bucket', async () => {
  await using store = await startS3StandIn();
  await using other = await startS3StandIn();
  const files = createS3Files(store.settings);
  for (const name of ['pictures/a-320.webp', 'photos/b.webp', 'originals/c.png'])
    await files.put(name, Buffer.from(`content of ${name}`));
  const source = { ...(await backups.earlierShop()), files, secret };
  await makeBackup(source, openStore());
  await files.put('photos/new.webp', Buffer.from('new'));
  store.requests.length = 0;
  const { name, manifest } = await makeBackup(source, openStore());
  expect(store.requests.flatMap(({ key }) => (key === '' ? [] : [key]))).toEqual(['photos/new.webp']);
  expect(manifest.files).toHaveLength(4);
  const target = { ...(await emptyDatabase()), files: createS3Files(other.settings) };
  await restoreBackup(target, openStore(), name);
  expect(await compareRestored(target, manifest)).toEqual([]);
  expect([...other.objects.keys()].toSorted()).toEqual([...store.objects.keys()].toSorted());
});

describe('a restore refuses, and changes nothing', () => {
  test('a database that is not empty', async () => {
    const { name } = await backUp(openStore());
    const before = await readContents(shop.owner);
    const target = { owner: shop.owner, ownerUrl: shop.ownerUrl, files: filesIn('restored') };
    await expect(restoreBackup(target, openStore(), name)).rejects.toThrow('The database is not empty.');
    expect(await readContents(shop.owner)).toEqual(before);
  });

  test('a backup that is not there, encrypted with another key, of a newer version, or from before the first release', async () => {
    const { name } = await backUp(openStore('a key for backups that is long enough'));
    const target = { ...(await emptyDatabase()), files: filesIn('restored') };
    const restore = (store: BackupStore, which: string) => restoreBackup(target, store, which);
    await expect(restore(openStore(), 'yesterday')).rejects.toThrow('The backup yesterday in');
    await expect(restore(openStore(), name)).rejects.toThrow('it is encrypted, or was changed');
    await expect(restore(openStore('another key for backups, also long enough'), name)).rejects.toThrow(
      'BACKUP_KEY is not its key',
    );
    const plain = await backUp(openStore());
    const file = join(folder, 'backups', plain.name, 'manifest.json');
    const manifest = await readFile(file, 'utf8');
    await writeFile(file, manifest.replace(/"name": "0001_roles"/, '"name": "9999_future"'));
    await expect(restore(openStore(), plain.name)).rejects.toThrow(
      'The backup is of a newer version of the shop: it has migration 9999_future.',
    );
    await writeFile(file, manifest.replace(/"name": "0001_roles"/, '"name": "0001_identity"'));
    await expect(restore(openStore(), plain.name)).rejects.toThrow(
      /^The backup is from before the first release and can't be upgraded\. .* Then import both into a new shop\.$/,
    );
    const { rows } = await target.owner.query("select from pg_tables where schemaname = 'public'");
    expect(rows).toEqual([]);
  });

  test('a damaged backup: with a file cut off, missing, or with other rows, and with another picture', async () => {
    const source = { ...(await backups.earlierShop()), files: filesIn('shop'), secret };
    await addParts(source.owner, [{ part_name: 'Old Door' }]);
    await source.files.put('photos/def.webp', Buffer.from('a photograph'));
    const store = openStore();
    const { name } = await makeBackup(source, store);
    const parts = join(folder, 'backups', name, 'public.parts_catalog.copy.gz');
    const whole = await readFile(parts);
    const restore = async () =>
      restoreBackup({ ...(await emptyDatabase()), files: filesIn('restored') }, store, name);
    await truncate(parts, whole.length - 20);
    await expect(restore()).rejects.toThrow(`The backup ${name} could not be restored`);
    await rm(parts);
    await expect(restore()).rejects.toThrow('ENOENT');
    await writeFile(parts, await readFile(join(folder, 'backups', name, 'public.mails.copy.gz')));
    await expect(restore()).rejects.toThrow('is damaged: public.parts_catalog has 0 rows instead of');
    await writeFile(parts, whole);
    await writeFile(join(folder, 'backups/files/photos/def.webp'), 'changed');
    await expect(restore()).rejects.toThrow('photos/def.webp was changed');
  }, 120_000);
});

describe('the nightly backup', () => {
  const openAlerts = async () =>
    (await shop.owner.query('select kind, details from alerts where settled_at is null')).rows;

  test('raises an alert when it fails, and settles it when it succeeds', async () => {
    const environment = (backupFolder: string) => ({
      PATH: process.env['PATH'],
      DATABASE_URL: shop.ownerUrl,
      AUTH_SECRET: secret.value,
      DATA_DIR: join(folder, 'shop'),
      BACKUP_DIR: backupFolder,
    });
    const services = { database: shop.pools, log: pino({ level: 'silent' }) };
    await writeFile(join(folder, 'file'), '');
    await expect(makeNightlyBackup(services, environment(join(folder, 'file/backups')))).rejects.toThrow(
      'The folder of backups',
    );
    expect(await openAlerts()).toEqual([
      { kind: 'backup-failed', details: { Reason: expect.stringContaining("can't be created") } },
    ]);
    await makeNightlyBackup(services, environment(join(folder, 'backups')));
    expect(await openAlerts()).toEqual([]);
    const [name = ''] = await openStore().list();
    const manifest = await openStore().readManifest(name);
    // AUTH_SECRET was given, so the backup does not have it.
    expect(manifest.secret).toBeUndefined();
    expect(manifest.tables.map((table) => table.name)).toContain('public.orders');
  });
});

/** A second connection of the owner. */
class Connection implements AsyncDisposable {
  readonly #client: pg.Client;

  constructor(url: string) {
    this.#client = new pg.Client({ connectionString: url });
    this.#client.on('error', () => undefined);
  }

  async open(): Promise<pg.Client> {
    await this.#client.connect();
    return this.#client;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#client.end();
  }
}
