import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { BENCH_SECRET, type BenchOptions, type Catalog, type Catalogs } from './catalogs.ts';
import { printTable } from './measure.ts';
import { openPanelShop, type PanelShop } from './panel-shop.ts';

const COMMAND = join(import.meta.dirname, '../server/backup/command.ts');

const MEMORY_INTERVAL_MS = 100;

/** An encrypted backup and its verification, with the p99 of shoppers beside them. */
export async function benchBackup(
  catalogs: Catalogs,
  { parts, minutes, seconds }: BenchOptions,
): Promise<void> {
  const catalog = await catalogs.open(parts);
  const folder = await mkdtemp(join(tmpdir(), 'partyard-bench-backup-'));
  try {
    await using shop = await openPanelShop(catalog);
    await shop.watchShoppers(seconds);
    const alone = await shop.watchShoppers(seconds * 3);
    const environment = {
      BACKUP_DIR: join(folder, 'backups'),
      BACKUP_KEY: BENCH_SECRET,
      DATA_DIR: join(folder, 'data'),
    };
    const made = await run(catalog, shop, { words: [], environment, minutes });
    const size = await sizeOf(environment.BACKUP_DIR);
    const verified = await run(catalog, shop, { words: ['verify'], environment, minutes });
    console.log(
      `${parts.toLocaleString('en-US')} parts. The p99 of shoppers alone was ${alone.toFixed(0)} ms.\n`,
    );
    printTable([
      { what: 'backup', ...made, MB: size / 1e6 },
      { what: 'verify', ...verified, MB: '' },
    ]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface RunOptions {
  words: readonly string[];
  environment: Record<string, string>;
  minutes: number;
}

async function run({ url }: Catalog, shop: PanelShop, { words, environment, minutes }: RunOptions) {
  const child = spawn(process.execPath, [COMMAND, ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, DATABASE_URL: url, AUTH_SECRET: BENCH_SECRET, ...environment },
  });
  let printed = '';
  child.stdout.on('data', (text: Buffer) => (printed += text.toString()));
  const exited = once(child, 'exit');
  let memory = 0;
  const watching = (async () => {
    while (child.exitCode === null) {
      memory = Math.max(memory, await residentMegabytes(Number(child.pid)));
      await wait(MEMORY_INTERVAL_MS);
    }
  })();
  const work = await shop.watchWork(() => Promise.resolve(child.exitCode !== null), { minutes, atRest: 0 });
  await Promise.all([exited, watching]);
  if (child.exitCode !== 0) throw new Error(`The command failed: ${printed}`);
  return {
    'time, s': work.seconds,
    'memory of the command, MB': memory,
    'p99 of shoppers, ms': work.p99,
  };
}

async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(status.match(/^VmRSS:\s+(\d+)/m)?.[1] ?? 0) / 1_024;
}

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(
    files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
