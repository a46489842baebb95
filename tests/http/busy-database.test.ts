import { afterAll, beforeAll, expect, test } from 'vitest';
import { isOverload } from '#server/database/overload.ts';
import { type AttackedShop, createAttackedShop } from '../support/attack-shop.ts';

let attacked: AttackedShop;

beforeAll(async () => {
  attacked = await createAttackedShop();
});
afterAll(() => attacked.shop[Symbol.asyncDispose]());

test('a request for a locked table gets 503 with Retry-After, and does not block others', async () => {
  const { shop, admin } = attacked;
  const { owner } = shop.database;
  await owner.query('begin');
  await owner.query('lock table catalog_counts, conditions, part_requests');
  const started = performance.now();
  const get = (path: string) => shop.request(path, { headers: { Cookie: admin.cookie } });
  const [page, data, api, asked] = await Promise.all([
    get('/'),
    get('/_.data'),
    get('/api/models?make=Honda'),
    admin.send('POST', '/functions/v1/send-part-request-email', {
      name: 'Dana Driver',
      email: 'dana@example.com',
      phone: '',
      make: 'Honda',
      model: 'Civic',
      year: '2015',
      partName: 'Horn',
      description: '',
      urgency: 'low',
    }),
  ]);
  await owner.query('rollback');
  expect(performance.now() - started).toBeLessThan(12_000);
  for (const answer of [page, data, api, asked]) {
    expect(answer.status).toBe(503);
    expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0);
  }
  expect(await page.text()).toContain('Please try again in a moment');
  expect(await api.json()).toEqual({ error: 'The shop is busy. Please try again in a moment.' });
  expect((await get('/')).status).toBe(200);
  const { rows } = await owner.query('select count(*)::int as count from part_requests');
  expect(rows).toEqual([{ count: 0 }]);
});

test('every login of the application has timeouts', async () => {
  const { pools } = attacked.shop.database;
  const settings = async (query: (text: string) => Promise<{ rows: Record<string, string>[] }>) => {
    const { rows } = await query(
      `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
        current_setting('idle_in_transaction_session_timeout') as idle`,
    );
    return rows[0];
  };
  const screens = { statement: '10s', lock: '5s', idle: '15s' };
  expect(await settings((text) => pools.auth.query(text))).toEqual(screens);
  expect(await settings((text) => pools.jobs.query(text))).toEqual(screens);
  expect(await settings((text) => pools.limits.query(text))).toEqual({ ...screens, statement: '2s' });
  const { CompiledQuery } = await import('kysely');
  const asKysely = (text: string) =>
    pools.public.executeQuery<Record<string, string>>(CompiledQuery.raw(text));
  expect(await settings(asKysely)).toEqual(screens);
  expect(
    await settings((text) => pools.shop.executeQuery<Record<string, string>>(CompiledQuery.raw(text))),
  ).toEqual(screens);
  await pools.as({ role: 'service_role' }, async (transaction) => {
    const run = (text: string) => transaction.executeQuery<Record<string, string>>(CompiledQuery.raw(text));
    expect(await settings(run)).toEqual(screens);
  });
});

test('an internal error is not reported as overload', () => {
  const failure = (code: string, cause?: unknown) => Object.assign(new Error('x', { cause }), { code });
  expect(isOverload(failure('57014'))).toBe(true);
  expect(isOverload(failure('ERR', failure('53300')))).toBe(true);
  expect(isOverload(new Error('timeout exceeded when trying to connect'))).toBe(true);
  for (const code of ['08006', '53100', '57P01', '57P03', 'ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND'])
    expect(isOverload(failure(code))).toBe(true);
  expect(isOverload(new Error('Client has encountered a connection error and is not queryable'))).toBe(true);
  expect(isOverload(failure('42P01'))).toBe(false);
  expect(isOverload('57014')).toBe(false);
});
