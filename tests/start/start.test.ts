import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { copyDataTo, createFolder } from '../support/data-folder.ts';
import { inLong } from '../support/in-long.ts';
import { runShop, type ShopProcess } from '../support/run-shop.ts';

let folder: string;
let shops: ShopProcess[];

beforeEach(async () => {
  folder = await createFolder('start');
  shops = [];
});

afterEach(async () => {
  await Promise.all(shops.map((shop) => shop.kill('SIGTERM')));
  // A killed shop leaves its database running; the next one takes it over and stops it.
  const [cluster] = await readdir(folder);
  if (cluster && (await readFile(join(folder, 'postgres/postmaster.pid')).catch(() => undefined))) {
    const last = runShop({ DATA_DIR: folder });
    await last.ready().catch(() => undefined);
    await last.kill('SIGTERM');
  }
  await rm(folder, { recursive: true, force: true });
});

function start(environment: Record<string, string> = {}): ShopProcess {
  const shop = runShop({ DATA_DIR: folder, ...environment });
  shops.push(shop);
  return shop;
}

const admin = (...words: string[]) => operate('admin', ...words);

async function operate(command: 'admin' | 'audit/command', ...words: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [`server/${command}.ts`, ...words], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: folder },
  });
  return stdout;
}

async function countParts(address: string): Promise<number> {
  const response = await fetch(`${address}/api/parts?limit=1`);
  return ((await response.json()) as { total: number }).total;
}

describe('with the embedded database', () => {
  test("the first start prints the admin's password once, and the next one keeps all data", async () => {
    const first = start();
    const address = await first.ready();
    expect(await countParts(address)).toBe(60);
    expect(first.lines.filter((line) => line.startsWith('Admin'))).toEqual([
      expect.stringMatching(/^Admin +admin@localhost\.test +password: \S{12} \(shown only once\)$/),
    ]);
    // While the shop runs, its operator changes the admins from another terminal.
    expect(await admin('list')).toBe('admin   admin@localhost.test\n');
    expect(await operate('audit/command', 'check')).toBe(
      'The audit trail is whole: 0 chained events in 0 chains.\n',
    );
    await expect(admin('add', 'nobody@example.com')).rejects.toThrow(
      'No account has the email nobody@example.com.',
    );
    expect(await first.kill('SIGTERM')).toEqual({ code: 0, signal: null });
    expect(await admin('remove', 'Admin@localhost.test')).toBe(
      'admin@localhost.test is no longer an admin.\n',
    );

    const second = start();
    expect(await countParts(await second.ready())).toBe(60);
    expect(second.lines.filter((line) => line.startsWith('Admin'))).toEqual([]);
  });

  test('after a kill, the next start takes over the database without data loss', async () => {
    await copyDataTo(folder);
    const killed = start();
    await killed.ready();
    const orphan = await readFile(join(folder, 'postgres/postmaster.pid'), 'utf8');
    await killed.kill('SIGKILL');

    const next = start();
    expect(await countParts(await next.ready())).toBe(60);
    expect((await readFile(join(folder, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]).toBe(
      orphan.split('\n')[0],
    );
    expect(await next.kill('SIGTERM')).toEqual({ code: 0, signal: null });
    await expect(readFile(join(folder, 'postgres/postmaster.pid'))).rejects.toThrow('ENOENT');
  });

  inLong('texts are UTF-8 in any locale, and the umask does not lock out other users', async () => {
    const previous = process.umask(0o077);
    const dataDir = join(folder, 'made-by-the-shop');
    const shop = start({ DATA_DIR: dataDir, DEMO: 'false', LANG: 'tlh_KL', LC_ALL: 'tlh_KL' });
    process.umask(previous);
    await shop.ready();

    const port = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[3];
    const password = await readFile(join(dataDir, 'postgres-password'), 'utf8');
    const client = new pg.Client({
      connectionString: `postgres://postgres:${password}@127.0.0.1:${port}/partyard`,
    });
    await client.connect();
    const { rows } = await client.query("select lower('ÄÖ') as lower, 'Größe' ilike '%GRÖ%' as found");
    expect(rows).toEqual([{ lower: 'äö', found: true }]);
    await client.end();
  });

  inLong(
    'a lock file with the PID of another program does not prevent the start, but a running shop does',
    async () => {
      await copyDataTo(folder);
      await writeFile(
        join(folder, 'postgres/postmaster.pid'),
        `${process.pid}\n${folder}\n0\n5432\n\n127.0.0.1\n`,
      );
      expect(await countParts(await start({ DEMO: 'false' }).ready())).toBe(0);
      const second = start();
      expect(await second.exited).toMatchObject({ code: 1 });
      expect(second.lines).toEqual([
        `Partyard can't start. Another shop already runs on ${folder}: stop it first, or set DATA_DIR to another folder.`,
      ]);
    },
  );

  inLong('a shop that was killed while it initialized the database starts again', async () => {
    const killed = start();
    const appeared = async () => (await readdir(folder)).some((name) => name.startsWith('postgres.new-'));
    await expect.poll(appeared, { interval: 2, timeout: 60_000 }).toBe(true);
    await killed.kill('SIGKILL');
    expect(await countParts(await start({ DEMO: 'false' }).ready())).toBe(0);
  });
});

describe('problems are reported in one line', () => {
  async function lastWords(environment: Record<string, string>): Promise<string[]> {
    const shop = start(environment);
    expect(await shop.exited).toMatchObject({ code: 1 });
    return shop.lines;
  }

  test("a data folder that can't be written", async () => {
    const file = join(folder, 'a-file');
    await writeFile(file, '');
    expect(await lastWords({ DATA_DIR: join(file, 'data') })).toEqual([
      expect.stringMatching(
        /^Partyard can't start\. The data folder .*a-file\/data can't be written \(ENOTDIR.*\): set DATA_DIR to another one\.$/,
      ),
    ]);
  });

  test.runIf(process.getuid?.() === 0)(
    "a data folder that the user who runs PostgreSQL can't enter",
    async () => {
      const secret = join(folder, 'secret');
      await mkdir(secret, { mode: 0o700 });
      expect(await lastWords({ DATA_DIR: join(secret, 'data') })).toEqual([
        expect.stringMatching(
          /^Partyard can't start\. User "postgres", who runs PostgreSQL for root, can't enter .*secret\/data: set DATA_DIR/,
        ),
      ]);
    },
  );

  test('a port in use', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as { port: number };
    expect(await lastWords({ PORT: String(port) })).toEqual([
      `Partyard can't start. Port ${port} is in use: stop what uses it, or set PORT to another one.`,
    ]);
    other.close();
  });

  test("a database server that can't be reached", async () => {
    const [line] = await lastWords({ DATABASE_URL: 'postgres://u:p@127.0.0.1:1/shop' });
    expect(line).toMatch(
      /^Partyard can't start\. The PostgreSQL server at 127\.0\.0\.1:1 can't be reached: .*ECONNREFUSED/,
    );
  });

  test('an invalid variable', async () => {
    expect(await lastWords({ PORT: 'many' })).toEqual(["Partyard can't start. PORT must be a whole number."]);
  });
});
