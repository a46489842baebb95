import { runShop } from '../tests/support/run-shop.ts';
import { BENCH_SECRET, type BenchOptions, type Catalogs } from './catalogs.ts';
import { median, printTable } from './measure.ts';

const TURNS = 5;

/** From the command to the first request that is answered, and from the signal to the end; on existing data. */
export async function benchStart(catalogs: Catalogs, { parts }: BenchOptions): Promise<void> {
  const { url } = await catalogs.open(parts);
  const starts: number[] = [];
  const stops: number[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    const begun = performance.now();
    const shop = runShop({ DATABASE_URL: url, AUTH_SECRET: BENCH_SECRET });
    const address = await shop.ready();
    const { ok } = await fetch(`${address}/health`);
    if (!ok) throw new Error('The shop is not ready.');
    starts.push(performance.now() - begun);
    const stopped = performance.now();
    await shop.kill('SIGTERM');
    stops.push(performance.now() - stopped);
  }
  console.log(
    `${parts.toLocaleString('en-US')} parts, ${TURNS} turns, over a database server that is there; milliseconds.\n`,
  );
  printTable([
    { '': 'to the first answer', median: median(starts), slowest: Math.max(...starts) },
    { '': 'to the end', median: median(stops), slowest: Math.max(...stops) },
  ]);
}
