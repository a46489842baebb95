import { afterAll, beforeAll, expect, test } from 'vitest';
import { inLong } from '../support/in-long.ts';
import { runShop, type ShopProcess } from '../support/run-shop.ts';
import { createTestDatabase, TEST_SECRET, type TestDatabase } from '../support/test-database.ts';

const ADMIN = { email: 'ada@example.com', password: 'a password for Ada' };

let database: TestDatabase;
/** Processes of one shop, as on several machines. */
let shops: ShopProcess[];
let addresses: string[];
let cookie: string;

const start = () =>
  runShop({
    DATABASE_URL: database.ownerUrl,
    AUTH_SECRET: TEST_SECRET,
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
  });

beforeAll(async () => {
  database = await createTestDatabase();
  shops = [start(), start()];
  addresses = await Promise.all(shops.map((shop) => shop.ready()));
  const signedIn = await fetch(`${addresses[0]}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(ADMIN),
  });
  cookie = signedIn.headers
    .getSetCookie()
    .map((set) => set.split(';')[0])
    .join('; ');
});
afterAll(async () => {
  await Promise.all(shops.map((shop) => shop.kill('SIGTERM')));
  await database[Symbol.asyncDispose]();
});

async function savePhone(address: string | undefined, phone: string): Promise<number> {
  const { rows } = await database.owner.query('select version from shop_settings');
  const saved = await fetch(`${address}/admin/settings.data`, {
    method: 'POST',
    headers: { Cookie: cookie },
    body: new URLSearchParams({
      intent: 'save',
      topic: 'business',
      values: JSON.stringify({ phone }),
      seenVersion: String(rows[0].version),
    }),
  });
  return saved.status;
}

const contactPage = async (address: string | undefined) => (await fetch(`${address}/contact`)).text();

test('who signs in at one process is signed in at the other one', async () => {
  const answer = await fetch(`${addresses[1]}/admin`, { headers: { Cookie: cookie }, redirect: 'manual' });
  expect(answer.status).toBe(200);
});

test('what one process has changed, the other one shows on the next request, as soon as it can', async () => {
  await contactPage(addresses[1]);
  for (let turn = 0; turn < 10; turn += 1) {
    const [writer, reader] = turn % 2 === 0 ? addresses : addresses.toReversed();
    const phone = `(619) 555-01${turn + 10}`;
    expect(await savePhone(writer, phone)).toBe(200);
    expect(await contactPage(reader)).toContain(phone);
  }
  // The answer waits for a process that is slow.
  process.kill(shops[1]?.pid ?? 0, 'SIGSTOP');
  let isAnswered = false;
  const saved = savePhone(addresses[0], '(619) 555-0199').then((status) => {
    isAnswered = true;
    return status;
  });
  const isStored = async () =>
    (await database.owner.query("select from shop_settings where values::text like '%555-0199%'")).rowCount;
  await expect.poll(isStored, { interval: 10, timeout: 10_000 }).toBe(1);
  // Others are answered meanwhile.
  await contactPage(addresses[0]);
  expect(isAnswered).toBe(false);
  process.kill(shops[1]?.pid ?? 0, 'SIGCONT');
  expect(await saved).toBe(200);
  expect(await contactPage(addresses[1])).toContain('555-0199');
});

inLong('a process that was killed delays the next change by a second at most, and no other', async () => {
  await shops[1]?.kill('SIGKILL');
  const times = [];
  for (const phone of ['(619) 555-0170', '(619) 555-0171', '(619) 555-0172', '(619) 555-0174']) {
    const asked = performance.now();
    expect(await savePhone(addresses[0], phone)).toBe(200);
    times.push(performance.now() - asked);
  }
  expect(times[0]).toBeLessThan(10_000);
  expect(Math.min(...times.slice(1))).toBeLessThan(900);
  // Its replacement counts again.
  shops[1] = start();
  const address = await shops[1].ready();
  await contactPage(address);
  expect(await savePhone(addresses[0], '(619) 555-0173')).toBe(200);
  expect(await contactPage(address)).toContain('555-0173');
});
