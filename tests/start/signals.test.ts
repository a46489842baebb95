import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { inLong } from '../support/in-long.ts';
import { isLong } from '../support/is-long.ts';
import { copyProject } from '../support/copied-project.ts';
import { createDataFolder } from '../support/data-folder.ts';
import { connectAsOwner, runningDatabase } from '../support/embedded.ts';
import { type RunOptions, runShop, type ShopProcess } from '../support/run-shop.ts';

let folder: string;
let shops: ShopProcess[];
let groups: ShopProcess[];

beforeEach(async () => {
  folder = await createDataFolder('signals');
  shops = [];
  groups = [];
});

afterEach(async () => {
  // Includes all processes that npm started.
  for (const { pid } of groups) endGroup(pid);
  await Promise.all(shops.map((shop) => shop.kill('SIGKILL')));
  // Takes over and stops what a killed shop left running.
  if (await runningDatabase(folder)) {
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

async function isAnswering(address: string): Promise<boolean> {
  return fetch(`${address}/about`).then(
    () => true,
    () => false,
  );
}

describe('npm forwards a signal to the shop, and ends after it', () => {
  test.each(isLong ? (['SIGTERM', 'SIGINT'] as const) : (['SIGTERM'] as const))(
    '%s to npm start',
    async (signal) => {
      const shop = start({ DEMO: 'false' }, { command: ['npm', 'start'] });
      const address = await shop.ready();
      expect(await shop.kill(signal)).toEqual({ code: 0, signal: null });
      expect(shop.lines).toContain('Stopping ...');
      expect(await isAnswering(address)).toBe(false);
      expect(await runningDatabase(folder)).toBeUndefined();
    },
  );

  inLong('SIGTERM to npm run dev', async () => {
    const shop = start({ DEMO: 'false' }, { command: ['npm', 'run', 'dev'] });
    const address = await shop.ready();
    expect(await shop.kill('SIGTERM')).toEqual({ code: 0, signal: null });
    expect(await isAnswering(address)).toBe(false);
    expect(await runningDatabase(folder)).toBeUndefined();
  });

  test('Ctrl+C, which the terminal sends to npm and to the shop', async () => {
    const shop = start({ DEMO: 'false' }, { command: ['npm', 'start'] });
    await shop.ready();
    process.kill(-shop.pid, 'SIGINT');
    expect(await shop.exited).toEqual({ code: 0, signal: null });
    expect(await runningDatabase(folder)).toBeUndefined();
  });
});

test('open requests get a response after a signal, and then the database ends', async () => {
  const shop = start({ DEMO: 'false' });
  const address = await shop.ready();
  const owner = await connectAsOwner(folder);
  await owner.query('begin');
  await owner.query('lock table contact_messages in share mode');
  const sent = fetch(`${address}/functions/v1/send-contact-email`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      name: 'Dana',
      email: 'dana@example.com',
      subject: 'Hello',
      message: 'Is anybody there?',
    }),
  });
  const waiting = async () => {
    await owner.query('select pg_stat_clear_snapshot()');
    const { rows } = await owner.query("select from pg_stat_activity where wait_event_type = 'Lock'");
    return rows.length;
  };
  await expect.poll(waiting, { interval: 20, timeout: 10_000 }).toBe(1);
  const ended = shop.kill('SIGTERM');
  await shop.line(/^Stopping/);
  // It accepts no new requests by now.
  await expect.poll(() => isAnswering(address), { interval: 20 }).toBe(false);
  await owner.query('rollback');
  await owner.end();
  expect((await sent).status).toBe(200);
  expect(await ended).toEqual({ code: 0, signal: null });
  expect(await runningDatabase(folder)).toBeUndefined();
});

describe('a signal while the shop starts ends it within ten seconds, and the next start is complete', () => {
  async function stopsInTime(shop: ShopProcess): Promise<void> {
    const asked = performance.now();
    expect(await shop.kill('SIGTERM')).toEqual({ code: 0, signal: null });
    expect(performance.now() - asked).toBeLessThan(10_000);
    expect(shop.lines).toContain('Stopping ...');
    expect(await runningDatabase(folder)).toBeUndefined();
  }

  async function nextStartHas(parts: number): Promise<void> {
    const next = start({ DEMO_PARTS: '60' });
    const answer = await fetch(`${await next.ready()}/api/parts?limit=1`);
    expect(await answer.json()).toMatchObject({ total: parts });
    expect(await next.kill('SIGTERM')).toEqual({ code: 0, signal: null });
  }

  inLong('while loading the demo shop', async () => {
    const shop = start({ DEMO_PARTS: '2000000' });
    await shop.line(/^Loading the demo parts/);
    await stopsInTime(shop);
    await nextStartHas(60);
  });

  inLong('during a build', async () => {
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
  });
});

inLong(
  'with STOP_DELAY, the shop serves on for a while after a signal, and tells the proxy that it stops',
  async () => {
    const shop = start({ DEMO: 'false', STOP_DELAY: '3' });
    const address = await shop.ready();
    const ask = async (path: string) => {
      const answer = await fetch(address + path);
      return { code: answer.status, ...((await answer.json()) as object) };
    };
    expect(await ask('/health')).toEqual({ code: 200, status: 'ok' });
    const ended = shop.kill('SIGTERM');
    await shop.line(/^Stopping/);
    expect(await ask('/health')).toMatchObject({ code: 503, stopping: true });
    expect(await ask('/ready')).toMatchObject({ code: 503, serving: false });
    expect((await fetch(`${address}/api/parts`)).status).toBe(200);
    expect(await ended).toEqual({ code: 0, signal: null });
    expect(await isAnswering(address)).toBe(false);
  },
);
