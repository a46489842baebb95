import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { partTopic } from '#core/live/live.ts';
import { readProcessorTime } from '../support/processor-time.ts';
import { databaseUrl } from '../support/database-server.ts';
import { isLong } from '../support/is-long.ts';
import { openLive } from '../support/live.ts';
import { addParts } from '../support/parts.ts';
import { type ReplicatedServer, startReplicatedServer } from '../support/replicated-server.ts';
import { runShop, type ShopProcess } from '../support/run-shop.ts';
import { TEST_SECRET } from '../support/test-database.ts';

const ROUNDS = 4;
const ADMIN = { email: 'admin@localhost.test', password: 'a password for Ada' };

describe.runIf(isLong)('public reads from a replica', () => {
  let server: ReplicatedServer;
  let url: string;
  let owner: pg.Client;
  let shops: ShopProcess[];
  /** Two shops on different machines. The first one keeps pages. */
  let keeping: string;
  let rendering: string;
  let relay: Awaited<ReturnType<typeof startRelay>>;
  let admin: string;
  let id: string;
  let price = 100;

  beforeAll(async () => {
    server = await startReplicatedServer();
    const main = new pg.Client({ connectionString: server.url });
    await main.connect();
    await main.query('create database shop');
    await main.end();
    url = databaseUrl(server.url, 'shop');
    owner = new pg.Client({ connectionString: url });
    await owner.connect();
    relay = await startRelay(Number(new URL(url).port));
    // They start before the replica exists.
    const first = runShop({ ...environment(), LOG_LEVEL: 'info' });
    keeping = await first.ready();
    const second = runShop({ ...environment(), PAGE_CACHE_MB: '0', DATABASE_URL: relay.through(url) });
    shops = [first, second];
    rendering = await second.ready();
    await server.createReplica();
    [id = ''] = await addParts(owner, [{ part_name: 'Zebra Horn', price }]);
    admin = await signIn(keeping);
  });
  afterAll(async () => {
    relay?.close();
    await Promise.all((shops ?? []).map((shop) => shop.kill('SIGTERM')));
    await owner?.end();
    await server?.[Symbol.asyncDispose]();
  });

  const environment = () => ({
    DATABASE_URL: url,
    DATABASE_READ_URL: databaseUrl(server.replicaUrl, 'shop'),
    AUTH_SECRET: TEST_SECRET,
    ADMIN_PASSWORD: ADMIN.password,
    DEMO: 'true',
    DEMO_PARTS: '2000',
  });

  const eventually = (look: () => unknown) => expect.poll(look, { interval: 10, timeout: 20_000 });

  async function signIn(site: string): Promise<string> {
    const response = await fetch(`${site}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { Origin: site, 'Content-Type': 'application/json' },
      body: JSON.stringify(ADMIN),
    });
    expect(response.status).toBe(200);
    return response.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; ');
  }

  async function readPrice(site: string): Promise<number> {
    const response = await fetch(`${site}/api/parts/${id}`);
    expect(response.status).toBe(200);
    return ((await response.json()) as { price: number }).price;
  }

  /** As an admin. */
  async function savePrice(site: string, changed: number): Promise<Response> {
    const headers = { Origin: site, Cookie: admin };
    const opened = await fetch(`${site}/admin/part/${id}`, { headers });
    if (opened.status !== 200) return opened;
    const { part } = (await opened.json()) as { part: Record<string, unknown> };
    const form = new FormData();
    for (const [name, value] of Object.entries(part)) form.set(name, String(value ?? ''));
    form.set('intent', 'save');
    form.set('price', String(changed));
    form.set('seen', JSON.stringify(part));
    return fetch(`${site}/admin/part/${id}`, { method: 'POST', headers, body: form });
  }

  /** At the first shop. */
  async function changePrice(): Promise<void> {
    price += 1;
    const response = await savePrice(keeping, price);
    expect(await response.json()).toMatchObject({ done: true });
  }

  /** Without notifications: only a read of the primary shows it. */
  async function changePriceSilently(): Promise<number> {
    price += 1;
    await owner.query('begin');
    await owner.query('set local session_replication_role = replica');
    await owner.query('update parts_catalog set price = $1 where id = $2', [price, id]);
    await owner.query('commit');
    return price;
  }

  /** Resolves when the second shop reads from the replica. */
  async function readsReplica(): Promise<void> {
    await server.caughtUp();
    await eventually(async () => {
      await server.pause();
      const before = price;
      const primary = await changePriceSilently();
      const read = await readPrice(rendering);
      await server.resume();
      await server.caughtUp();
      return { read, isOld: read === before && read !== primary };
    }).toMatchObject({ isOld: true });
    // The first shop has no news of the silent change.
    await owner.query("notify catalog_changed, ''");
    await eventually(() => readPrice(keeping)).toBe(price);
    await server.caughtUp();
  }

  test('public reads come from the replica', readsReplica);

  test('an admin sees a change at once, here and at another machine, while the replica is behind', async () => {
    await readsReplica();
    await server.pause();
    await changePrice();
    expect(await readPrice(rendering)).toBe(price);
    for (let round = 0; round < 5; round += 1) expect(await readPrice(keeping)).toBe(price);
    await server.resume();
    await readsReplica();
  });

  test('no page is kept from before the news, whatever the replica has', async () => {
    const stopped = new AbortController();
    /** Pages are rendered all the time. */
    const visit = async () => {
      for (let visits = 0; !stopped.signal.aborted; visits += 1)
        await (await fetch(`${keeping}/junkyard?q=zebra&min_price=${visits % 7}`)).text();
    };
    const visitors = [visit(), visit(), visit()];
    const findPrices = async () => {
      const pages = await Promise.all(
        Array.from({ length: 7 }, async (_, least) =>
          (await fetch(`${keeping}/junkyard?q=zebra&min_price=${least}`)).text(),
        ),
      );
      return new Set(pages.map((page) => page.match(/\$(\d+)\.00/)?.[1]));
    };
    for (let round = 0; round < 8; round += 1) {
      if (round % 2 === 0) await server.pause();
      await changePrice();
      expect(await findPrices()).toEqual(new Set([String(price)]));
      await server.resume();
      await server.caughtUp();
      expect(await findPrices()).toEqual(new Set([String(price)]));
    }
    stopped.abort();
    await Promise.all(visitors);
  });

  test('live news have the newest state while the replica is behind', async () => {
    await server.pause();
    using live = await openLive(rendering, [partTopic(id)]);
    await live.next();
    price += 1;
    await owner.query('update parts_catalog set price = $1 where id = $2', [price, id]);
    await live.next(({ parts }) => parts?.[id]?.priceCents === price * 100);
    await server.resume();
  });

  test('without the replica, the primary answers, and the replica is used again when it is back', async () => {
    await readsReplica();
    await server.stopReplica();
    for (let round = 0; round < 20; round += 1) {
      expect(await readPrice(rendering)).toBe(price);
      await changePrice();
      expect(await readPrice(keeping)).toBe(price);
    }
    await server.startReplica();
    await readsReplica();
  });

  test('while the primary cannot be reached, the replica answers', async () => {
    await readsReplica();
    relay.refuse();
    for (let round = 0; round < 20; round += 1) expect(await readPrice(rendering)).toBe(price);
    relay.leadTo(Number(new URL(url).port));
    await eventually(async () => (await fetch(`${rendering}/health`)).status).toBe(200);
  });

  test('after its address has led to a replica for a moment, the shop writes again', async () => {
    await readsReplica();
    relay.leadTo(Number(new URL(server.replicaUrl).port));
    const save = async () => (await savePrice(rendering, price + 1)).status;
    await eventually(async () => {
      const status = await save();
      return { status, isReplica: shops[1]?.lines.some((line) => line.includes('read-only transaction')) };
    }).toEqual({ status: 503, isReplica: true });
    // Its connections to the replica stay open.
    relay.leadTo(Number(new URL(url).port), { keepsConnections: true });
    await expect.poll(save, { interval: 100, timeout: 5_000 }).toBe(200);
    price += 1;
    await eventually(() => readPrice(keeping)).toBe(price);
  });

  test('most processor time of reads leaves the primary', { timeout: 180_000 }, async () => {
    await readsReplica();
    const alone = runShop({ ...environment(), DATABASE_READ_URL: '', PAGE_CACHE_MB: '0' });
    try {
      const sites = { 'without DATABASE_READ_URL': await alone.ready(), 'with it': rendering };
      const spent = { 'without DATABASE_READ_URL': 0, 'with it': 0 };
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const name of ['without DATABASE_READ_URL', 'with it'] as const) {
          await browse(sites[name], round);
          const before = await readPrimaryTime();
          await browse(sites[name], round);
          const after = await readPrimaryTime();
          for (const [pid, time] of after) spent[name] += time - (before.get(pid) ?? 0);
        }
      }
      const share = 1 - spent['with it'] / spent['without DATABASE_READ_URL'];
      console.log({ 'processor time of the primary, ms': spent, 'share that leaves it': share.toFixed(2) });
      expect(share).toBeGreaterThan(0.5);
    } finally {
      await alone.kill('SIGTERM');
    }
  });

  /** 120 requests of visitors, and two changes of an admin. */
  async function browse(site: string, round: number): Promise<void> {
    const paths = [
      '/',
      '/junkyard?q=brake',
      '/junkyard?q=door',
      '/api/parts?q=civic',
      '/api/parts/facets?q=brake',
      `/api/parts/${id}`,
    ];
    for (let batch = 0; batch < 20; batch += 1) {
      if (batch % 10 === 0) await changePrice();
      await Promise.all(
        paths.map(async (path) => {
          const response = await fetch(
            `${site}${path}${path.includes('?') ? `&min_price=${round + batch}` : ''}`,
          );
          expect(response.status).toBe(200);
          await response.arrayBuffer();
        }),
      );
    }
  }

  /** Of all processes of the primary, by number, in milliseconds. */
  async function readPrimaryTime(): Promise<Map<number, number>> {
    const { rows } = await owner.query<{ pid: number }>('select pid from pg_stat_activity');
    return new Map(rows.map(({ pid }) => [pid, readProcessorTime(pid)]));
  }

  test(
    'a replica that is a minute behind is not used, and the log says so once',
    { timeout: 90_000 },
    async () => {
      await server.stopReplica();
      await server.startReplica(['-c recovery_min_apply_delay=1min']);
      const reports = () =>
        shops[0]?.lines.filter((line) => line.includes('Public reads go to the primary')) ?? [];
      const before = reports().length;
      await changePrice();
      for (const end = Date.now() + 12_000; Date.now() < end;) {
        await (await fetch(`${keeping}/junkyard?q=zebra&max_price=${1_000 + (Date.now() % 1_000)}`)).text();
        expect(await readPrice(rendering)).toBe(price);
      }
      expect(reports().length - before).toBe(1);
      expect(reports().at(-1)).toContain('the replica is behind');
      const alerts = async () =>
        (await owner.query("select kind from alerts where settled_at is null and kind = 'replicas-not-used'"))
          .rows.length;
      await eventually(alerts).toBe(1);
      await server.stopReplica();
      await server.startReplica();
      await readsReplica();
      await eventually(alerts).toBe(0);
    },
  );
});

/** A TCP proxy before a server. */
async function startRelay(first: number) {
  let target: number | undefined = first;
  const sockets = new Set<Socket>();
  const breakAll = () => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  const relayed = createServer((client) => {
    if (target === undefined) return client.resetAndDestroy();
    const database = connect(target, '127.0.0.1');
    for (const [one, other] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  relayed.listen(0, '127.0.0.1');
  await once(relayed, 'listening');
  const { port } = relayed.address() as AddressInfo;
  return {
    through(databaseAddress: string): string {
      const address = new URL(databaseAddress);
      address.port = String(port);
      return address.href;
    },
    refuse() {
      target = undefined;
      breakAll();
    },
    leadTo(next: number, { keepsConnections = false } = {}) {
      target = next;
      if (!keepsConnections) breakAll();
    },
    close() {
      relayed.close();
      breakAll();
    },
  };
}
