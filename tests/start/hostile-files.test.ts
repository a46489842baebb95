import { readFile, rm } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { afterAll, beforeAll, expect } from 'vitest';
import { importLimits } from '#core/imports/files/import-limits.ts';
import type { StartedImport } from '#core/imports/files/start-part-import.server.ts';
import { createDataFolder } from '../support/data-folder.ts';
import { connectAsOwner } from '../support/embedded.ts';
import { hostileWorkbooks } from '../support/hostile-files.ts';
import { readOutcome } from '../support/read-outcome.ts';
import { inLong } from '../support/in-long.ts';
import { runShop, type ShopProcess } from '../support/run-shop.ts';

const ADMIN = { email: 'ada@example.com', password: 'the password of Ada' };

let folder: string;
let shop: ShopProcess;
let address: string;
let cookie: string;
let owner: pg.Client;

beforeAll(async () => {
  folder = await createDataFolder('hostile-files');
  shop = runShop({
    DATA_DIR: folder,
    DEMO: 'false',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    NODE_OPTIONS: '--max-old-space-size=512',
  });
  address = await shop.ready();
  owner = await connectAsOwner(folder);
  const signedIn = await fetch(`${address}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: address },
    body: JSON.stringify(ADMIN),
  });
  expect(signedIn.status).toBe(200);
  cookie = signedIn.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
});

afterAll(async () => {
  await owner.end();
  await shop.kill('SIGTERM');
  await rm(folder, { recursive: true, force: true });
});

async function send(path: string, body: FormData | Uint8Array<ArrayBuffer>) {
  const response = await fetch(`${address}${path}`, {
    method: 'POST',
    body,
    headers: {
      cookie,
      Origin: address,
      // A file is made between two requests, which can take longer than the server waits.
      Connection: 'close',
      ...(body instanceof Uint8Array && { 'Content-Type': 'application/octet-stream' }),
    },
  });
  return readOutcome<StartedImport>(response);
}

function form(fields: Record<string, string>): FormData {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  return body;
}

async function upload(content: Buffer) {
  const { id = '' } = await send(
    '/admin/import.data',
    form({ intent: 'start', name: 'parts.xlsx', bytes: String(content.length), supplier: 'Acme' }),
  );
  const { pieceBytes } = importLimits;
  for (let place = 0; place * pieceBytes < content.length; place += 1) {
    const piece = content.subarray(place * pieceBytes, (place + 1) * pieceBytes);
    expect(await send(`/admin/part-import/${id}/pieces/${place}`, new Uint8Array(piece))).toMatchObject({
      done: true,
    });
  }
  return { id, ...(await send('/admin/import.data', form({ intent: 'read', id }))) };
}

/** Waits until an import has failed. */
async function endOf(id: string): Promise<string> {
  const find = async () => (await owner.query('select error from part_changes where id = $1', [id])).rows[0];
  await expect.poll(find, { interval: 50, timeout: 60_000 }).toMatchObject({ error: expect.any(String) });
  return (await find()).error;
}

const READER = /\/read-(?:pictures|part-files)\.js/;

/** Resident memory in MB, as Linux measures it. */
async function measure(): Promise<{ shop: number; readers: number }> {
  const children = await readFile(`/proc/${shop.pid}/task/${shop.pid}/children`, 'latin1');
  let readers = 0;
  for (const pid of children.split(' ').filter(Boolean)) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'latin1').catch(() => '');
    if (READER.test(command)) readers += await residentOf(pid);
  }
  return { shop: await residentOf(shop.pid), readers };
}

async function residentOf(pid: number | string): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'latin1').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024;
}

/** The most that the shop and its readers have while `work` runs. */
async function measureMost<T>(work: () => Promise<T>) {
  const most = { shop: 0, readers: 0 };
  const ended = new AbortController();
  const watching = (async () => {
    while (!ended.signal.aborted) {
      const now = await measure();
      most.shop = Math.max(most.shop, now.shop);
      most.readers = Math.max(most.readers, now.readers);
      await wait(25);
    }
  })();
  const result = await work().finally(() => ended.abort());
  await watching;
  return { result, most };
}

// Each takes half a minute.
inLong.each(hostileWorkbooks)('%s: the import fails, and the shop goes on', async (_name, make, message) => {
  const content = make();
  const { result, most } = await measureMost(async () => {
    const { id, done, message: refused } = await upload(content);
    return done ? endOf(id) : refused;
  });
  expect(result).toMatch(message);
  expect(most.shop).toBeLessThan(400);
  expect(most.readers).toBeGreaterThan(0);
  expect(most.readers).toBeLessThan(400);
  expect((await fetch(`${address}/health`)).status).toBe(200);
});
