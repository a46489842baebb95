import { setTimeout as pause } from 'node:timers/promises';
import { randomAddress } from '../tests/support/random-address.ts';
import { atRate, summarize } from './measure.ts';
import { ADMIN, type Shop } from './shop.ts';
import { createShopper } from './shopper.ts';

const SHOPPERS_PER_SECOND = 5;

export interface Admin {
  /** @throws unless the answer is a 2xx. */
  request(path: string, init?: RequestInit): Promise<Response>;
  /** Sends a form. Returns the JSON of the answer. */
  send(path: string, fields: Record<string, string>): Promise<Record<string, unknown>>;
}

export async function signIn({ address }: Shop): Promise<Admin> {
  const headers = { Origin: address, 'X-Forwarded-For': randomAddress(), Cookie: '' };
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
    async send(path, fields) {
      const response = await request(path, { method: 'POST', body: new URLSearchParams(fields) });
      return (await response.json()) as Record<string, unknown>;
    },
  };
}

export interface WorkWatcher {
  /** Watches work in the background until `isDone`, or until the time limit in minutes. Returns a row of a table. */
  watch(
    stage: string,
    isDone: () => Promise<boolean>,
    minutes: number,
  ): Promise<{ isDone: boolean; row: Record<string, string | number> }>;
}

/** Watches what work costs the shop and its shoppers, after a rest of `seconds` to compare with. */
export async function createWatcher(shop: Shop, seconds: number): Promise<WorkWatcher> {
  const shopper = await createShopper(shop);
  const sendShoppers = (signal: AbortSignal) =>
    atRate(shopper.visit, { perSecond: SHOPPERS_PER_SECOND, signal });
  await sendShoppers(AbortSignal.timeout(seconds * 1_000));
  const alone = summarize(await sendShoppers(AbortSignal.timeout(seconds * 3_000)));
  const memoryAtRest = shop.readMemory();
  console.log(`p99 of shoppers at rest: ${alone.p99.toFixed(0)} ms.\n`);
  return {
    async watch(stage, isDone, minutes) {
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
      const after = shop.readTimes();
      over.abort();
      return {
        isDone: done,
        row: {
          stage: done ? stage : `${stage}, stopped`,
          seconds: (performance.now() - startedAt) / 1_000,
          'shop, s of CPU': (after.shop - before.shop) / 1_000,
          'database, s of CPU': (after.database - before.database) / 1_000,
          'more memory, MB': memory - memoryAtRest,
          'p99 of shoppers, ms': summarize(await shoppers).p99,
        },
      };
    },
  };
}
