import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';

/**
 * node bench/sign-in.ts --url http://localhost:3000
 *
 * What signing in costs those who only look: how long a page of the catalogue takes, without and with 20 sign-ins a
 * second beside it. Each of them is refused, after the same work on the password, for an account and from an address of
 * its own, so that no limit is met: the shop must run with TRUST_PROXY=true.
 */
const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://localhost:3000' },
    page: { type: 'string', default: '/junkyard?q=brake' },
    seconds: { type: 'string', default: '15' },
    rate: { type: 'string', default: '20' },
  },
});
const duration = Number(values.seconds) * 1000;

console.log('pages alone      ', summary(await readPages()));
const signIns: number[] = [];
const [pages] = await Promise.all([readPages(), signInAtRate(signIns)]);
console.log(`pages, ${values.rate} sign-ins/s`, summary(pages));
console.log('sign-ins         ', summary(signIns));

/** A page every 20 ms, as long as it lasts; how long each took, in milliseconds. */
async function readPages(): Promise<number[]> {
  const times: number[] = [];
  const under: Promise<void>[] = [];
  for (const end = Date.now() + duration; Date.now() < end; await pause(20)) {
    under.push(timed(times, () => fetch(values.url + values.page)));
  }
  await Promise.all(under);
  return times;
}

async function signInAtRate(times: number[]): Promise<void> {
  const under: Promise<void>[] = [];
  for (const end = Date.now() + duration; Date.now() < end; await pause(1000 / Number(values.rate))) {
    under.push(
      timed(times, () =>
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
  await Promise.all(under);
}

async function timed(times: number[], ask: () => Promise<Response>): Promise<void> {
  const started = performance.now();
  const response = await ask();
  await response.arrayBuffer();
  if (!response.ok && response.status !== 400) throw new Error(`${response.url} answered ${response.status}`);
  times.push(performance.now() - started);
}

function summary(times: number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => `${(sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1)} ms`;
  return `${sorted.length} times   median ${at(0.5)}   p90 ${at(0.9)}   p99 ${at(0.99)}`;
}
