import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { inLong } from '../support/in-long.ts';
import { runShop, type ShopProcess } from '../support/run-shop.ts';

const ROOT = join(import.meta.dirname, '../..');

let folder: string;
let shops: ShopProcess[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'partyard-backups-'));
  await chmod(folder, 0o755);
  shops = [];
});

afterEach(async () => {
  await Promise.all(shops.map((shop) => shop.kill('SIGTERM')));
  await rm(folder, { recursive: true, force: true });
});

const environment = (name: string) => ({
  DATA_DIR: join(folder, name),
  BACKUP_DIR: join(folder, 'backups'),
  BACKUP_KEY: 'a key for backups that is long enough',
});

function start(name: string): ShopProcess {
  const shop = runShop(environment(name));
  shops.push(shop);
  return shop;
}

interface Ended {
  code: number;
  lines: string[];
}

/** "npm run <script>" of a shop, without npm. */
function run(name: string, script: 'backup' | 'restore', ...words: string[]): Promise<Ended> {
  const [, , ...command] = packageJson.scripts[script].split(' ');
  return new Promise((resolve) => {
    const options = { cwd: ROOT, env: { PATH: process.env['PATH'], ...environment(name) } };
    execFile(process.execPath, [...command, ...words], options, (error, stdout, stderr) => {
      const lines = `${stdout}${stderr}`.split('\n').filter((line) => line !== '');
      resolve({ code: error ? Number(error.code) : 0, lines });
    });
  });
}

inLong(
  'a shop that is backed up while it runs is verified, restored to another folder, and started there',
  async () => {
    const shop = start('shop');
    const parts = await (await fetch(`${await shop.ready()}/api/parts?limit=60`)).json();
    expect(await run('shop', 'backup')).toEqual({
      code: 0,
      lines: [
        expect.stringMatching(
          /^Backup {5}.*\/backups\/\S+Z \([\d,]+ rows in \d+ tables, 0 pictures, [\d.]+ s\)$/,
        ),
      ],
    });
    expect(await shop.kill('SIGKILL')).toMatchObject({ signal: 'SIGKILL' });
    const name = (await readdir(join(folder, 'backups'))).find((each) => each.endsWith('Z')) ?? '';
    expect(await run('shop', 'backup', 'list')).toEqual({ code: 0, lines: [name] });
    expect(await run('shop', 'backup', 'verify')).toEqual({
      code: 0,
      lines: [expect.stringMatching(`^Verified   ${name} `)],
    });
    expect(await run('restored', 'restore', name)).toEqual({
      code: 0,
      lines: [expect.stringMatching(`^Restored   ${name} `)],
    });
    expect(await run('restored', 'restore', name)).toEqual({
      code: 1,
      lines: ['The database is not empty. Restore to an empty one, or to an empty DATA_DIR.'],
    });
    const restored = start('restored');
    expect(await (await fetch(`${await restored.ready()}/api/parts?limit=60`)).json()).toEqual(parts);
    // It has its admin already.
    expect(restored.lines.filter((line) => line.startsWith('Admin'))).toEqual([]);
  },
  240_000,
);

test('commands that are wrong print what is possible, and change nothing', async () => {
  for (const [script, ...words] of [
    ['backup', 'everything'],
    ['backup', 'verify', 'one', 'more'],
    ['restore'],
  ] as const) {
    const { code, lines } = await run('shop', script, ...words);
    expect(code).toBe(1);
    expect(lines[0]).toMatch(/^npm run /);
  }
  expect(await run('shop', 'backup', 'verify')).toEqual({ code: 1, lines: ['There is no backup.'] });
  expect((await run('shop', 'restore', 'yesterday')).lines).toEqual([
    expect.stringMatching(/^The backup yesterday in .* can't be read: ENOENT/),
  ]);
  expect(await readdir(folder)).toEqual([]);
});

/** Root's PostgreSQL may have its data here (docs/operating.md). Returns the data folders in `folder` that have some. */
async function findExternal(): Promise<string[]> {
  const names = await readdir('/var/lib/partyard/data').catch(() => []);
  const owners = await Promise.all(
    names.map((name) =>
      readFile(join('/var/lib/partyard/data', name, 'data-folder'), 'utf8').catch(() => ''),
    ),
  );
  return owners.filter((owner) => owner.startsWith(folder));
}

inLong('a verification leaves no copy and no database, also if it is stopped', async () => {
  await start('shop').ready();
  expect((await run('shop', 'backup')).code).toBe(0);
  const temporary = join(folder, 'temporary');
  await mkdir(temporary);
  const verify = () =>
    runShop(
      { ...environment('shop'), TMPDIR: temporary },
      { command: [process.execPath, 'server/backup/command.ts', 'verify'] },
    );
  expect(await verify().exited).toEqual({ code: 0, signal: null });
  expect([await readdir(temporary), await findExternal()]).toEqual([[], []]);

  const stopped = verify();
  const hasBegun = async () =>
    (await readdir(temporary, { recursive: true })).some((path) => path.endsWith('/postgres'));
  await expect.poll(hasBegun, { timeout: 20_000, interval: 10 }).toBe(true);
  expect(await stopped.kill('SIGTERM')).toEqual({ code: 1, signal: null });
  expect(stopped.lines).toEqual(['Stopped. The copy was removed.']);
  expect([await readdir(temporary), await findExternal()]).toEqual([[], []]);
});
