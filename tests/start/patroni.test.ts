import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { signTestDelivery } from '#server/payments/test-payments.ts';
import { BUYER } from '../support/buyer.ts';
import { databaseUrl } from '../support/database-server.ts';
import { isLong } from '../support/is-long.ts';
import { addParts } from '../support/parts.ts';
import { hasPatroni, startPatroniCluster } from '../support/patroni-cluster.ts';
import { randomAddress } from '../support/random-address.ts';
import { runShop } from '../support/run-shop.ts';
import { TEST_SECRET } from '../support/test-database.ts';

/** 50 purchases a minute. */
const PURCHASE_INTERVAL_MS = 1_200;
const BEFORE_MS = 15_000;
const AFTER_MS = 60_000;
const MAX_OUTAGE_MS = 30_000;

const FIRST_PORT = Number(process.env.TEST_CLUSTER_PORT ?? 24_820);

interface Answer {
  at: number;
  took: number;
  ok: boolean;
}

describe.runIf(isLong && hasPatroni)(
  'Patroni (needs the Debian packages patroni, etcd-server, haproxy, postgresql-15)',
  () => {
    test(
      'the primary and its Patroni are killed under purchases',
      { timeout: 400_000, retry: 0 },
      async () => {
        await using cluster = await startPatroniCluster(FIRST_PORT);
        const main = new pg.Client({ connectionString: cluster.primaryUrl });
        await main.connect();
        await main.query('create database shop');
        await main.end();
        const url = databaseUrl(cluster.primaryUrl, 'shop');
        const shop = runShop({
          DATABASE_URL: url,
          DATABASE_READ_URL: databaseUrl(cluster.replicasUrl, 'shop'),
          AUTH_SECRET: TEST_SECRET,
          TRUST_PROXY: 'true',
          DEMO: 'true',
          DEMO_PARTS: '2000',
          WORKERS: '2',
        });
        const stop = new AbortController();
        const running: Promise<void>[] = [];
        try {
          const site = await shop.ready();
          const owner = new pg.Client({ connectionString: url });
          await owner.connect();
          const parts = await addParts(
            owner,
            Array.from({ length: 20 }, () => ({ part_name: 'Zebra Horn', price: 10, stock_quantity: 100 })),
          );
          await owner.end();

          const repeat = (interval: number, work: () => Promise<void>) => {
            const loop = async () => {
              while (!stop.signal.aborted) {
                const next = performance.now() + interval;
                await work();
                await wait(Math.max(0, next - performance.now()));
              }
            };
            running.push(loop());
          };
          const measure = async (answers: Answer[], work: () => Promise<boolean>) => {
            const at = performance.now();
            const ok = await work().catch(() => false);
            answers.push({ at, took: performance.now() - at, ok });
          };
          const get = async (path: string) => {
            const response = await fetch(site + path, {
              headers: { 'X-Forwarded-For': randomAddress() },
              signal: AbortSignal.timeout(15_000),
            });
            await response.arrayBuffer();
            return response.status === 200;
          };

          const created = new Set<string>();
          const paid = new Set<string>();
          const purchases: Answer[] = [];
          const pages: Answer[] = [];
          // A purchase that hangs does not keep others from coming.
          repeat(PURCHASE_INTERVAL_MS, async () => {
            running.push(
              measure(purchases, () =>
                buy(site, parts[purchases.length % parts.length] ?? '', { created, paid }),
              ),
            );
          });
          let visits = 0;
          const paths = [
            '/',
            '/junkyard',
            `/api/parts/${parts[0]}`,
            '/parts',
            '/junkyard?q=brake&min_price=',
            '/api/parts?q=door&min_price=',
          ];
          repeat(50, () =>
            measure(pages, () => {
              visits += 1;
              const path = paths[visits % paths.length] ?? '/';
              return get(path.endsWith('=') ? path + (visits % 97) : path);
            }),
          );

          await wait(BEFORE_MS);
          const killedAt = performance.now();
          const killed = await cluster.killPrimary();
          await wait(AFTER_MS);
          stop.abort();
          await Promise.all(running);

          const firstAfter = (answers: Answer[]) => {
            const first = answers.find(({ at, ok }) => at > killedAt && ok);
            return first ? Math.round(first.at + first.took - killedAt) : Infinity;
          };
          const after = pages.filter(({ at }) => at > killedAt);
          const took = after.map(({ took: time }) => time).toSorted((a, b) => a - b);
          const figures = {
            killed: `node${killed}`,
            primary: `node${await cluster.primary()}`,
            'purchases again after, ms': firstAfter(purchases),
            'purchases acknowledged': created.size,
            'of them paid': paid.size,
            'purchases refused': purchases.filter(({ ok }) => !ok).length,
            'pages after the kill': after.length,
            'of them failed': after.filter(({ ok }) => !ok).length,
            'their median, p99 and slowest, ms': [0.5, 0.99, 1].map((share) =>
              Math.round(took[Math.min(took.length - 1, Math.floor(took.length * share))] ?? 0),
            ),
          };
          console.log(figures);

          const reader = new pg.Client({ connectionString: url });
          await reader.connect();
          const { rows } = await reader.query<{ id: string; status: string }>(
            'select id, status from orders',
          );
          await reader.end();
          const states = new Map(rows.map(({ id, status }) => [id, status]));
          expect([...created].filter((id) => !states.has(id))).toEqual([]);
          expect([...paid].filter((id) => states.get(id) === 'pending')).toEqual([]);
          expect(created.size).toBeGreaterThan(20);
          expect(firstAfter(purchases)).toBeLessThan(MAX_OUTAGE_MS);
          // The primary may have been answering some when it was killed.
          expect(figures['of them failed']).toBeLessThanOrEqual(3);
        } finally {
          stop.abort();
          await Promise.allSettled(running);
          await shop.kill('SIGTERM');
        }
      },
    );
  },
);

/** Adds the order's id to what the shop has acknowledged. */
async function buy(
  site: string,
  id: string,
  { created, paid }: { created: Set<string>; paid: Set<string> },
): Promise<boolean> {
  const post = (path: string, body: string, headers: Record<string, string>) =>
    fetch(site + path, { method: 'POST', headers, body, signal: AbortSignal.timeout(20_000) });
  const response = await post(
    '/functions/v1/create-payment',
    JSON.stringify({
      items: [{ id, name: 'Zebra Horn', amountCents: 1_000, quantity: 1 }],
      currency: 'usd',
      taxCents: 80,
      shippingCents: 1_500,
    }),
    { 'Content-Type': 'application/json', 'X-Forwarded-For': randomAddress() },
  );
  const { url } = (await response.json()) as { url?: string };
  if (response.status !== 200 || !url) return false;
  const orderId = url.split('/').at(-1) ?? '';
  created.add(orderId);
  const body = JSON.stringify({ orderId, kind: 'paid', buyer: BUYER });
  const delivered = await post('/functions/v1/payment-webhook', body, {
    'x-test-payment-signature': signTestDelivery(body, TEST_SECRET),
  });
  if (delivered.status === 200) paid.add(orderId);
  return delivered.status === 200;
}
