import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';

/** node bench/audit-load.ts: how 200 audit events per second slow down pages. The shop needs TRUST_PROXY=true. */
const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://localhost:3000' },
    page: { type: 'string', default: '/junkyard?q=brake' },
    seconds: { type: 'string', default: '15' },
    rate: { type: 'string', default: '200' },
    batch: { type: 'string', default: '1' },
  },
});
const duration = Number(values.seconds) * 1000;
const batch = Number(values.batch);
const failures = new Map<string, number>();

console.log('pages alone     ', summarize(await readPages()));
const events: number[] = [];
const [pages] = await Promise.all([readPages(), logAtRate(events)]);
console.log('pages, with it  ', summarize(pages));
console.log(`calls with ${batch} event(s) each, ${values.rate} events/s wanted`, summarize(events));
for (const [why, times] of failures) console.log(`${times} failed: ${why}`);

async function readPages(): Promise<number[]> {
  const times: number[] = [];
  const pending: Promise<void>[] = [];
  for (const end = Date.now() + duration; Date.now() < end; await pause(20)) {
    pending.push(measureTime(times, () => fetch(values.url + values.page)));
  }
  await Promise.all(pending);
  return times;
}

async function logAtRate(times: number[]): Promise<void> {
  const pending: Promise<void>[] = [];
  const startedAt = Date.now();
  const calls = Number(values.rate) / batch / 1000;
  for (let sent = 0; Date.now() < startedAt + duration; await pause(5)) {
    for (; sent < (Date.now() - startedAt) * calls; sent += 1) pending.push(measureTime(times, logEvents));
  }
  await Promise.all(pending);
}

function logEvents(): Promise<Response> {
  const event = {
    p_action: 'page_view',
    p_resource_type: 'page',
    p_resource_id: '/',
    p_details: { how: 'link' },
  };
  return fetch(`${values.url}/rpc/log_audit_event`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': `10.${[...randomBytes(3)].join('.')}` },
    body: JSON.stringify(Array.from({ length: batch }, () => event)),
  });
}

async function measureTime(times: number[], send: () => Promise<Response>): Promise<void> {
  const started = performance.now();
  try {
    const response = await send();
    await response.arrayBuffer();
    if (!response.ok) throw new Error(String(response.status));
    times.push(performance.now() - started);
  } catch (error) {
    const { message, cause } = error as Error;
    const why = cause instanceof Error ? cause.message : message;
    failures.set(why, (failures.get(why) ?? 0) + 1);
  }
}

function summarize(times: number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => `${(sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1)} ms`;
  return `${sorted.length} times   median ${at(0.5)}   p90 ${at(0.9)}   p99 ${at(0.99)}`;
}
