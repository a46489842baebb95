import type { lookup } from 'node:dns';
import { mkdtempSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { piesHeader } from '#core/imports/standards/pies-item.ts';
import type { ActionResult } from '#core/values/action-result.ts';
import { server } from '../support/built-server.ts';
import { isLong } from '../support/is-long.ts';
import { addParts } from '../support/parts.ts';
import { formAddress, readOutcome } from '../support/read-outcome.ts';
import {
  type HttpsSupplier,
  newKeyPair,
  type SftpSupplier,
  startHttpsSupplier,
  startSftpSupplier,
} from '../support/supplier-stand-in.ts';
import { TEST_SECRET } from '../support/test-database.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';
import { testCertificate } from '../support/tls-certificate.ts';
import { withWrongClock } from '../support/wrong-clock.ts';

const PASSWORD = 'a password for Ada';

const names: Record<string, string[]> = {
  'supplier.test': ['127.0.0.1'],
  'mirror.test': ['127.0.0.1'],
  // One of them is not public.
  'rebound.test': ['127.0.0.1', '10.0.0.7'],
  'inside.test': ['10.0.0.7'],
};

const resolve = ((host: string, _options: unknown, done: (...answer: unknown[]) => void) => {
  const found = names[host];
  if (found)
    done(
      null,
      found.map((address) => ({ address, family: 4 })),
    );
  else done(Object.assign(new Error('Not found'), { code: 'ENOTFOUND' }));
}) as unknown as typeof lookup;

const folder = mkdtempSync(join(tmpdir(), 'partyard-folder-'));

/** The shop reads its database while a connection is open, which takes long on a busy machine. */
const PATIENCE_MS = 20_000;
const timeouts = { connect: PATIENCE_MS, idle: PATIENCE_MS, total: 2 * PATIENCE_MS };

/** Makes servers that hang fail soon, in this test. */
const hurry = () => void (timeouts.idle = 300);

const options = {
  secret: TEST_SECRET,
  folder,
  resolve,
  authority: testCertificate.cert,
  // Loopback stands for the public internet.
  isAllowed: (address: string) => address === '127.0.0.1',
  maxBytes: 100_000,
  timeouts,
};

let shop: TestShop;
let ada: string;
let cookie: string;
let supplier: HttpsSupplier;
let sftp: SftpSupplier;

beforeAll(async () => {
  supplier = await startHttpsSupplier();
  sftp = await startSftpSupplier();
  shop = await createTestShop({ downloads: server.createDownloads(options) });
  ada = await shop.addUser({ email: 'ada@example.com', password: PASSWORD, admin: true });
  cookie = await shop.signIn('ada@example.com', PASSWORD);
});
afterAll(async () => {
  await shop[Symbol.asyncDispose]();
  await supplier[Symbol.asyncDispose]();
  await sftp[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  timeouts.idle = PATIENCE_MS;
  await query(
    `delete from import_sources; delete from part_changes; delete from parts_catalog; delete from hidden_parts;
     delete from deleted_parts; delete from alerts; delete from mails; delete from part_import_mappings;
     insert into part_import_mappings (supplier, fields) values ('acme', '{"empty": "keep", "condition": null,
       "fields": {"Tag": "stock_number", "Name": "part_name", "Price": "price"}}')`,
  );
  supplier.requests.length = 0;
});
afterEach(async () => {
  expect(
    await rows(`select supplier from import_runs join import_sources on import_sources.id = source_id
    where ended_at is null`),
  ).toEqual([]);
});

const query = (text: string, values: unknown[] = []) => shop.database.owner.query(text, values);
async function rows(text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  return (await query(text, values)).rows;
}

async function send(path: string, fields: Record<string, string>) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  const response = await shop.request(formAddress(path, fields), {
    method: 'POST',
    body,
    headers: { Cookie: cookie },
  });
  return { status: response.status, ...(await readOutcome<ActionResult & { id?: string }>(response)) };
}

/** Changes a run as its scheduled import's screen does. */
const changeRun = ({ source_id, id }: Record<string, unknown>, intent: string) =>
  send(`/admin/import/sources/${source_id}`, { intent, run: String(id) });

async function read(path: string): Promise<string> {
  const response = await shop.request(path, { headers: { Cookie: cookie } });
  return (await response.text()).replaceAll('<!-- -->', '');
}

const form = (fields: Record<string, string> = {}) => ({
  supplier: 'Acme',
  address: `https://supplier.test:${supplier.port}/parts.csv`,
  auth: 'none',
  schedule: '15m',
  kind: 'full',
  mode: 'good',
  ...fields,
  intent: 'save',
});

/** Adds a source and runs it. */
async function add(fields: Record<string, string> = {}): Promise<string> {
  const added = await send('/admin/import/sources/new', form(fields));
  expect(added).toMatchObject({ done: true });
  await shop.runJobs();
  return added.id ?? '';
}

/** The scheduler starts what is due. */
async function runSchedule(): Promise<void> {
  await query("update import_sources set next_run_at = now() - interval '1 minute'");
  await shop.runRegularTask('start-import-runs');
  await shop.runJobs();
}

const lastRun = async () =>
  (await rows('select * from import_runs order by started_at desc, id desc limit 1'))[0] ?? {};

const source = async () => (await rows('select * from import_sources'))[0] ?? {};

const inShop = async () =>
  (await rows('select stock_number from parts_catalog order by stock_number')).map(
    (row) => row['stock_number'],
  );

function serveFile(content: string, headers: Record<string, string> = {}) {
  supplier.answer = (_request, response) =>
    void response.writeHead(200, { 'Content-Type': 'text/csv', ...headers }).end(content);
}

const tagOf = (number: number) => `T-${String(number).padStart(3, '0')}`;

/** Lines of parts with the numbers from 1, but for some. */
function file(count: number, { without = [] as number[], price = '10.00' } = {}): string {
  const numbers = Array.from({ length: count }, (_, index) => index + 1).filter(
    (each) => !without.includes(each),
  );
  return `Tag,Name,Price\n${numbers.map((each) => `${tagOf(each)},Part ${each},${price}\n`).join('')}`;
}

const mails = () => rows('select subject, body from mails order by created_at, id');

test('a file is fetched, imported, and not imported again', async () => {
  serveFile(file(3), { ETag: '"one"' });
  const id = await add();
  expect(await lastRun()).toMatchObject({ state: 'done', added: 3, refused: 0, hidden: 0, is_by_hand: true });
  expect(await inShop()).toEqual(['T-001', 'T-002', 'T-003']);
  expect(await rows('select count(*)::int from import_source_parts where is_listed')).toEqual([{ count: 3 }]);

  // By its ETag, then by its content.
  supplier.answer = ({ headers }, response) =>
    void response.writeHead(headers['if-none-match'] === '"one"' ? 304 : 500).end();
  await runSchedule();
  expect(await lastRun()).toMatchObject({ state: 'nothing-new', is_by_hand: false });
  serveFile(file(3), { ETag: '"two"' });
  await runSchedule();
  expect(await lastRun()).toMatchObject({ state: 'nothing-new', import_id: null });
  expect(await rows('select state from import_runs order by started_at')).toEqual([
    { state: 'done' },
    { state: 'nothing-new' },
  ]);
  expect(await mails()).toEqual([]);

  const page = await read(`/admin/import/sources/${id}`);
  expect(page).toContain('3 added, 0 changed, 0 rejected, 0 hidden');
  expect(page).toContain('Nothing new');
  expect(await read('/admin/import')).toMatch(/Scheduled imports[^]*Acme[^]*every 15 minutes/);
});

test('up to 5 % are hidden; more waits for an admin, who confirms or discards', async () => {
  serveFile(file(100));
  const id = await add();
  serveFile(file(100, { without: [1, 2, 3, 4], price: '12.00' }));
  await runSchedule();
  expect(await lastRun()).toMatchObject({ state: 'done', changed: 96, hidden: 4, to_hide: 4, listed: 100 });
  expect(await rows('select count(*)::int from hidden_parts')).toEqual([{ count: 4 }]);
  expect(await rows("select count(*)::int from part_change_lines where outcome = 'unchanged'")).toEqual([
    { count: 0 },
  ]);

  // 5 of 96 are more than 5 %.
  serveFile(file(100, { without: [1, 2, 3, 4, 5, 6, 7, 8, 9], price: '13.00' }));
  await runSchedule();
  const waiting = await lastRun();
  expect(waiting).toMatchObject({ state: 'waiting', to_hide: 5, listed: 96 });
  expect(await rows('select kind from alerts where settled_at is null')).toEqual([
    { kind: 'import-source-waits' },
  ]);
  expect(await rows("select count(*)::int from parts_catalog where price = '12.00'")).toEqual([
    { count: 96 },
  ]);
  await runSchedule();
  expect(await lastRun()).toMatchObject({ id: waiting['id'] });
  expect(await read(`/admin/import/sources/${id}`)).toContain('Would hide 5 of 96 parts (5.2%)');
  expect(await mails()).toMatchObject([{ subject: expect.stringContaining('would hide many parts') }]);

  expect(await changeRun(waiting, 'discard-run')).toMatchObject({ done: true });
  await shop.runJobs();
  expect(await lastRun()).toMatchObject({ state: 'discarded', import_id: null, hidden: 0 });
  expect(await rows('select count(*)::int from parts_catalog')).toEqual([{ count: 96 }]);

  await runSchedule();
  const again = await lastRun();
  expect(again).toMatchObject({ state: 'waiting' });
  expect(await changeRun(again, 'confirm-run')).toMatchObject({ done: true });
  expect(await changeRun(again, 'confirm-run')).toMatchObject({ status: 400 });
  await shop.runJobs();
  expect(await lastRun()).toMatchObject({ state: 'done', changed: 91, hidden: 5 });
  expect(await rows('select count(*)::int from hidden_parts')).toEqual([{ count: 9 }]);
  expect(await rows('select from alerts where settled_at is null')).toEqual([]);
  const actions = await rows(
    "select action from audit_logs where action like '%import\\_run' order by created_at",
  );
  expect(actions.map(({ action }) => action).slice(-2)).toEqual([
    'admin_discard_import_run',
    'admin_confirm_import_run',
  ]);

  // Parts that come back are shown again, and a run is undone as a whole.
  serveFile(file(100, { without: [2, 3, 4, 5, 6, 7, 8, 9, 10], price: '13.00' }));
  await runSchedule();
  expect(await lastRun()).toMatchObject({ state: 'done', changed: 1, refused: 0, hidden: 1 });
  expect(await inShop()).toContain('T-001');
  expect(await inShop()).not.toContain('T-010');
  expect(await changeRun(await lastRun(), 'undo-run')).toMatchObject({ done: true });
  await shop.runJobs();
  expect(await lastRun()).toMatchObject({ state: 'undone' });
  expect(await inShop()).not.toContain('T-001');
  expect(await inShop()).toContain('T-010');
  expect(await source()).toMatchObject({ paused_at: expect.any(Date) });
});

test('a file of changes hides nothing, and neither does one that is empty or cut off', async () => {
  serveFile(file(40));
  await add({ kind: 'changes' });
  serveFile(file(40, { without: [1, 2, 3], price: '11.00' }));
  await runSchedule();
  expect(await lastRun()).toMatchObject({ state: 'done', changed: 37, hidden: 0 });

  await query("update import_sources set kind = 'full'");
  for (const content of [
    '',
    'Tag,Name,Price\n',
    // The last line is not complete.
    file(40).slice(0, -8),
    file(40).slice(0, -2),
    `${file(40).slice(0, -6)}"10.00\n`,
  ]) {
    serveFile(content);
    await runSchedule();
    expect([content.slice(-10), await lastRun()]).toMatchObject([expect.anything(), { state: 'failed' }]);
  }
  const whole = file(40);
  supplier.answer = (_request, response) => {
    response.writeHead(200, { 'Content-Length': String(whole.length) }).write(whole.slice(0, 100));
    response.destroy();
  };
  await runSchedule();
  expect(await lastRun()).toMatchObject({
    error: 'The connection was closed before the file was complete',
  });
  expect((await inShop()).length).toBe(40);
  // One mail for all of these failures, and one when it works again.
  expect(await mails()).toHaveLength(1);
  expect(await source()).toMatchObject({ failures: 6, failing_since: expect.any(Date) });
  const { next_run_at: next } = await source();
  expect((next as Date).getTime() - Date.now()).toBeGreaterThan(200 * 60_000);
  serveFile(file(40));
  await runSchedule();
  expect(await lastRun()).toMatchObject({ state: 'done', changed: 37 });
  expect(await mails()).toMatchObject([
    { subject: expect.stringContaining('failed') },
    { subject: expect.stringContaining('works again') },
  ]);
  expect(await source()).toMatchObject({ failures: 0, failing_since: null, problem: null });
});

test('a part that a payment holds is hidden when the payment ends; sold-out parts are hidden', async () => {
  serveFile(file(40));
  await add();
  await query("update parts_catalog set stock_quantity = 1, stock_held = 1 where stock_number = 'T-001'");
  await query("update parts_catalog set stock_quantity = 0 where stock_number = 'T-002'");
  serveFile(file(40, { without: [1, 2] }));
  await runSchedule();
  expect(await lastRun()).toMatchObject({ state: 'done', hidden: 1, to_hide: 2 });
  expect(await inShop()).toContain('T-001');
  expect(await inShop()).not.toContain('T-002');
  await shop.runRegularTask('start-import-runs');
  expect(await inShop()).toContain('T-001');
  await query("update parts_catalog set stock_held = 0, stock_quantity = 0 where stock_number = 'T-001'");
  await shop.runRegularTask('start-import-runs');
  expect(await inShop()).not.toContain('T-001');
  expect(await lastRun()).toMatchObject({ hidden: 2 });
});

test('parts that a deleted source has hidden are listed, and shown again', async () => {
  serveFile(file(40));
  const id = await add();
  serveFile(file(40, { without: [1, 2] }));
  await runSchedule();
  const listed = (path: string) =>
    read(path).then((page) => page.match(/aria-label="Edit [^"]*"/g)?.length ?? 0);
  expect(await read(`/admin/import/sources/${id}`)).toContain('2 parts hidden');
  expect(await read(`/admin?listing=hidden&by=${id}`)).toContain('Hidden by the scheduled import of Acme');
  // In the table and on the cards.
  expect(await listed(`/admin?listing=hidden&by=${id}`)).toBe(4);
  expect(await listed('/admin?listing=hidden&by=00000000-0000-4000-8000-000000000000')).toBe(0);

  expect(await send(`/admin/import/sources/${id}`, { intent: 'delete' })).toMatchObject({
    note: '2 parts stay hidden. See Bulk changes to show them again.',
  });
  const [change] = await rows("select id from part_changes where kind = 'bulk'");
  expect(await read('/admin/bulk-changes')).toContain('Hidden by the scheduled import of Acme');
  expect(await listed(`/admin?listing=hidden&by=${String(change?.['id'])}`)).toBe(4);
  expect(await send('/admin/bulk-changes', { intent: 'undo', id: String(change?.['id']) })).toMatchObject({
    done: true,
  });
  await shop.runJobs();
  expect(await inShop()).toHaveLength(40);
  await query('delete from part_changes');
});

test('parts of others and of another source stay', async () => {
  await addParts(shop.database.owner, [{ stock_number: 'OWN-1' }]);
  serveFile(file(40));
  await add();
  serveFile('Tag,Name,Price\nT-001,Part 1,10.00\n');
  await add({ address: `https://mirror.test:${supplier.port}/other.csv`, kind: 'changes' });
  serveFile(file(40, { without: [1, 2] }));
  await query("update import_sources set paused_at = now() where kind = 'changes'");
  await runSchedule();
  expect(await lastRun()).toMatchObject({ state: 'done', hidden: 1, to_hide: 2 });
  expect(await inShop()).toContain('OWN-1');
  expect(await inShop()).toContain('T-001');
});

test('without known columns, a run stops until an admin has chosen them', async () => {
  serveFile('Tag,Bezeichnung\nT-001,Hood\n');
  const id = await add();
  expect(await lastRun()).toMatchObject({
    state: 'failed',
    error: expect.stringContaining('columns need your review'),
  });
  expect(await mails()).toEqual([]);
  await runSchedule();
  const { import_id: imported } = await lastRun();
  // The earlier file was discarded.
  expect(await rows('select id from part_changes')).toEqual([{ id: imported }]);
  expect(await mails()).toMatchObject([{ body: expect.stringContaining('columns need your review') }]);
  expect(await read(`/admin/import/sources/${id}`)).toContain('Choose the columns');
  await send(`/admin/import/${imported}`, {
    intent: 'check',
    'field-0': 'stock_number',
    'field-1': 'part_name',
  });
  await shop.runJobs();
  await runSchedule();
  expect(await lastRun()).toMatchObject({ state: 'done', added: 1 });
});

test('a PIES file is fetched and imported; one that was cut off changes nothing', async () => {
  const content = await readFile('tests/samples/standards/pies-7.2.xml', 'utf8');
  const serveXml = (text: string) => serveFile(text, { 'Content-Type': 'text/xml' });
  const parts = () => rows('select oem_number, price from parts_catalog');
  serveXml(content);
  await add({ address: `https://supplier.test:${supplier.port}/parts.xml` });
  const { import_id: imported } = await lastRun();
  const mapping = Object.fromEntries(piesHeader.map((field, index) => [`field-${index}`, field]));
  await send(`/admin/import/${String(imported)}`, { intent: 'check', ...mapping });
  await shop.runJobs();
  await runSchedule();
  expect(await lastRun()).toMatchObject({ state: 'done', added: 1, refused: 2 });
  expect(await parts()).toEqual([{ oem_number: 'QX 100', price: '199.50' }]);
  const dearer = content.replace('>199.5<', '>205<');
  serveXml(dearer);
  await runSchedule();
  expect(await lastRun()).toMatchObject({ state: 'done', added: 0, changed: 1 });
  serveXml(dearer.replace('>205<', '>1<').slice(0, -40));
  await runSchedule();
  expect(await lastRun()).toMatchObject({ state: 'failed', import_id: null });
  expect(await parts()).toEqual([{ oem_number: 'QX 100', price: '205.00' }]);
});

test('refused lines: one mail, all or nothing, and lines that each run would add again', async () => {
  serveFile('Tag,Name,Price\nT-001,Hood,10\nT-002,,10\n,Loose part,5\n');
  await add({ kind: 'changes' });
  expect(await lastRun()).toMatchObject({ state: 'done', added: 1, refused: 2 });
  const { import_id: imported } = await lastRun();
  expect(await read(`/admin/part-import/${imported}/refused.csv`)).toContain(
    'Each run would add this part again',
  );
  serveFile('Tag,Name,Price\nT-001,Hood,11\nT-002,,10\n');
  await runSchedule();
  expect(await mails()).toMatchObject([{ subject: expect.stringContaining('rejected lines') }]);
  await query("update import_sources set mode = 'all'");
  serveFile('Tag,Name,Price\nT-001,Hood,12\nT-002,,10\n');
  await runSchedule();
  expect(await lastRun()).toMatchObject({
    state: 'failed',
    error: expect.stringContaining('1 line would be rejected'),
  });
  expect(await rows('select price from parts_catalog')).toEqual([{ price: '11.00' }]);
});

test('beside another system: each field has an owner, sold units stay sold, and conflicts are reported', async () => {
  await query(`update part_import_mappings set fields = fields || '{"fields": {"Tag": "stock_number",
    "Name": "part_name", "Price": "price", "Qty": "stock_quantity", "Row": "yard_place"}}'`);
  const serve = (price: string, stock: number, row: string) =>
    serveFile(`Tag,Name,Price,Qty,Row\nT-001,Hood,${price},${stock},${row}\nT-002,Door,5,1,R9\n`);
  const hood = async () =>
    (
      await rows(`select price, stock_quantity as stock, yard_place as row from parts_catalog
        join part_private_facts on part_id = id where stock_number = 'T-001'`)
    )[0];
  serve('10', 5, 'R1');
  const id = await add({ kind: 'changes', 'owned-price': 'on', 'owned-nonsense': 'on' });
  expect(await source()).toMatchObject({ shop_owns: ['price'] });
  expect(await hood()).toEqual({ price: '10.00', stock: 5, row: 'R1' });

  // Both sides change what they own, and one unit is sold here.
  await query("update parts_catalog set price = 12, stock_quantity = 4 where stock_number = 'T-001'");
  serve('10', 5, 'R2');
  await runSchedule();
  expect(await hood()).toEqual({ price: '12.00', stock: 4, row: 'R2' });
  expect(await lastRun()).toMatchObject({ state: 'done', changed: 1, conflicts: 0 });

  // The other system knows of the sale, and both sides change each other's fields.
  await query(`update part_private_facts set yard_place = 'X1' where yard_place = 'R2'`);
  serve('11', 4, 'R3');
  await runSchedule();
  expect(await hood()).toEqual({ price: '12.00', stock: 4, row: 'R3' });
  const run = await lastRun();
  expect(run).toMatchObject({ state: 'done', conflicts: 1 });
  expect(await rows('select kind, settled_at from alerts')).toEqual([
    { kind: 'import-source-conflicts', settled_at: null },
  ]);
  const page = await read(`/admin/import/${run['import_id']}?show=conflicts`);
  expect(page).toContain("Price: $12.00 here, $11.00 in the file. The shop's value was kept");
  expect(page).toContain("X1 here, R3 in the file. The file's value was kept");
  expect(await read(`/admin/import/sources/${id}`)).toContain('1 conflict');

  // The same file with one more line says nothing new of the conflicts.
  serveFile('Tag,Name,Price,Qty,Row\nT-001,Hood,11,4,R3\nT-003,Latch,5,1,R9\n');
  await runSchedule();
  expect(await lastRun()).toMatchObject({ state: 'done', conflicts: 0, added: 1 });

  // After an undone run, the next file counts as the first one.
  await changeRun(await lastRun(), 'undo-run');
  await shop.runJobs();
  expect(await rows('select count(*)::int from import_source_parts where delivered is not null')).toEqual([
    { count: 1 },
  ]);
});

describe('addresses', () => {
  const redirectTo = (location: string) => {
    supplier.answer = ({ url }, response) =>
      void (url === '/parts.csv'
        ? response.writeHead(302, { Location: location }).end()
        : response.writeHead(200).end(file(1)));
  };

  test.each([
    ['a private address', () => `https://10.0.0.7/x`],
    ['another name of it', () => `https://inside.test:${supplier.port}/x`],
    ['a name with a private address among its own', () => `https://rebound.test:${supplier.port}/x`],
    ['loopback', () => `https://[::1]:${supplier.port}/x`],
  ])('a redirect to %s is not followed', async (_what, location) => {
    redirectTo(location());
    await add();
    expect(await lastRun()).toMatchObject({
      state: 'failed',
      error: 'The address is not on the public internet',
    });
    expect(supplier.requests).toHaveLength(1);
  });

  test('a host with a private address is not called', async () => {
    await add({ address: `https://rebound.test:${supplier.port}/parts.csv` });
    expect(await lastRun()).toMatchObject({ error: 'The address is not on the public internet' });
    await add({ address: `sftp://yard@inside.test:${sftp.port}/parts.csv`, auth: 'password', secret: 'x' });
    expect(await lastRun()).toMatchObject({ error: 'The address is not on the public internet' });
    expect(supplier.requests).toEqual([]);
  });

  test('credentials stay with the host; http and loops are refused', async () => {
    redirectTo(`https://mirror.test:${supplier.port}/elsewhere`);
    await add({ auth: 'password', userName: 'yard', secret: 'sesame 1' });
    expect(await lastRun()).toMatchObject({ state: 'done', added: 1 });
    expect(
      supplier.requests.map(({ headers }) => [headers.host?.split(':')[0], headers.authorization]),
    ).toEqual([
      ['supplier.test', `Basic ${Buffer.from('yard:sesame 1').toString('base64')}`],
      ['mirror.test', undefined],
    ]);
    redirectTo(`http://supplier.test:${supplier.port}/x`);
    await runSchedule();
    expect(await lastRun()).toMatchObject({ error: 'The server redirects to an address without https' });
    redirectTo('/parts.csv');
    await runSchedule();
    expect(await lastRun()).toMatchObject({ error: 'More than 5 redirects' });
  });

  test.each<[string, (response: ServerResponse) => void, string]>([
    ['refuses the credentials', (response) => response.writeHead(401).end(), 'refused the credentials (401)'],
    ['hangs', () => undefined, 'The server did not answer in time'],
    [
      'hangs in the middle',
      (response) => void response.writeHead(200).write('Tag'),
      'The server stopped sending',
    ],
    [
      'sends a page',
      (response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end('<p>'),
      'a web page',
    ],
    [
      'sends too much',
      (response) => response.writeHead(200).end('x'.repeat(100_001)),
      'The file is too large',
    ],
    [
      'says that it sends too much',
      (response) => response.writeHead(200, { 'Content-Length': '999999999' }).end(),
      'The file is too large',
    ],
  ])('a server that %s', async (what, answer, error) => {
    if (what.startsWith('hangs')) hurry();
    supplier.answer = (_request, response) => void answer(response);
    await add({ auth: 'bearer', secret: 'sesame' });
    expect(await lastRun()).toMatchObject({ state: 'failed', error: expect.stringContaining(error) });
    expect(supplier.requests[0]?.headers.authorization).toBe('Bearer sesame');
  });
});

describe('SFTP', () => {
  const address = () => `sftp://yard@supplier.test:${sftp.port}/out/parts.csv`;

  async function confirm(): Promise<string> {
    const { id, seen_host_key: key } = await source();
    expect(key).toMatch(/^SHA256:[\w+/]{43}$/);
    expect(await read(`/admin/import/sources/${id}`)).toContain(key);
    expect(
      await send(`/admin/import/sources/${id}`, { intent: 'confirm-key', key: String(key) }),
    ).toMatchObject({
      done: true,
    });
    await shop.runJobs();
    return String(key);
  }

  test('the key of the server is confirmed first, and credentials go to no other', async () => {
    sftp.files.set('/out/parts.csv', { content: file(3), mtime: 1000 });
    sftp.attempts.length = 0;
    const id = await add({ address: address(), auth: 'password', secret: sftp.password });
    expect(await lastRun()).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('confirm it: SHA256:'),
    });
    expect(sftp.attempts).toEqual([]);
    expect(await send(`/admin/import/sources/${id}`, { intent: 'run' })).toMatchObject({ status: 400 });
    expect(
      await send(`/admin/import/sources/${id}`, { intent: 'confirm-key', key: 'SHA256:x' }),
    ).toMatchObject({
      status: 400,
    });
    const key = await confirm();
    expect(await lastRun()).toMatchObject({ state: 'done', added: 3 });
    const { reads } = sftp;
    await runSchedule();
    expect(await lastRun()).toMatchObject({ state: 'nothing-new' });
    expect(sftp.reads).toBe(reads);

    await sftp.renewHostKey();
    sftp.attempts.length = 0;
    await runSchedule();
    expect(await lastRun()).toMatchObject({
      state: 'failed',
      error: expect.stringContaining("The server's key has changed"),
    });
    expect(sftp.attempts).toEqual([]);
    expect(await rows('select kind from alerts where settled_at is null')).toEqual([
      { kind: 'import-source-failed' },
    ]);
    const runs = await rows('select id from import_runs');
    await runSchedule();
    expect(await rows('select id from import_runs')).toEqual(runs);
    sftp.files.set('/out/parts.csv', { content: file(3, { price: '11' }), mtime: 2000 });
    expect(await confirm()).not.toBe(key);
    expect(await lastRun()).toMatchObject({ state: 'done', changed: 3 });
  });

  test('what was sold and changed in the shop goes back as a file', async () => {
    await query(`update part_import_mappings set fields = fields || '{"fields": {"Tag": "stock_number",
      "Name": "part_name", "Retail": "price", "Qty": "stock_quantity"}}'`);
    sftp.files.clear();
    const content = 'Tag,Name,Retail,Qty\nT-001,Hood,10,3\nT-002,Door,20,1\nT-003,Latch,5,1\n';
    sftp.files.set('/out/parts.csv', { content, mtime: 1000 });
    const fields = { address: address(), auth: 'password', secret: sftp.password, kind: 'changes' };
    const id = await add({ ...fields, backPath: '/out/back.csv', 'owned-price': 'on' });
    await confirm();
    const header = '\uFEFFTag,OEM Number,Name,Qty,Retail,Place in the Yard,Sold here,State\r\n';
    expect(sftp.files.get('/out/back.csv')?.content).toBe(header);

    await query(`update parts_catalog set stock_quantity = 1, price = 12 where stock_number = 'T-001';
      delete from parts_catalog where stock_number = 'T-003'`);
    await runSchedule();
    expect(await lastRun()).toMatchObject({ state: 'nothing-new' });
    const changed = [`${header}T-001,,Hood,1,12.00,,2,for sale\r\n`, 'T-003,,Latch,0,,,0,deleted\r\n'];
    const back = () => sftp.files.get('/out/back.csv')?.content ?? '';
    for (const line of changed) expect(back()).toContain(line.replace(header, ''));
    expect(back()).not.toContain('T-002');
    expect([...sftp.files.keys()].toSorted()).toEqual(['/out/back.csv', '/out/parts.csv']);
    expect(await read(`/admin/import-source/${id}/changes.csv`)).toContain('T-001,,Hood,1,12.00,,2,for sale');
    const stranger = await shop.request(`/admin/import-source/${id}/changes.csv`);
    expect(await stranger.text()).not.toContain('T-001');

    // The other system took over the stock, and keeps its price.
    sftp.files.set('/out/parts.csv', { content: content.replace('10,3', '10,1'), mtime: 2000 });
    await runSchedule();
    expect(back()).toContain('T-001,,Hood,1,12.00,,0,for sale');

    expect(
      await send(`/admin/import/sources/${id}`, form({ ...fields, secret: '', backPath: '/out/parts.csv' })),
    ).toMatchObject({ errors: { backPath: 'Enter another path than that of the file to import' } });
    await send(`/admin/import/sources/${id}`, form({ ...fields, secret: '', backPath: '/in/back.csv' }));
    await runSchedule();
    expect(await lastRun()).toMatchObject({
      state: 'failed',
      error: 'The file was imported. The user may not write the file of changes',
    });
  });

  test('a wrong password, a missing file, a server that hangs', async () => {
    sftp.files.clear();
    const id = await add({ address: address(), auth: 'password', secret: 'wrong' });
    await confirm();
    expect(await lastRun()).toMatchObject({ error: 'The server refused the credentials' });
    await send(`/admin/import/sources/${id}`, {
      ...form({ address: address(), auth: 'password', secret: sftp.password }),
    });
    await runSchedule();
    expect(await lastRun()).toMatchObject({ error: 'The server has no such file' });
    sftp.files.set('/out/parts.csv', { content: file(3), mtime: 1000 });
    hurry();
    sftp.hangs = true;
    await runSchedule();
    expect(await lastRun()).toMatchObject({ error: 'The server did not answer in time' });
    sftp.hangs = false;
    timeouts.idle = PATIENCE_MS;
    sftp.files.set('/out/parts.csv', { content: 'x'.repeat(100_001), mtime: 3000 });
    await runSchedule();
    expect(await lastRun()).toMatchObject({ error: expect.stringContaining('too large') });
  });

  test('a private key', async () => {
    const pair = newKeyPair();
    sftp.publicKey = pair.public;
    sftp.files.set('/out/parts.csv', { content: file(2), mtime: 1000 });
    for (const secret of ['no key', pair.public]) {
      expect(
        await send('/admin/import/sources/new', form({ address: address(), auth: 'key', secret })),
      ).toMatchObject({ status: 400, errors: { secret: expect.stringContaining('key') } });
    }
    await add({ address: address(), auth: 'key', secret: pair.private });
    await confirm();
    expect(await lastRun()).toMatchObject({ state: 'done', added: 2 });
  });
});

describe('a folder of this machine', () => {
  const changedFile = () => readFile(join(folder, 'out', 'back.csv'), 'utf8');

  test('has the file, and takes the changes', async () => {
    await mkdir(join(folder, 'out'), { recursive: true });
    await writeFile(join(folder, 'parts.csv'), file(2));
    const id = await add({ address: 'folder:parts.csv', backPath: 'out/back.csv', kind: 'changes' });
    expect(await lastRun()).toMatchObject({ state: 'done', added: 2 });
    expect(await changedFile()).not.toContain('T-001');
    await query("update parts_catalog set price = 12 where stock_number = 'T-001'");
    await runSchedule();
    expect(await lastRun()).toMatchObject({ state: 'nothing-new' });
    expect(await changedFile()).toContain('T-001');
    expect(await readdir(join(folder, 'out'))).toEqual(['back.csv']);
    expect(await read(`/admin/import/sources/${id}`)).toContain('the folder for imports, every 15 minutes');
  });

  test.each(['folder:../secret.csv', 'folder:a/../../secret.csv', 'folder:%2e%2e/secret.csv', 'folder:'])(
    'nothing outside of it is named by %s',
    async (address) => {
      expect(await send('/admin/import/sources/new', form({ address }))).toMatchObject({
        errors: { address: 'Enter the name of a file in the folder, such as folder:parts.csv' },
      });
    },
  );

  test('links that lead out of it are not followed, and nothing is written there', async () => {
    const outside = await mkdtemp(join(tmpdir(), 'partyard-outside-'));
    await writeFile(join(outside, 'secret.csv'), file(2));
    await symlink(join(outside, 'secret.csv'), join(folder, 'linked.csv'));
    await symlink(outside, join(folder, 'door'));
    await add({ address: 'folder:linked.csv' });
    expect(await lastRun()).toMatchObject({ state: 'failed', error: 'A link is not followed' });
    await query('delete from import_sources');
    await add({ address: 'folder:door/secret.csv' });
    expect(await lastRun()).toMatchObject({ error: 'The path leads out of the folder for imports' });
    await query('delete from import_sources');
    await writeFile(join(folder, 'parts.csv'), file(2));
    await add({ address: 'folder:parts.csv', backPath: 'door/back.csv' });
    expect(await lastRun()).toMatchObject({
      error: 'The file was imported. The path leads out of the folder for imports',
    });
    expect(await readdir(outside)).toEqual(['secret.csv']);
    await rm(outside, { recursive: true });
  });

  test('a missing file, and one that is a folder', async () => {
    await add({ address: 'folder:missing.csv' });
    expect(await lastRun()).toMatchObject({ error: 'The folder has no such file' });
    await query('delete from import_sources');
    await mkdir(join(folder, 'a.csv'));
    await add({ address: 'folder:a.csv' });
    expect(await lastRun()).toMatchObject({ error: 'The path is not that of a file' });
  });
});

test('credentials are sealed, and nothing shows them', async () => {
  serveFile(file(1));
  const secret = 'open-sesame-42';
  const id = await add({ auth: 'password', userName: 'yard', secret });
  const stored = await source();
  expect(JSON.stringify(stored)).not.toContain(secret);
  expect(stored['sealed_secret']).toMatch(/^v1\.[\w-]{40,}$/);
  const everything = JSON.stringify([
    await read(`/admin/import/sources/${id}`),
    await rows('select * from audit_logs'),
    await rows('select * from import_runs'),
  ]);
  expect(everything).not.toContain(secret);
  expect(everything).not.toContain(stored['sealed_secret']);
  expect(everything).toContain('admin_add_import_source');

  // It stays with its server and user.
  const saved = (fields: Record<string, string>) =>
    send(`/admin/import/sources/${id}`, {
      ...form({ auth: 'password', userName: 'yard', secret: '', ...fields }),
    });
  const other = { errors: { secret: expect.stringContaining('enter it again') } };
  expect(await saved({ address: `https://mirror.test:${supplier.port}/parts.csv` })).toMatchObject(other);
  expect(await saved({ userName: 'other' })).toMatchObject(other);
  expect(await saved({ auth: 'bearer' })).toMatchObject(other);
  expect(await saved({ schedule: 'daily', dailyAt: '06:30' })).toMatchObject({ done: true });
  expect(await source()).toMatchObject({ sealed_secret: stored['sealed_secret'], daily_at: 390 });
  await query("update import_sources set address = replace(address, 'supplier', 'mirror')");
  await runSchedule();
  expect(await lastRun()).toMatchObject({ error: expect.stringContaining("can't be opened") });
});

test.each([
  [{ address: 'http://supplier.test/x' }, 'address'],
  [{ address: 'https://yard:x@supplier.test/x' }, 'address'],
  [{ address: 'https://192.168.1.1/x' }, 'address'],
  [{ address: 'sftp://supplier.test/x', auth: 'password' }, 'address'],
  [{ auth: 'key', secret: 'x' }, 'auth'],
  [{ auth: 'password', userName: 'a:b', secret: 'x' }, 'userName'],
  [{ auth: 'bearer' }, 'secret'],
  [{ schedule: '1m' }, 'schedule'],
  [{ schedule: 'daily', dailyAt: '25:00' }, 'dailyAt'],
  [{ kind: 'x' }, 'kind'],
  [{ mode: '' }, 'mode'],
  [{ supplier: '' }, 'supplier'],
])('a form with %j is refused', async (fields, error) => {
  expect(await send('/admin/import/sources/new', form(fields as Record<string, string>))).toMatchObject({
    status: 400,
    errors: { [error]: expect.any(String) },
  });
});

test('two schedulers start one run, and missed times are not made up for', async () => {
  serveFile(file(1));
  await add();
  await query("update import_sources set next_run_at = now() - interval '10 hours', sha256 = null");
  await Promise.all([shop.runRegularTask('start-import-runs'), shop.runRegularTask('start-import-runs')]);
  await Promise.all([shop.runJobs(), shop.runJobs()]);
  expect(await rows('select from import_runs')).toHaveLength(2);
  const { next_run_at: next } = await source();
  expect((next as Date).getTime()).toBeGreaterThan(Date.now());
  await shop.runRegularTask('start-import-runs');
  expect(await rows('select from import_runs')).toHaveLength(2);
});

test('killed after each of its transactions, a run goes on', async () => {
  serveFile(file(60));
  await add();
  serveFile(file(61, { without: [1, 2], price: '11.00' }));
  await query("update import_sources set next_run_at = now() - interval '1 minute'");
  await shop.runRegularTask('start-import-runs');
  const { id: runId } = await lastRun();
  const { pools } = shop.database;
  const downloads = server.createDownloads(options);
  let kills = 0;
  for (let before = 0; (await lastRun())['ended_at'] === null; before += 1) {
    expect(before).toBeLessThan(60);
    let left = (isLong ? before : 3 * before) % 14;
    // The job dies after some transactions.
    const dying = new Proxy(pools, {
      get(target, name) {
        if (name !== 'as') return Reflect.get(target, name);
        return async (...call: Parameters<typeof pools.as>) => {
          if (left === 0) throw new Error('Killed');
          left -= 1;
          return target.as(...call);
        };
      },
    });
    const tasks = server.jobTasks({
      ...({} as Parameters<typeof server.jobTasks>[0]),
      database: dying,
      downloads,
      siteUrl: 'http://shop.test',
    });
    const helpers = {
      job: { id: '1', attempts: 1, max_attempts: 25 },
      abortSignal: new AbortController().signal,
    };
    const killed = Promise.resolve(tasks['advance-import-run']?.({ runId }, helpers as never));
    await killed.catch(() => (kills += 1));
    const { import_id: importId, state } = await lastRun();
    const steps = await rows(
      "select id from part_changes where state in ('reading', 'checking', 'applying') and id = $1",
      [importId],
    );
    if (steps.length > 0 && state !== 'started') {
      await shop.tasks['run-part-change']?.({ changeId: importId }, helpers as never);
    }
  }
  expect(kills).toBeGreaterThan(5);
  expect(await lastRun()).toMatchObject({ state: 'done', added: 1, changed: 58, hidden: 2 });
  expect(await rows('select count(*)::int from parts_catalog')).toEqual([{ count: 59 }]);
  expect(await rows("select count(*)::int from part_changes where state = 'uploading'")).toEqual([
    { count: 0 },
  ]);
  await shop.runJobs();
});

test('a person who is no longer an admin runs nothing', async () => {
  serveFile(file(1));
  const id = await add();
  await shop.addUser({ email: 'bob@example.com', password: PASSWORD, admin: true });
  await query('delete from user_roles where user_id = $1', [ada]);
  await runSchedule();
  expect(await lastRun()).toMatchObject({
    state: 'failed',
    error: expect.stringContaining('no longer an admin'),
  });
  await query("insert into user_roles (user_id, role) values ($1, 'admin')", [ada]);
  expect(await send(`/admin/import/sources/${id}`, { intent: 'delete' })).toMatchObject({ done: true });
  expect(await rows('select from import_runs')).toEqual([]);
  expect(await inShop()).toEqual(['T-001']);
});

test('what is out of date is removed each night', async () => {
  serveFile(file(2));
  await add();
  await query(
    "update import_runs set started_at = now() - interval '31 days', ended_at = now() - interval '31 days'",
  );
  await query("delete from parts_catalog where stock_number = 'T-001'");
  await query('delete from deleted_parts');
  await shop.runRegularTask('clean-up-catalog');
  expect(await rows('select from import_runs')).toEqual([]);
  expect(await rows('select from import_source_parts')).toHaveLength(1);
});

test.each([2, -2])(
  'the next run is in time, also from a process whose clock is %i hours ahead',
  async (hours) => {
    serveFile(file(1));
    const minutes = async () => {
      const [found] = await rows(
        'select round(extract(epoch from next_run_at - now()) / 60)::int as minutes from import_sources',
      );
      return found?.['minutes'];
    };
    await withWrongClock(hours, add);
    expect(await minutes()).toBe(15);
    await withWrongClock(hours, runSchedule);
    expect(await minutes()).toBe(14);
    serveFile('');
    await withWrongClock(hours, runSchedule);
    expect(await source()).toMatchObject({ failures: 1 });
    expect(await minutes()).toBe(15);
  },
);
