import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Manifest } from '#server/backup/manifest.ts';
import { compareRestored, restoreBackup } from '#server/backup/restore-backup.ts';
import { checkSearch } from '#server/search/check-search.ts';
import { type Backups, KEY, openBackups, secret } from '../support/backups.ts';
import { describeSchema, readContents } from '../support/describe-schema.ts';
import { isLong } from '../support/is-long.ts';
import { addHeldOrder } from '../support/orders.ts';

const BROKEN_ORDER = "insert into orders (amount, status) values (40, 'completed')";

describe.each(isLong ? [undefined, KEY] : [KEY])('a restored backup, with the key %s,', (key) => {
  let backups: Backups;
  let manifest: Manifest;
  let restored: string;

  // A restore migrates a database, so each test has a copy of one.
  beforeAll(async () => {
    backups = await openBackups();
    await backups.fillShop();
    const { owner } = backups.shop;
    const found = await owner.query(
      "select pg_get_constraintdef(oid) as definition from pg_constraint where conname = 'orders_status_of_facts'",
    );
    await owner.query(`alter table orders drop constraint orders_status_of_facts; ${BROKEN_ORDER};
      alter table orders add constraint orders_status_of_facts ${found.rows[0].definition} not valid`);
    const made = await backups.backUp(backups.openStore(key));
    ({ manifest } = made);
    const target = await backups.emptyDatabase();
    await restoreBackup({ ...target, files: backups.filesIn('restored') }, backups.openStore(key), made.name);
    await target.owner.end();
    restored = target.name;
  });
  afterAll(() => backups[Symbol.asyncDispose]());

  test('has everything', async () => {
    const { shop, filesIn } = backups;
    const target = { ...(await backups.copyOf(restored)), files: filesIn('restored') };
    expect(await compareRestored(target, manifest)).toEqual([]);
    expect(await readContents(target.owner)).toEqual(await readContents(shop.owner));
    const jobs = 'select task_identifier, attempts, run_at from graphile_worker.jobs';
    expect((await target.owner.query(jobs)).rows).toEqual((await shop.owner.query(jobs)).rows);
    expect(await describeSchema(target.owner)).toEqual(await describeSchema(shop.owner));
    expect(await target.files.get('photos/def.webp')).toEqual(await filesIn('shop').get('photos/def.webp'));
    expect(manifest.secret).toBe(secret.value);
  });

  test('is a shop that goes on: numbers, triggers, references and the audit trail', async () => {
    const { owner } = await backups.copyOf(restored);
    const next = 'select max(number) as last from orders';
    const before = Number((await backups.shop.owner.query(next)).rows[0].last);
    await addHeldOrder(owner);
    expect(Number((await owner.query(next)).rows[0].last)).toBe(before + 1);
    await owner.query("select log_audit_event(p_action => 'order_created')");
    expect((await owner.query('select * from check_audit_chain()')).rows).toEqual([]);
    const { differences } = await checkSearch(async (statement) => (await owner.query(statement)).rows);
    expect(differences).toEqual([]);
    await expect(
      owner.query(
        "insert into order_lines (order_id, part_name, unit_price, quantity) values (gen_random_uuid(), 'Pads', 1, 1)",
      ),
    ).rejects.toThrow('foreign key');
  });

  test('has rows from before a constraint, which holds for other rows', async () => {
    const { owner } = await backups.copyOf(restored);
    const { rows } = await owner.query("select amount from orders where status = 'completed'");
    expect(rows).toEqual([{ amount: '40.00' }]);
    await expect(owner.query(BROKEN_ORDER)).rejects.toMatchObject({ constraint: 'orders_status_of_facts' });
  });

  test('is compared, and each difference is named', async () => {
    const target = { ...(await backups.copyOf(restored)), files: backups.filesIn('other') };
    await target.owner.query(
      "update parts_catalog set price = price + 0.01 where part_name = 'Front Brake Pads'",
    );
    await target.owner.query('delete from mails');
    await target.owner.query("select setval('orders_number_seq', 99999)");
    await target.files.put('photos/def.webp', Buffer.from('changed'));
    const differences = await compareRestored(target, manifest);
    expect(differences).toEqual(
      expect.arrayContaining([
        'public.mails: 0 rows instead of 1',
        'public.parts_catalog: its rows differ',
        'public.orders_number_seq: another number',
        'pictures/abc-400.webp: missing',
        'photos/def.webp: another picture',
      ]),
    );
  });
});
