import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { type BackupStore, openBackupStore } from '#server/backup/backup-store.ts';
import { makeBackup } from '#server/backup/make-backup.ts';
import { migrate, readMigrations } from '#server/database/migrate.ts';
import { createFolderFiles } from '#server/files/folder-files.ts';
import { prepareQueue } from '#server/jobs/queue.ts';
import { createDatabase, databaseUrl, dropDatabase } from './database-server.ts';
import { addHeldOrder } from './orders.ts';
import { addParts } from './parts.ts';
import { createTestDatabase } from './test-database.ts';

export const secret = { value: 'the secret of a shop that is long enough', isGiven: false };
export const KEY = 'a key for backups that is long enough';

/** These have the tables of parts, orders and mails. */
export const FIRST_MIGRATIONS = 16;

export type Backups = Awaited<ReturnType<typeof openBackups>>;

/** Makes a database of a shop, a folder for its backups, and databases to restore them to. */
export async function openBackups() {
  const folder = await mkdtemp(join(tmpdir(), 'partyard-backup-'));
  const server = new pg.Client({ connectionString: inject('serverUrl') });
  await server.connect();
  const shop = await createTestDatabase();
  const targets: { name: string; owner: pg.Client }[] = [];
  const filesIn = (name: string) => createFolderFiles(join(folder, name));

  async function create(template?: string) {
    const name = `test_restore_${randomBytes(4).toString('hex')}`;
    await createDatabase(server, name, template);
    const ownerUrl = databaseUrl(inject('ownerUrl'), name);
    const owner = new pg.Client({ connectionString: ownerUrl });
    owner.on('error', () => undefined);
    await owner.connect();
    targets.push({ name, owner });
    return { name, owner, ownerUrl };
  }

  return {
    folder,
    shop,
    filesIn,
    openStore: (key?: string) => openBackupStore(join(folder, 'backups'), key),
    backUp: (store: BackupStore) => makeBackup({ owner: shop.owner, files: filesIn('shop'), secret }, store),
    emptyDatabase: () => create(),
    /** A restore repeats the first migrations in a fraction of the time of all. */
    async earlierShop(migrations = FIRST_MIGRATIONS) {
      const made = await create();
      await migrate(made.owner, (await readMigrations()).slice(0, migrations));
      await made.owner.query('select audit.make_coming_months()');
      await prepareQueue(made.ownerUrl);
      return made;
    },
    /** The other database must have no connections. */
    copyOf: (other: string) => create(other),
    /** A shop with texts that are hard to copy, orders, mails, jobs, events, and pictures. */
    async fillShop(): Promise<void> {
      await addParts(shop.owner, [
        { part_name: 'Tab\tand\\N, line\nbreak, ünï 😀', description: '\\. "quoted", NULL', price: '0.10' },
        { part_name: 'Front Brake Pads', oem_number: '45022-TR3-A01', price: null },
      ]);
      await addHeldOrder(shop.owner);
      await shop.owner.query("select log_audit_event(p_action => 'order_created')");
      await shop.owner.query(
        "insert into mails (recipient, subject, body) values ('a@example.com', 'Hello', 'there')",
      );
      await shop.owner.query("select graphile_worker.add_job('send-mail', '{}')");
      await filesIn('shop').put('pictures/abc-400.webp', Buffer.from('a picture'));
      await filesIn('shop').put('photos/def.webp', Buffer.from('a photograph'));
    },
    async [Symbol.asyncDispose]() {
      // Copies share the roles of the first one.
      for (const { name, owner } of targets.toReversed()) {
        await owner.end();
        await dropDatabase(server, name);
      }
      await shop[Symbol.asyncDispose]();
      await server.end();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
