import { mkdtemp, rm, chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runShop } from '../tests/support/run-shop.ts';
import { readProcessorTime } from './database-time.ts';
import { median, printTable } from './measure.ts';

const PARTS = '2000';
const WARM_UPS = 3;
const ROUNDS = 30;

const pages = {
  'a rendered page': { path: '/junkyard?q=brake', requests: 20, megabytes: '0' },
  'a kept page': { path: '/junkyard?q=brake', requests: 200, megabytes: '64' },
};

/** Processor time of the server's thread with and without METRICS_TOKEN, in alternating rounds. Linux only. */
export async function benchMetrics(): Promise<void> {
  for (const [name, { path, requests, megabytes }] of Object.entries(pages)) {
    await using stack = new AsyncDisposableStack();
    const start = async (environment: Record<string, string>) => {
      const folder = await mkdtemp(join(tmpdir(), 'partyard-metrics-'));
      await chmod(folder, 0o755);
      stack.defer(() => rm(folder, { recursive: true, force: true }));
      const shop = runShop({
        DATA_DIR: folder,
        DEMO_PARTS: PARTS,
        PAGE_CACHE_MB: megabytes,
        LOG_LEVEL: 'error',
        TRUST_PROXY: 'true',
        ...environment,
      });
      stack.defer(async () => void (await shop.kill('SIGTERM')));
      return { pid: shop.pid, address: await shop.ready(), times: [] as number[] };
    };
    const without = await start({});
    const measured = await start({ METRICS_TOKEN: 'a-token-for-figures-that-is-long-enough' });
    for (let round = 0; round < WARM_UPS + ROUNDS; round += 1) {
      for (const shop of round % 2 === 0 ? [without, measured] : [measured, without]) {
        const before = readProcessorTime(shop.pid);
        for (let request = 0; request < requests; request += 1) {
          const headers = { 'X-Forwarded-For': `10.0.${round}.${request % 250}` };
          await (await fetch(`${shop.address}${path}`, { headers })).arrayBuffer();
        }
        if (round >= WARM_UPS) shop.times.push((readProcessorTime(shop.pid) - before) / requests);
      }
    }
    const [none, some] = [median(without.times), median(measured.times)];
    console.log(`${name}, ${ROUNDS} rounds of ${requests}\n`);
    printTable([
      {
        'without, ms': none.toFixed(4),
        'with METRICS_TOKEN, ms': some.toFixed(4),
        ratio: median(measured.times.map((time, index) => time / (without.times[index] ?? time))).toFixed(3),
      },
    ]);
  }
}
