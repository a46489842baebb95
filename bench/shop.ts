import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { findRunningEmbedded } from '#server/database/embedded.ts';
import { openPools, type Pools } from '#server/database/pools.ts';
import { readRolePrefix } from '#server/database/role-names.ts';
import { readPidFile } from '#server/database/postmaster.ts';
import { runShop } from '../tests/support/run-shop.ts';

const ROOT = join(import.meta.dirname, '..');

const SECRET = 'a secret for measurements that is long enough';
export const ADMIN = { email: 'measurements@example.com', password: 'a password for measurements' };

export interface BenchOptions {
  parts: number;
  orders: number;
  /** Lines of an imported file. */
  rows: number;
  /** Time limit of a stage of an import or a bulk change, and for filling the page cache. */
  minutes: number;
  /** Duration of one measurement. */
  seconds: number;
  /** Folder of another copy of the project, which is measured in turns with this one. */
  against?: string | undefined;
}

export interface ShopOptions {
  parts: number;
  /** Shops with the same name share their data. Default: the number of parts. */
  name?: string;
  /** Folder of the copy of the project that runs. Default: this one. */
  copy?: string;
  environment?: Record<string, string>;
}

export interface Shop extends AsyncDisposable {
  address: string;
  /** This connection belongs to the database's owner. */
  owner: pg.Client;
  databaseUrl: string;
  /** Processor time of the shop and of PostgreSQL since their start, in milliseconds. */
  readTimes(): Record<'shop' | 'database', number>;
  /** Memory of the shop's processes, in megabytes. */
  readMemory(): number;
}

/**
 * Starts a copy of the project with `npm start` and its own data in bench/data, which the copy itself creates at the first start:
 * so copies with other schemas can be compared.
 */
export async function openShop({
  parts,
  name = String(parts),
  copy = ROOT,
  environment,
}: ShopOptions): Promise<Shop> {
  const folder = join(resolve(copy), 'bench/data', name);
  if (!existsSync(folder)) console.error(`Creating ${folder} with ${parts} parts (once) ...`);
  const shop = runShop(
    {
      DATA_DIR: folder,
      DEMO_PARTS: String(parts),
      AUTH_SECRET: SECRET,
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      TRUST_PROXY: 'true',
      LOG_LEVEL: 'error',
      ...environment,
    },
    { cwd: copy, command: ['npm', 'start'] },
  );
  const stop = () => void shop.kill('SIGTERM');
  process.once('exit', stop);
  const address = await shop.ready();
  const databaseUrl = (await findRunningEmbedded(folder)) ?? '';
  const postgres = await readPidFile(join(folder, 'postgres'));
  const owner = new pg.Client({ connectionString: databaseUrl });
  await owner.connect();
  await owner.query('vacuum analyze');
  return {
    address,
    owner,
    databaseUrl,
    readTimes: () => ({ shop: readTree(shop.pid).time, database: readTree(postgres?.pid ?? 0).time }),
    readMemory: () => readTree(shop.pid).memory,
    async [Symbol.asyncDispose]() {
      await owner.end();
      process.off('exit', stop);
      await shop.kill('SIGTERM');
      const errors = shop.lines.filter((line) => line.startsWith('{'));
      if (errors.length > 0)
        console.error(`The shop logged ${errors.length} errors. The first: ${errors[0]}`);
    },
  };
}

/** Opens the connections of a shop of this copy of the project, to call its functions without HTTP. */
export async function openShopPools({ owner, databaseUrl }: Shop): Promise<Pools & AsyncDisposable> {
  const pools = openPools({
    ownerUrl: databaseUrl,
    rolePrefix: await readRolePrefix(owner),
    secret: SECRET,
    adminsNeedSecondStep: false,
  });
  return Object.assign(pools, { [Symbol.asyncDispose]: () => pools.end() });
}

/** Opens this copy of the project, and the one of `--against`. */
export async function openCopies({ against, ...options }: ShopOptions & Pick<BenchOptions, 'against'>) {
  const shops: Record<string, Shop> = { this: await openShop(options) };
  if (against !== undefined) shops.other = await openShop({ ...options, copy: against });
  return {
    shops,
    async [Symbol.asyncDispose]() {
      await Promise.all(Object.values(shops).map((shop) => shop[Symbol.asyncDispose]()));
    },
  };
}

/** Reads processor time (ms) and memory (MB) of a process and its descendants, from /proc of Linux: see proc_pid_stat(5). */
function readTree(pid: number): { time: number; memory: number } {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // Ticks are hundredths of a second: user and system time of the process and of its children that have ended.
    const ticks = fields.slice(11, 15).map(Number);
    const own = {
      time: ticks.reduce((sum, each) => sum + each * 10, 0),
      memory: (Number(fields[21]) * 4_096) / 2 ** 20,
    };
    return children
      .map((child) => readTree(Number(child)))
      .reduce((sum, { time, memory }) => ({ time: sum.time + time, memory: sum.memory + memory }), own);
  } catch {
    return { time: 0, memory: 0 }; // The process has ended.
  }
}
