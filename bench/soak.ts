import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { findMistakes, readBooks } from '../tests/cluster/books.ts';
import { type Cluster, startCluster } from '../tests/cluster/cluster.ts';
import { edit, type Edits, readOfferedParts, shop } from '../tests/cluster/players.ts';
import type { Recorded } from '../tests/cluster/visitor.ts';
import type { BenchOptions, Catalogs } from './catalogs.ts';
import { percentile, printTable } from './measure.ts';

const PROCESSES = [1, 3] as const;
const PARTS = 2_000;

const MAX_P99_MS = 500;

/** Each shopper waits between pages, in milliseconds. */
const PAUSE = { min: 500, max: 2_500 };

const FIRST_SHOPPERS = 20;
const GROWTH = 1.3;
const STEPS = 12;

interface Step {
  shoppers: number;
  perSecond: number;
  p99: number;
  failed: number;
  /** Processor time of a request, in milliseconds. */
  shops: number;
  database: number;
  proxy: number;
  /** New ones to the database. */
  connections: number;
}

/**
 * Shoppers, an owner and the payment provider play for `minutes` in all, against one process and against three behind
 * HAProxy, with more and more shoppers. Afterward everything must add up.
 */
export async function benchSoak(_: Catalogs, { minutes }: BenchOptions): Promise<void> {
  const rows = [];
  for (const processes of PROCESSES) {
    await using cluster = await startCluster({ processes, parts: PARTS });
    const edits: Edits = { saved: 0, stale: 0 };
    const steps = await play(cluster, edits, (minutes * 60) / PROCESSES.length);
    await cluster.settle();
    const books = await readBooks(cluster.owner, { stripe: cluster.stripe, messages: cluster.smtp.messages });
    const mistakes = findMistakes(books, { stock: cluster.stock, maxCopies: 1 });
    for (const mistake of mistakes) console.log(mistake);
    if (mistakes.length > 0) process.exitCode = 1;
    const held = steps.findLast(isHeld);
    rows.push({
      processes,
      'shoppers held': held?.shoppers ?? 0,
      'requests per second': held?.perSecond ?? 0,
      'p99, ms': held?.p99 ?? Number.NaN,
      'shops, ms of CPU per request': held?.shops ?? Number.NaN,
      'database, ms of CPU per request': held?.database ?? Number.NaN,
      'HAProxy, ms of CPU per request': held?.proxy ?? Number.NaN,
      'failed requests': steps.reduce((sum, { failed }) => sum + failed, 0),
      orders: books.orders.length,
      payments: books.payments.length,
      refunded: books.payments.filter(({ refundedCents }) => refundedCents > 0).length,
      mails: books.mails.length,
      'owner saved': edits.saved,
      'stale pages': edits.stale,
      mistakes: mistakes.length,
    });
  }
  console.log(
    `${PARTS.toLocaleString('en-US')} parts. Shoppers who wait ${PAUSE.min} to ${PAUSE.max} ms between pages, and buy in one turn of eight.`,
  );
  console.log('Shoppers, provider, mail server, HAProxy and PostgreSQL use the same cores.\n');
  printTable(rows);
}

const isHeld = ({ p99 }: Step) => p99 < MAX_P99_MS;

/** Adds shoppers after each step with a fast 99th percentile, until the time is over. */
async function play(cluster: Cluster, edits: Edits, seconds: number): Promise<Step[]> {
  const stopping = new AbortController();
  let times: number[] = [];
  let failed = 0;
  const record = ({ status, milliseconds }: Recorded) => {
    times.push(milliseconds);
    if (status === 0 || status >= 500) failed += 1;
  };
  const table = { ...cluster, parts: await readOfferedParts(cluster.owner), record, signal: stopping.signal };
  const players: Promise<void>[] = [];
  const steps: Step[] = [];
  const stepSeconds = seconds / (STEPS + 1);
  const editing = edit(table, edits);
  for (let shoppers = FIRST_SHOPPERS; steps.length < STEPS;) {
    const isFirst = players.length === 0;
    while (players.length < shoppers)
      players.push(shop(table, () => PAUSE.min + Math.random() * (PAUSE.max - PAUSE.min)));
    // At first, processes compile their code. After more have come, they settle.
    await pause(stepSeconds * (isFirst ? 1_300 : 300));
    times = [];
    failed = 0;
    const before = { ...cluster.processorTime(), connections: await countConnections(cluster.owner) };
    await pause(stepSeconds * 700);
    const after = { ...cluster.processorTime(), connections: await countConnections(cluster.owner) };
    times.sort((a, b) => a - b);
    const step = {
      shoppers,
      perSecond: times.length / (stepSeconds * 0.7),
      p99: percentile(times, 0.99),
      failed,
      shops: (after.shops - before.shops) / times.length,
      database: (after.database - before.database) / times.length,
      proxy: (after.proxy - before.proxy) / times.length,
      connections: after.connections - before.connections,
    };
    console.error(JSON.stringify(step));
    steps.push(step);
    if (isHeld(step)) shoppers = Math.ceil(shoppers * GROWTH);
  }
  stopping.abort();
  await Promise.all([...players, editing]);
  return steps;
}

/** Since the server has started. */
async function countConnections(owner: pg.Client): Promise<number> {
  const { rows } = await owner.query('select sum(sessions)::int as count from pg_stat_database');
  return rows[0].count;
}
