import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';

/** node bench/sign-in.ts: how 20 failed sign-ins per second slow down pages. The shop needs TRUST_PROXY=true. */
const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://localhost:3000' },
    page: { type: 'string', default: '/junkyard?q=brake' },
    seconds: { type: 'string', default: '15' },
    rate: { type: 'string', default: '20' },
  },
});
const duration = Number(values.seconds) * 1000;

console.log('pages alone      ', summarize(await readPages()));
const signIns: number[] = [];
const [pages] = await Promise.all([readPages(), signInAtRate(signIns)]);
console.log(`pages, ${values.rate} sign-ins/s`, summarize(pages));
console.log('sign-ins         ', summarize(signIns));

async function readPages(): Promise<number[]> {
  const times: number[] = [];
  const pending: Promise<void>[] = [];
  for (const end = Date.now() + duration; Date.now() < end; await pause(20)) {
    pending.push(measureTime(times, () => fetch(values.url + values.page)));
  }
  await Promise.all(pending);
  return times;
}

async function signInAtRate(times: number[]): Promise<void> {
  const pending: Promise<void>[] = [];
  for (const end = Date.now() + duration; Date.now() < end; await pause(1000 / Number(values.rate))) {
    pending.push(
      measureTime(times, () =>
        fetch(`${values.url}/auth/v1/token?grant_type=password`, {
          method: 'POST',
          headers: {
            'Content-Type': 'application/json',
            'X-Forwarded-For': `10.${[...randomBytes(3)].join('.')}`,
          },
          body: JSON.stringify({
            email: `${randomBytes(6).toString('hex')}@example.com`,
            password: 'a guess',
          }),
        }),
      ),
    );
  }
  await Promise.all(pending);
}

async function measureTime(times: number[], send: () => Promise<Response>): Promise<void> {
  const started = performance.now();
  const response = await send();
  await response.arrayBuffer();
  if (!response.ok && response.status !== 400) throw new Error(`${response.url} answered ${response.status}`);
  times.push(performance.now() - started);
}

function summarize(times: number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => `${(sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1)} ms`;
  return `${sorted.length} times   median ${at(0.5)}   p90 ${at(0.9)}   p99 ${at(0.99)}`;
}
