import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { startEmbedded } from '#server/database/embedded.ts';
import { readPidFile } from '#server/database/postmaster.ts';
import { makeJobsDue } from '../support/jobs.ts';
import { runShop, type ShopProcess } from '../support/run-shop.ts';
import { type SmtpStandIn, startSmtpStandIn } from '../support/smtp-stand-in.ts';
import { startStripeStandIn, type StripeStandIn } from '../support/stripe-stand-in.ts';
import { processorTimeOf, processorTimeOfTree } from './processor-time.ts';

const CONFIGURATION = join(import.meta.dirname, '../../deploy/haproxy.cfg');

/** The proxy asks each process for this path. */
const READY_PATH = '/health';

const FIRST_PORT = 4_880;
const NAMES = ['ONE', 'TWO', 'THREE'] as const;

const SECRETS = { secretKey: 'sk_test_cluster', webhookSecret: 'whsec_cluster' };
const ADMIN = { email: 'ada@example.com', password: 'a password for Ada' };

/** Each process uses up to 48. */
const MAX_CONNECTIONS = 200;

const START_TIMEOUT_MS = 30_000;
const SETTLE_TIMEOUT_MS = 240_000;

/** Milliseconds. */
export interface ProcessorTime {
  shops: number;
  database: number;
  proxy: number;
}

export interface Cluster extends AsyncDisposable {
  /** Address of the proxy. */
  site: string;
  folder: string;
  admin: typeof ADMIN;
  stripe: StripeStandIn;
  smtp: SmtpStandIn;
  owner: pg.Client;
  /** Part id -> units. */
  stock: ReadonlyMap<string, number>;
  /** Ends a process. */
  end(index: number, signal: NodeJS.Signals): Promise<void>;
  /** Starts one in its place, from the project in `cwd`. Resolves when the proxy sends requests to it. */
  begin(index: number, cwd?: string): Promise<void>;
  /** Reports of the proxy: failed and repeated requests, and processes that came and went. */
  proxyLines: readonly string[];
  /** Returns what the processes have logged. */
  shopLines(): string[];
  /** Returns the time so far, of processes that run. Linux only. */
  processorTime(): ProcessorTime;
  /** Ends payment pages and holds, and waits for all jobs. */
  settle(): Promise<void>;
}

/** Starts shop processes over one PostgreSQL server, behind HAProxy with deploy/haproxy.cfg. */
export async function startCluster({
  processes,
  parts,
  firstPort = FIRST_PORT,
}: {
  processes: 1 | 2 | 3;
  parts: number;
  /** Port of the proxy. The processes have the next ones. */
  firstPort?: number;
}): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), 'partyard-cluster-'));
  await chmod(folder, 0o755);
  const stack = new AsyncDisposableStack();
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  try {
    const database = await startEmbedded(join(folder, 'database'), {
      settings: [`-c max_connections=${MAX_CONNECTIONS}`],
    });
    stack.defer(() => database.stop());
    const { pid: databasePid } = (await readPidFile(join(folder, 'database/postgres'))) ?? { pid: 0 };
    const stripe = stack.use(await startStripeStandIn(SECRETS));
    const smtp = stack.use(await startSmtpStandIn());
    const site = `http://127.0.0.1:${firstPort}`;
    const running: (ShopProcess | undefined)[] = [];
    const started: ShopProcess[] = [];
    stack.defer(async () => {
      await Promise.all(running.map((shop) => shop?.kill('SIGTERM')));
    });

    const run = (index: number, cwd?: string) => {
      const shop = runShop(
        {
          PORT: String(firstPort + 1 + index),
          SITE_URL: site,
          DATA_DIR: join(folder, 'data'),
          DATABASE_URL: database.url,
          AUTH_SECRET: 'a secret that all processes share, and long enough',
          TRUST_PROXY: 'true',
          STOP_DELAY: '4',
          LOG_LEVEL: 'error',
          DEMO: 'true',
          DEMO_PARTS: String(parts),
          ADMIN_EMAIL: ADMIN.email,
          ADMIN_PASSWORD: ADMIN.password,
          STRIPE_SECRET_KEY: SECRETS.secretKey,
          STRIPE_WEBHOOK_SECRET: SECRETS.webhookSecret,
          STRIPE_API_BASE: stripe.url,
          SMTP_URL: smtp.url,
          MAIL_FROM: 'Partyard <shop@partyard.example>',
        },
        cwd === undefined ? {} : { cwd },
      );
      started.push(shop);
      return shop;
    };
    for (let index = 0; index < processes; index += 1) running[index] = run(index);
    await Promise.all(running.map((shop) => shop?.ready()));

    const owner = new pg.Client({ connectionString: database.url });
    await owner.connect();
    stack.defer(() => owner.end());
    const stock = await fillStock(owner);

    const proxy = startProxy(folder, { processes, firstPort });
    stack.defer(proxy.stop);
    await proxy.allUp(processes);

    return {
      site,
      folder,
      admin: ADMIN,
      stripe,
      smtp,
      owner,
      stock,
      proxyLines: proxy.lines,
      shopLines: () => started.flatMap(({ lines }) => lines),
      processorTime: () => ({
        shops: running.reduce((sum, shop) => sum + (shop ? processorTimeOf(shop.pid) : 0), 0),
        database: processorTimeOfTree(databasePid),
        proxy: processorTimeOf(proxy.pid),
      }),
      async end(index, signal) {
        await running[index]?.kill(signal);
        running[index] = undefined;
      },
      async begin(index, cwd) {
        const shop = run(index, cwd);
        running[index] = shop;
        await shop.ready();
        await proxy.isUp(index);
      },
      settle: () => settle(owner),
      [Symbol.asyncDispose]: () => stack.disposeAsync(),
    };
  } catch (error) {
    await stack.disposeAsync();
    throw error;
  }
}

