import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { BENCH_SECRET, type BenchOptions, type Catalog, type Catalogs } from './catalogs.ts';
import { printTable } from './measure.ts';
import { openPanelShop, type PanelShop } from './panel-shop.ts';

const COMMAND = join(import.meta.dirname, '../server/backup/command.ts');

/** Stays between the stages. */
const FOLDER = join(import.meta.dirname, 'data/backup');

const STAGES = ['catalog', 'backup', 'verify'] as const;

const MEMORY_INTERVAL_MS = 100;

/**
 * An encrypted backup and its verification, with the p99 of shoppers beside them. All of it, or one stage at a time: `catalog`
 * fills the database, `backup` makes a backup, and `verify` verifies it. A command that takes longer than `minutes` is stopped.
 */
export async function benchBackup(catalogs: Catalogs, options: BenchOptions): Promise<void> {
  const { parts, stage, seconds } = options;
  if (stage !== undefined && !STAGES.some((each) => each === stage))
    throw new Error(`Unknown stage "${stage}". Choose from ${STAGES.join(', ')}.`);
  const catalog = await catalogs.open(parts);
  if (stage === 'catalog') return;
  if (stage !== 'verify') await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  await using shop = await openPanelShop(catalog);
  await shop.watchShoppers(seconds);
  const alone = await shop.watchShoppers(seconds * 3);
  const rows = [];
  if (stage !== 'verify')
    rows.push({
      what: 'backup',
      ...(await run(catalog, shop, [], options)),
      MB: (await sizeOf(FOLDER)) / 1e6,
    });
  if (stage !== 'backup')
    rows.push({ what: 'verify', ...(await run(catalog, shop, ['verify'], options)), MB: '' });
  console.log(
    `${parts.toLocaleString('en-US')} parts. The p99 of shoppers alone was ${alone.toFixed(0)} ms.\n`,
  );
  printTable(rows);
  if (stage === undefined) await rm(FOLDER, { recursive: true });
}

async function run(
  { url }: Catalog,
  shop: PanelShop,
  words: readonly string[],
  { minutes }: Pick<BenchOptions, 'minutes'>,
) {
  const child = spawn(process.execPath, [COMMAND, ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: url,
      AUTH_SECRET: BENCH_SECRET,
      BACKUP_DIR: join(FOLDER, 'backups'),
      BACKUP_KEY: BENCH_SECRET,
      DATA_DIR: join(FOLDER, 'data'),
    },
  });
  let printed = '';
  child.stdout.on('data', (text: Buffer) => (printed += text.toString()));
  const exited = once(child, 'exit');
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  let memory = 0;
  const watching = (async () => {
    while (!hasEnded()) {
      memory = Math.max(memory, await residentMegabytes(Number(child.pid)));
      await wait(MEMORY_INTERVAL_MS);
    }
  })();
  const work = await shop.watchWork(() => Promise.resolve(hasEnded()), { minutes, atRest: 0 });
  if (!work.isDone) child.kill('SIGTERM');
  await Promise.all([exited, watching]);
  if (work.isDone && child.exitCode !== 0) throw new Error(`The command failed: ${printed}`);
  return {
    'time, s': work.isDone ? work.seconds.toFixed(1) : `stopped after ${work.seconds.toFixed(0)}`,
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
