import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { runShop } from '../tests/support/run-shop.ts';
import { median } from './measure.ts';

const WATCH = join(import.meta.dirname, 'event-loop.ts');

/** What a process did each second. */
export interface Second {
  /** The longest turn of the event loop, as CPU time in milliseconds. */
  most: number;
  /** CPU time in milliseconds. */
  cpu: number;
  /** In bytes. */
  memory: number;
}

export interface WatchedShop extends AsyncDisposable {
  address: string;
  pid: number;
  /** All seconds since the start. */
  readSeconds(): Second[];
  /** Watches for so many seconds. */
  watch(seconds: number): Promise<{ megabytes: number; cpuPercent: number; longestTurn: number }>;
}

/** Starts a shop that reports what its event loop does. */
export async function runWatchedShop(environment: Record<string, string>): Promise<WatchedShop> {
  const shop = runShop({ LOG_LEVEL: 'error', NODE_OPTIONS: `--import=${WATCH}`, ...environment });
  const readSeconds = () =>
    shop.lines
      .flatMap((line) => line.match(/^event loop (.*)/)?.[1] ?? [])
      .map((line) => JSON.parse(line) as Second);
  return {
    address: await shop.ready(),
    pid: shop.pid,
    readSeconds,
    async watch(seconds) {
      const { length } = readSeconds();
      await wait(seconds * 1_000 + 100);
      const watched = readSeconds().slice(length);
      return {
        megabytes: median(watched.map(({ memory }) => memory)) / 1024 / 1024,
        cpuPercent: watched.reduce((sum, { cpu }) => sum + cpu, 0) / watched.length / 10,
        longestTurn: Math.max(...watched.map(({ most }) => most)),
      };
    },
    async [Symbol.asyncDispose]() {
      await shop.kill('SIGTERM');
      for (const line of shop.lines.filter((each) => each.startsWith('{'))) console.error(line);
    },
  };
}
