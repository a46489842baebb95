import { rm } from 'node:fs/promises';
import { afterEach, beforeEach, expect } from 'vitest';
import { postgresProcesses } from '#server/database/processes.ts';
import { createDataFolder } from '../support/data-folder.ts';
import { connectAsOwner, runningDatabase } from '../support/embedded.ts';
import { addParts } from '../support/parts.ts';
import { inLong } from '../support/in-long.ts';
import { runShop, type ShopProcess } from '../support/run-shop.ts';

/** Those of the first requests: a statement and its client's patience. Others wait five seconds for a connection. */
const MAX_MS = 20_000;

let folder: string;
let shop: ShopProcess;
let address: string;
let paused: number[];

beforeEach(async () => {
  paused = [];
  folder = await createDataFolder('paused-database');
  shop = runShop({ DATA_DIR: folder, DEMO: 'false', LOG_LEVEL: 'silent', PAGE_CACHE_MB: '0' });
  address = await shop.ready();
});
afterEach(async () => {
  resume();
  await shop.kill('SIGTERM');
  await rm(folder, { recursive: true, force: true });
});

/** Suspends the server with all its connections, as a hanging disk or a suspended machine does. */
async function pause(): Promise<void> {
  const owner = await connectAsOwner(folder);
  const { rows } = await owner.query('show cluster_name');
  await owner.end();
  const { pid = 0 } = (await runningDatabase(folder)) ?? {};
  const all = (await postgresProcesses()) ?? [];
  paused = [
    pid,
    ...all.filter(({ title }) => title.includes(`: ${rows[0].cluster_name}: `)).map((each) => each.pid),
  ];
  for (const each of paused) process.kill(each, 'SIGSTOP');
}

function resume(): void {
  for (const each of paused.splice(0)) {
    try {
      process.kill(each, 'SIGCONT');
    } catch {
      // It has ended.
    }
  }
}

const ask = {
  list: () => fetch(`${address}/api/parts`),
  page: () => fetch(`${address}/junkyard`),
  contact: () =>
    fetch(`${address}/functions/v1/send-contact-email`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: 'Dana', email: 'dana@example.com', subject: 'Hi', message: 'Anybody?' }),
    }),
};

inLong(
  'while the database server is suspended, each request gets 503 in bounded time, and afterward all is well',
  async () => {
    const owner = await connectAsOwner(folder);
    await addParts(owner, [{}]);
    await owner.end();
    for (const send of Object.values(ask)) expect((await send()).status).toBe(200);

    await pause();
    const asked = performance.now();
    const answers = await Promise.all(
      Object.values(ask).flatMap((send) =>
        Array.from({ length: 8 }, async () => {
          const { status, headers } = await send();
          return [status, headers.has('Retry-After'), performance.now() - asked < MAX_MS];
        }),
      ),
    );
    expect((await fetch(`${address}/health`)).status).toBe(503);
    resume();
    expect(answers).toEqual(answers.map(() => [503, true, true]));

    for (const send of Object.values(ask))
      await expect.poll(async () => (await send()).status, { interval: 100, timeout: 15_000 }).toBe(200);
    const after = await connectAsOwner(folder);
    const { rows } = await after.query('select count(*)::int as messages from contact_messages');
    await after.end();
    // What was answered with 503 was not stored later.
    expect(rows).toEqual([{ messages: 2 }]);
  },
);
