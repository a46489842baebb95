import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { copyProject } from '../support/copied-project.ts';
import { type RunOptions, runShop, type ShopProcess } from '../support/run-shop.ts';

let folder: string;
let shops: ShopProcess[];
let groups: ShopProcess[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'partyard-signals-'));
  await chmod(folder, 0o755);
  shops = [];
  groups = [];
});

afterEach(async () => {
  // With all that npm has started.
  for (const { pid } of groups) endGroup(pid);
  await Promise.all(shops.map((shop) => shop.kill('SIGKILL')));
  // What a killed shop has left running is taken over and stopped.
  if (await databaseOf()) {
    const last = runShop({ DATA_DIR: folder });
    await last.ready().catch(() => undefined);
    await last.kill('SIGTERM');
  }
  await rm(folder, { recursive: true, force: true });
});

function start(environment: Record<string, string> = {}, options: RunOptions = {}): ShopProcess {
  const shop = runShop({ DATA_DIR: folder, ...environment }, options);
  shops.push(shop);
  if (options.command) groups.push(shop);
  return shop;
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // All have ended.
  }
}

/** The port of the database that runs, if one does. */
async function databaseOf(): Promise<string | undefined> {
  const file = await readFile(join(folder, 'postgres/postmaster.pid'), 'utf8').catch(() => '');
  return file.split('\n')[3];
}

async function connect(): Promise<pg.Client> {
  const port = await databaseOf();
  const password = await readFile(join(folder, 'postgres-password'), 'utf8');
  const client = new pg.Client({
    connectionString: `postgres://postgres:${password}@127.0.0.1:${port}/partyard`,
  });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

async function isAnswering(address: string): Promise<boolean> {
  return fetch(`${address}/about`).then(
    () => true,
    () => false,
  );
}

describe('npm passes a signal on to the shop, and ends after it', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)('%s to npm start', async (signal) => {
    const shop = start({}, { command: ['npm', 'start'] });
    const address = await shop.ready();
    expect(await shop.kill(signal)).toEqual({ code: 0, signal: null });
    expect(shop.lines).toContain('Stopping ...');
    expect(await isAnswering(address)).toBe(false);
    expect(await databaseOf()).toBeUndefined();
  });

  test('SIGTERM to npm run dev', async () => {
    const shop = start({}, { command: ['npm', 'run', 'dev'] });
    const address = await shop.ready();
    expect(await shop.kill('SIGTERM')).toEqual({ code: 0, signal: null });
    expect(await isAnswering(address)).toBe(false);
    expect(await databaseOf()).toBeUndefined();
  });

  test('Ctrl+C, which the terminal sends to npm and to the shop', async () => {
    const shop = start({}, { command: ['npm', 'start'] });
    await shop.ready();
    process.kill(-shop.pid, 'SIGINT');
    expect(await shop.exited).toEqual({ code: 0, signal: null });
    expect(await databaseOf()).toBeUndefined();
  });
});

describe('a signal while the shop starts ends it within ten seconds, and the next start is whole', () => {
  async function stopsInTime(shop: ShopProcess): Promise<void> {
    const asked = performance.now();
    expect(await shop.kill('SIGTERM')).toEqual({ code: 0, signal: null });
    expect(performance.now() - asked).toBeLessThan(10_000);
    expect(shop.lines.at(-1)).toBe('Stopping ...');
    expect(await databaseOf()).toBeUndefined();
  }

  async function nextStartHas(parts: number): Promise<void> {
    const next = start({ DEMO_PARTS: '60' });
    const answer = await fetch(`${await next.ready()}/api/parts?limit=1`);
    expect(await answer.json()).toMatchObject({ total: parts });
    expect(await next.kill('SIGTERM')).toEqual({ code: 0, signal: null });
  }

  test('in the middle of loading the demo shop', async () => {
    const shop = start({ DEMO_PARTS: '2000000' });
    await shop.line(/^Loading the demo parts/);
    await stopsInTime(shop);
    await nextStartHas(60);
  });

  test('in the middle of a build', async () => {
    const project = await copyProject(join(folder, 'project'));
    const inProject: RunOptions = { cwd: project, command: ['npm', 'start'] };
    const shop = start({}, inProject);
    await shop.line(/^Building the shop/);
    const isBuilding = async () => (await readdir(join(project, 'build')).catch(() => [])).length;
    await expect.poll(isBuilding, { interval: 20, timeout: 20_000 }).toBe(1);
    await stopsInTime(shop);
    expect(await isBuilding()).toBe(0);

    const next = start({}, inProject);
    expect((await fetch(await next.ready())).status).toBe(200);
    expect(await next.kill('SIGTERM')).toEqual({ code: 0, signal: null });
  }, 60_000);
});
