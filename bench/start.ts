import { runShop } from '../tests/support/run-shop.ts';
import { BENCH_SECRET, type BenchOptions, type Catalogs } from './catalogs.ts';
import { median, printTable } from './measure.ts';

const TURNS = 5;

/** On an existing database: the time to the first response, and from SIGTERM to the exit. */
export async function benchStart(catalogs: Catalogs, { parts }: BenchOptions): Promise<void> {
  const { url } = await catalogs.open(parts);
  const starts: number[] = [];
  const stops: number[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    const startedAt = performance.now();
    const shop = runShop({ DATABASE_URL: url, AUTH_SECRET: BENCH_SECRET });
    const address = await shop.ready();
    const { ok } = await fetch(`${address}/health`);
    if (!ok) throw new Error('The shop is not ready.');
    starts.push(performance.now() - startedAt);
    const stopped = performance.now();
    await shop.kill('SIGTERM');
    stops.push(performance.now() - stopped);
  }
  console.log(
    `${parts.toLocaleString('en-US')} parts, ${TURNS} turns, with a running database server; milliseconds.\n`,
  );
  printTable([
    { '': 'to the first response', median: median(starts), slowest: Math.max(...starts) },
    { '': 'to the exit', median: median(stops), slowest: Math.max(...stops) },
  ]);
}
