import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addParts } from '../support/parts.ts';
import { runShop, type ShopProcess } from '../support/run-shop.ts';
import { createTestDatabase, TEST_SECRET, type TestDatabase } from '../support/test-database.ts';

const ADA = { email: 'ada@example.com', password: 'a password for Ada' };
const HOUR_MS = 3_600_000;
const CLOCK = import.meta.resolve('../support/shifted-clock.ts');

/** Three processes of one shop. */
const shifts = { right: 0, ahead: HOUR_MS, behind: -HOUR_MS };
type Name = keyof typeof shifts;

let database: TestDatabase;
let shops: Record<Name, ShopProcess>;
let addresses: Record<Name, string>;

beforeAll(async () => {
  database = await createTestDatabase();
  const run = (shift: number) =>
    runShop({
      DATABASE_URL: database.ownerUrl,
      AUTH_SECRET: TEST_SECRET,
      ADMIN_EMAIL: ADA.email,
      ADMIN_PASSWORD: ADA.password,
      LOG_LEVEL: 'error',
      CLOCK_SHIFT_MS: String(shift),
      NODE_OPTIONS: `--import=${CLOCK}`,
    });
  shops = { right: run(shifts.right), ahead: run(shifts.ahead), behind: run(shifts.behind) };
  const [right = '', ahead = '', behind = ''] = await Promise.all(
    Object.values(shops).map((shop) => shop.ready()),
  );
  addresses = { right, ahead, behind };
  // One network may hold two percent of all units.
  await addParts(database.owner, [{ part_name: 'Bolt', stock_quantity: 5_000 }]);
});
afterAll(async () => {
  await Promise.all(Object.values(shops).map((shop) => shop.kill('SIGTERM')));
  await database[Symbol.asyncDispose]();
});

function send(
  method: 'POST' | 'PUT',
  name: Name,
  path: string,
  { body = {}, cookie = '' }: { body?: object; cookie?: string },
) {
  return fetch(`${addresses[name]}${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', Cookie: cookie },
    body: JSON.stringify(body),
  });
}

const cookieOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((set) => set.split(';')[0])
    .join('; ');

async function row(statement: string): Promise<Record<string, unknown>> {
  return (await database.owner.query(statement)).rows[0];
}

test('the log of a process with a wrong clock says so', async () => {
  for (const name of ['ahead', 'behind'] as const)
    await shops[name].line(/clock of this machine.*3[56]\d\d s/);
  expect(shops.right.lines.join('\n')).not.toContain('clock of this machine');
});

const mixed: [made: Name, used: Name][] = [
  ['ahead', 'right'],
  ['behind', 'right'],
  ['right', 'ahead'],
  ['right', 'behind'],
  ['behind', 'ahead'],
];

describe.each(mixed)('what a process whose clock is %s makes is right for one that is %s:', (made, used) => {
  test('a session lasts for 30 days, and its password can be changed for ten minutes', async () => {
    const signedIn = await send('POST', made, '/auth/v1/token?grant_type=password', { body: ADA });
    expect(signedIn.status).toBe(200);
    const cookie = cookieOf(signedIn);
    expect((await send('POST', used, '/auth/v1/token?grant_type=refresh_token', { cookie })).status).toBe(
      200,
    );
    expect(
      await row(`select round(extract(epoch from expires_at - now()) / 3600)::int as hours,
        abs(extract(epoch from created_at - now())) < 60 as is_now
        from auth.sessions order by created_at desc limit 1`),
    ).toEqual({ hours: 30 * 24, is_now: true });
    const change = () =>
      send('PUT', used, '/auth/v1/user', { body: { password: 'a new password for Ada' }, cookie });
    expect((await change()).status).toBe(200);
    await database.owner.query("update auth.sessions set created_at = created_at - interval '11 minutes'");
    expect((await change()).status).toBe(403);
    await database.owner.query('delete from auth.sessions; delete from limits; delete from mails');
  });

  test('a mailed link works until it expires', async () => {
    expect((await send('POST', made, '/auth/v1/recover', { body: { email: ADA.email } })).status).toBe(200);
    const { body } = await row("select body::text as body from mails where recipient = 'ada@example.com'");
    const path = /\/auth\/v1\/verify\?type=recovery&(?:amp;)?token=[\w-]+/.exec(String(body))?.[0] ?? '';
    const open = async () => {
      const answer = await fetch(`${addresses[used]}${path.replace('&amp;', '&')}`, { redirect: 'manual' });
      return answer.headers.get('Location');
    };
    expect(await open()).toMatch(/\/reset-password$/);
    await database.owner.query("update auth.mailed_links set expires_at = now() - interval '1 second'");
    expect(await open()).toContain('link_expired');
    await database.owner.query('delete from mails; delete from auth.mailed_links; delete from limits');
  });

  test('a hold ends after half an hour', async () => {
    const [id = ''] = await addParts(database.owner, [{ part_name: 'Rotor', price: 40, stock_quantity: 1 }]);
    const body = {
      items: [{ id, name: 'Rotor', amountCents: 4000, quantity: 1 }],
      currency: 'usd',
      taxCents: 320,
      shippingCents: 1500,
    };
    const bought = await send('POST', made, '/functions/v1/create-payment', { body });
    expect(bought.status).toBe(200);
    const minutes = await row(
      `select round(extract(epoch from expires_at - now()) / 60)::int as left
       from orders where id = (select order_id from stock_holds where part_id = '${id}')`,
    );
    expect(minutes).toEqual({ left: 30 });
    const again = await send('POST', used, '/functions/v1/create-payment', { body });
    expect(again.status).toBe(409);
  });
});