/** Makes few parts sell out, and the others never. */
async function fillStock(owner: pg.Client): Promise<Map<string, number>> {
  const { rows } = await owner.query<{ id: string; stock: number }>(
    `update parts_catalog set stock_quantity = case when get_byte(uuid_send(id), 15) < 16 then 3 else 5000 end
     where stock_quantity > 0 returning id, stock_quantity as stock`,
  );
  await owner.query('vacuum analyze');
  return new Map(rows.map(({ id, stock }) => [id, stock]));
}

function startProxy(folder: string, { processes, firstPort }: { processes: number; firstPort: number }) {
  const lines: string[] = [];
  const addressOf = (index: number) =>
    `127.0.0.1:${index < processes ? firstPort + 1 + index : firstPort + 9}`;
  const child: ChildProcess = spawn('haproxy', ['-db', '-f', CONFIGURATION], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      SHOP_BIND: `127.0.0.1:${firstPort}`,
      SHOP_READY: READY_PATH,
      HAPROXY_SOCKET: join(folder, 'haproxy.sock'),
      ...Object.fromEntries(NAMES.map((name, index) => [`SHOP_${name}`, addressOf(index)])),
    },
  });
  const exited = once(child, 'exit');
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (text: Buffer) => lines.push(...text.toString().split('\n').filter(Boolean)));

  /** Asks the proxy which processes it sends requests to. */
  async function readUp(): Promise<Set<string>> {
    const socket = createConnection(join(folder, 'haproxy.sock'));
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
    // It is starting.
    socket.on('error', () => undefined);
    socket.write('show stat\n');
    await new Promise((resolve) => socket.once('close', resolve));
    const rows = text.split('\n').map((line) => line.split(','));
    return new Set(
      rows
        .filter(([backend, , ...rest]) => backend === 'processes' && rest.includes('UP'))
        .map(([, name = '']) => name),
    );
  }

  async function isUp(index: number): Promise<void> {
    const deadline = Date.now() + START_TIMEOUT_MS;
    while (!(await readUp()).has(NAMES[index]?.toLowerCase() ?? '')) {
      if (child.exitCode !== null || Date.now() > deadline)
        throw new Error(`HAProxy does not use process ${index + 1}:\n${lines.join('\n')}`);
      await pause(50);
    }
  }

  return {
    lines,
    pid: child.pid ?? 0,
    isUp,
    async allUp(count: number) {
      for (let index = 0; index < count; index += 1) await isUp(index);
    },
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

async function settle(owner: pg.Client): Promise<void> {
  await owner.query("update orders set expires_at = now() - interval '2 minutes' where status = 'pending'");
  for (const deadline = Date.now() + SETTLE_TIMEOUT_MS; Date.now() < deadline; await pause(1_000)) {
    // A key that a running job has would pass to the new one, and the running one would count as failed for good.
    await owner.query(`
      select graphile_worker.add_job('reconcile-payments', job_key => 'reconcile-now')
      where not exists (select from graphile_worker.jobs where key = 'reconcile-now')`);
    await makeJobsDue(owner, "key is distinct from 'reconcile-now'");
    const { rows } = await owner.query(`
      select (select count(*)::int from orders where status = 'pending')
        + (select count(*)::int from refunds where state in ('requested', 'pending'))
        + (select count(*)::int from mails where sent_at is null and given_up_at is null)
        + (select count(*)::int from graphile_worker.jobs where key is distinct from 'reconcile-now') as open`);
    if (rows[0].open === 0) return;
  }
  const { rows } = await owner.query(
    `select task_identifier, attempts, run_at, last_error from graphile_worker.jobs
     where key is distinct from 'reconcile-now' limit 20`,
  );
  console.error('Not settled in time. Open jobs:', rows);
}
