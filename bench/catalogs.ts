import { join } from 'node:path';
import pg from 'pg';
import { loadDemoShop } from '#db/seed/load.ts';
import { startEmbedded } from '#server/database/embedded.ts';
import { openPools, type Pools } from '#server/database/pools.ts';
import { prepareDatabase } from '#server/database/prepare.ts';

export const BENCH_SECRET = 'a secret for measurements that is long enough';

const DATA_DIR = join(import.meta.dirname, 'data');

export interface BenchOptions {
  parts: number;
  orders: number;
  /** Lines of a file. */
  rows: number;
  /** The most time of one stage of an import or of a change of many parts. */
  minutes: number;
  seconds: number;
  /** Of parts in a minute, by an owner beside shoppers. */
  edits: number;
  /** The folder of another copy of the project to compare with. */
  against?: string | undefined;
}

export interface Catalog {
  url: string;
  pools: Pools;
}

export interface Catalogs {
  /** In a database of its own for the same name. */
  open(parts: number, name?: string): Promise<Catalog>;
  close(): Promise<void>;
}

export async function openCatalogs(): Promise<Catalogs> {
  const server = await startEmbedded(DATA_DIR);
  const opened: Pools[] = [];
  return {
    async open(parts, label = String(parts)) {
      const name = `bench_${label}`;
      const url = new URL(server.url);
      url.pathname = name;
      await createIfMissing(server.url, name);
      const address = { ownerUrl: url.href };
      await prepareDatabase({
        address,
        secret: BENCH_SECRET,
        print: (line) => console.error(line),
        async afterMigrations(owner) {
          await owner.query('begin');
          await loadDemoShop(owner, { parts, print: (line) => console.error(line) });
          await owner.query('commit');
          await owner.query('vacuum analyze');
        },
      });
      const pools = openPools({ ...address, secret: BENCH_SECRET, adminsNeedSecondStep: false });
      opened.push(pools);
      return { url: url.href, pools };
    },
    async close() {
      await Promise.all(opened.map((pools) => pools.end()));
      await server.stop();
    },
  };
}

async function createIfMissing(serverUrl: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (!rowCount) await client.query(`create database ${name}`);
  } finally {
    await client.end();
  }
}
