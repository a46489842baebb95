import { setTimeout as pause } from 'node:timers/promises';
import { randomAddress } from '../tests/support/random-address.ts';
import { formAddress, readOutcome } from '../tests/support/read-outcome.ts';
import { atRate, summarize } from './measure.ts';
import { ADMIN, type BenchOptions, type Shop } from './shop.ts';
import { createShopper } from './shopper.ts';

const SHOPPERS_PER_SECOND = 5;

export type Admin = Awaited<ReturnType<typeof signIn>>;

export async function signIn({ address }: Shop) {
  const headers = { Origin: address, 'X-Forwarded-For': randomAddress(), Cookie: '' };
  /** Sends a request. @throws unless the answer is a 2xx. */
  async function request(path: string, init?: RequestInit): Promise<Response> {
    const response = await fetch(address + path, {
      ...init,
      headers: { ...headers, ...(init?.headers as Record<string, string>) },
    });
    if (!response.ok) throw new Error(`${path} was answered ${response.status} ${await response.text()}`);
    return response;
  }
  const signedIn = await request('/auth/v1/token?grant_type=password', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(ADMIN),
  });
  headers.Cookie = signedIn.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
  return {
    request,
    /** Sends a form. Returns what the action answers. */
    async send(path: string, fields: Record<string, string>) {
      const init = { method: 'POST', body: new URLSearchParams(fields) };
      return readOutcome<Record<string, unknown>>(await request(formAddress(path, fields), init));
    },
  };
}

/**
 * Measures the shop and its shoppers at rest. The returned function watches work in the background until it is done, `minutes` at
 * most, and returns a row of a table.
 */
export async function createWatcher(shop: Shop, { seconds, minutes }: BenchOptions) {
  const shopper = await createShopper(shop);
  const sendShoppers = (signal: AbortSignal) =>
    atRate(shopper.visit, { perSecond: SHOPPERS_PER_SECOND, signal });
  await sendShoppers(AbortSignal.timeout(seconds * 1_000));
  const alone = summarize(await sendShoppers(AbortSignal.timeout(seconds * 3_000)));
  const memoryAtRest = shop.readMemory();
  console.log(`p99 of shoppers at rest: ${alone.p99.toFixed(0)} ms.\n`);
  return async function watch(stage: string, isDone: () => Promise<boolean>) {
    const over = new AbortController();
    const shoppers = sendShoppers(over.signal);
    const before = shop.readTimes();
    const startedAt = performance.now();
    let memory = memoryAtRest;
    let done = false;
    while (!done && performance.now() - startedAt < minutes * 60_000) {
      await pause(200);
      memory = Math.max(memory, shop.readMemory());
      done = await isDone();
    }
    const took = (performance.now() - startedAt) / 1_000;
    const after = shop.readTimes();
    over.abort();
    const row: Record<string, string | number> = {
      stage: done ? stage : `${stage}, stopped`,
      seconds: took,
      'shop, s of CPU': (after.shop - before.shop) / 1_000,
      'database, s of CPU': (after.database - before.database) / 1_000,
      'more memory, MB': memory - memoryAtRest,
      'p99 of shoppers, ms': summarize(await shoppers).p99,
    };
    return { isDone: done, row };
  };
}
