import { setTimeout as pause } from 'node:timers/promises';
import { randomAddress } from '../tests/support/random-address.ts';
import { autocannon } from '../tools/measuring/measuring.ts';
import type { Shop } from './shop.ts';

/** Times in milliseconds. */
export type Figures = Record<'perSecond' | 'median' | 'p95' | 'p99' | 'slowest', number>;

export function summarize(times: readonly number[], seconds = Number.NaN): Figures {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
  return {
    perSecond: times.length / seconds,
    median: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    slowest: at(1),
  };
}

export function median(values: readonly number[]): number {
  return summarize(values).median;
}

/** Calls a function of the project. Each client calls it again after each result; its first call is a warm-up. */
export async function measure(
  work: (round: number) => Promise<unknown>,
  { clients = 1, seconds = 3 } = {},
): Promise<Figures> {
  const times: number[] = [];
  let round = 0;
  await Promise.all(Array.from({ length: clients }, () => work((round += 1))));
  const startedAt = performance.now();
  const until = startedAt + seconds * 1_000;
  await Promise.all(
    Array.from({ length: clients }, async () => {
      do {
        const begunAt = performance.now();
        await work((round += 1));
        times.push(performance.now() - begunAt);
      } while (performance.now() < until);
    }),
  );
  return summarize(times, (performance.now() - startedAt) / 1_000);
}

/**
 * Starts work at even intervals until the signal, however long earlier work takes, which autocannon can't. Returns for each
 * start the milliseconds from its due time until its end.
 */
export async function atRate(
  work: (turn: number) => Promise<unknown>,
  { perSecond, signal }: { perSecond: number; signal: AbortSignal },
): Promise<number[]> {
  const startedAt = performance.now();
  const started: Promise<number>[] = [];
  while (!signal.aborted) {
    const due = startedAt + (started.length * 1_000) / perSecond;
    await pause(Math.max(0, due - performance.now()), undefined, { signal }).catch(() => undefined);
    if (signal.aborted) break;
    started.push(work(started.length).then(() => performance.now() - due));
  }
  return await Promise.all(started);
}

export interface Request {
  path: string;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
}

/**
 * Each client sends its next request after each response. `shop` and `database` are milliseconds of processor time per request.
 */
export async function load(
  { address, readTimes }: Pick<Shop, 'address'> & Partial<Pick<Shop, 'readTimes'>>,
  request: Request | (() => Request),
  { clients = 16, seconds = 3, mayRefuse = false } = {},
): Promise<Figures & Record<'refused' | 'shop' | 'database', number>> {
  const prepare = ({ headers, ...rest }: Request) => ({
    ...rest,
    // Each request comes from another visitor, because servers limit the requests of each.
    headers: { ...headers, 'X-Forwarded-For': randomAddress() },
  });
  const requests =
    typeof request === 'function'
      ? [{ setupRequest: (defaults: object) => ({ ...defaults, ...prepare(request()) }) }]
      : Array.from({ length: 1_024 }, () => prepare(request));
  const times: number[] = [];
  const before = readTimes?.();
  const run = autocannon({
    url: address,
    connections: clients,
    duration: seconds,
    // A run ends at a sample.
    sampleInt: 100,
    timeout: 30,
    requests,
  });
  let startedAt = performance.now();
  // autocannon's own duration contains the time to prepare all requests.
  run.on('start', () => (startedAt = performance.now()));
  run.on('response', (_client, status, _bytes, milliseconds) => {
    if (status < 300) times.push(milliseconds);
  });
  const { errors, non2xx, statusCodeStats } = await run;
  const took = (performance.now() - startedAt) / 1_000;
  const after = readTimes?.();
  const refused = statusCodeStats[503]?.count ?? 0;
  if (errors > 0 || non2xx > (mayRefuse ? refused : 0))
    throw new Error(`${address} failed under load: ${errors} errors, ${JSON.stringify(statusCodeStats)}`);
  const spent = (name: 'shop' | 'database') =>
    before && after ? (after[name] - before[name]) / times.length : Number.NaN;
  return { ...summarize(times, took), refused, shop: spent('shop'), database: spent('database') };
}

/**
 * Measures candidates in turns, so that other work on the machine affects all of them, after one more turn as a warm-up. Returns the
 * median of each figure.
 */
export async function inTurns<Candidate, Name extends string>(
  turns: number,
  candidates: Record<string, Candidate>,
  work: (candidate: Candidate) => Promise<Record<Name, number>>,
): Promise<[label: string, Record<Name, number>][]> {
  const results: Record<string, Record<Name, number>[]> = {};
  for (let turn = 0; turn <= turns; turn += 1)
    for (const [label, candidate] of Object.entries(candidates)) {
      const figures = await work(candidate);
      if (turn > 0) (results[label] ??= []).push(figures);
    }
  return Object.entries(results).map(([label, figures]) => {
    const names = Object.keys(figures[0] ?? {}) as Name[];
    const medians = names.map((name) => [name, median(figures.map((each) => each[name]))]);
    return [label, Object.fromEntries(medians) as Record<Name, number>];
  });
}

export function printTable(rows: Record<string, string | number>[]): void {
  const columns = Object.keys(rows[0] ?? {});
  const cells = [columns, ...rows.map((row) => columns.map((column) => cell(row[column] ?? '')))];
  const widths = columns.map((_, index) => Math.max(...cells.map((line) => line[index]?.length ?? 0)));
  const isNumber = columns.map((column) => rows.every((row) => typeof row[column] === 'number'));
  const rule = widths.map((width, index) =>
    isNumber[index] ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width),
  );
  for (const line of cells.toSpliced(1, 0, rule)) {
    const padded = line.map((text, index) =>
      isNumber[index] ? text.padStart(widths[index] ?? 0) : text.padEnd(widths[index] ?? 0),
    );
    console.log(`| ${padded.join(' | ')} |`);
  }
}

function cell(value: string | number): string {
  if (typeof value === 'string') return value;
  return value >= 100 || Number.isInteger(value)
    ? Math.round(value).toLocaleString('en-US')
    : value.toFixed(1);
}
