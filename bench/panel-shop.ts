import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { randomAddress } from '../tests/support/random-address.ts';
import { addAdmin, signIn } from './admin.ts';
import { BENCH_SECRET, type Catalog } from './catalogs.ts';
import { readProcessorTime } from './database-time.ts';
import { percentile } from './measure.ts';
import { runWatchedShop } from './watched-shop.ts';

/** Requests of shoppers each second: lists, searches and parts in turn, sent at fixed times whatever the answers take. */
const SHOPPERS_PER_SECOND = 5;

export interface PanelShop extends AsyncDisposable {
  owner: pg.Client;
  /** As an admin. Returns the JSON of the answer. */
  send(path: string, fields: Record<string, string>): Promise<Record<string, unknown>>;
  get(path: string): Promise<void>;
  request(path: string, init: RequestInit): Promise<Response>;
  /** The p99 of shoppers in milliseconds, for some seconds. */
  watchShoppers(seconds: number): Promise<number>;
  /** Waits until `isDone`, for some minutes at most. `atRest` in megabytes. */
  watchWork(isDone: () => Promise<boolean>, options: { minutes: number; atRest: number }): Promise<Work>;
  /** In megabytes. */
  memoryAtRest(): Promise<number>;
}

export interface Work {
  isDone: boolean;
  seconds: number;
  /** Processor time of the shop and of the database, in seconds. */
  shopTime: number;
  databaseTime: number;
  /** More than at rest, in megabytes. */
  memory: number;
  /** The longest turn of the event loop, as CPU time in milliseconds. */
  longestTurn: number;
  /** Of shoppers meanwhile, in milliseconds. */
  p99: number;
}

/** A shop in a process of its own, with a signed-in admin and shoppers. */
export async function openPanelShop({ url }: Catalog): Promise<PanelShop> {
  await addAdmin(url);
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  const shop = await runWatchedShop({ DATABASE_URL: url, AUTH_SECRET: BENCH_SECRET, TRUST_PROXY: 'true' });
  const headers = {
    Cookie: await signIn(shop.address),
    Origin: shop.address,
    'X-Forwarded-For': randomAddress(),
  };
  const { rows } = await owner.query<{ id: string }>(
    'select id from parts_catalog where id > gen_random_uuid() order by id limit 200',
  );
  const paths = rows.flatMap(({ id }, index) => [
    `/api/parts?make=Honda&limit=${10 + (index % 20)}`,
    `/api/parts?q=brake+${index % 50}&limit=24`,
    `/api/parts/${id}`,
  ]);

  async function request(path: string, init: RequestInit): Promise<Response> {
    const response = await fetch(`${shop.address}${path}`, {
      ...init,
      headers: { ...headers, ...(init.headers as Record<string, string>) },
    });
    if (!response.ok) throw new Error(`${path} was answered ${response.status} ${await response.text()}`);
    return response;
  }

  /** Returns the times of requests until `signal` aborts, in milliseconds. */
  async function sendShoppers(signal: AbortSignal): Promise<number[]> {
    const times: number[] = [];
    const sent: Promise<void>[] = [];
    for (let turn = 0; !signal.aborted; turn += 1) {
      const sentAt = performance.now();
      sent.push(
        fetch(`${shop.address}${paths[turn % paths.length]}`, {
          headers: { 'X-Forwarded-For': randomAddress() },
        })
          .then((response) => response.arrayBuffer())
          .then(() => void times.push(performance.now() - sentAt)),
      );
      await wait(1_000 / SHOPPERS_PER_SECOND);
    }
    await Promise.all(sent);
    return times.toSorted((one, other) => one - other);
  }

  async function readDatabaseTime(): Promise<Map<number, number>> {
    const { rows: backends } = await owner.query<{ pid: number }>(
      'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    return new Map(backends.map(({ pid }) => [pid, readProcessorTime(pid)]));
  }

  return {
    owner,
    request,
    async send(path, fields) {
      const response = await request(path, { method: 'POST', body: new URLSearchParams(fields) });
      return (await response.json()) as Record<string, unknown>;
    },
    async get(path) {
      await (await request(path, {})).arrayBuffer();
    },
    async watchShoppers(seconds) {
      return percentile(await sendShoppers(AbortSignal.timeout(Math.ceil(seconds * 1_000))), 0.99);
    },
    async watchWork(isDone, { minutes, atRest }) {
      const { length } = shop.readSeconds();
      const over = new AbortController();
      const shoppers = sendShoppers(over.signal);
      const before = await readDatabaseTime();
      const startedAt = performance.now();
      let done = false;
      while (!done && performance.now() - startedAt < minutes * 60_000) {
        await wait(200);
        done = await isDone();
      }
      const seconds = (performance.now() - startedAt) / 1_000;
      const after = await readDatabaseTime();
      over.abort();
      const watched = shop.readSeconds().slice(length);
      const spent = [...after].map(([pid, time]) => time - (before.get(pid) ?? 0));
      return {
        isDone: done,
        seconds,
        shopTime: watched.reduce((sum, { cpu }) => sum + cpu, 0) / 1_000,
        databaseTime: spent.reduce((sum, time) => sum + time, 0) / 1_000,
        memory: Math.max(0, ...watched.map(({ memory }) => memory / 1024 / 1024 - atRest)),
        longestTurn: Math.max(0, ...watched.map(({ most }) => most)),
        p99: percentile(await shoppers, 0.99),
      };
    },
    memoryAtRest: async () => (await shop.watch(2)).megabytes,
    async [Symbol.asyncDispose]() {
      await shop[Symbol.asyncDispose]();
      await owner.end();
    },
  };
}

export function describeWork(stage: string, progress: string, work: Work): Record<string, string | number> {
  return {
    stage: work.isDone ? stage : `${stage}, stopped`,
    done: progress,
    seconds: work.seconds,
    'shop, s of CPU': work.shopTime,
    'database, s of CPU': work.databaseTime,
    'more memory, MB': work.memory,
    'p99 of shoppers, ms': work.p99,
  };
}
