import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createProfiles, freshSeconds } from './profiles.ts';
import { createReach } from './reach.ts';

test.each([
  ['public, max-age=3600', undefined, 3_600],
  ['max-age=3600', '600', 3_000],
  ['public, max-age=5', undefined, 60],
  ['no-store', undefined, 60],
  [undefined, undefined, 60],
  ['public, max-age=999999999', undefined, 86_400],
  ['public, max-age=3600', 'never', 3_600],
  ['public, max-age=x', undefined, 60],
])('a profile with Cache-Control %s and Age %s may be kept for %i seconds', (control, age, seconds) => {
  expect(freshSeconds({ ...(control && { 'cache-control': control }), ...(age && { age }) })).toBe(seconds);
});

const profile = (...kids: string[]) =>
  JSON.stringify({
    ucp: { version: '2026-04-08', services: {}, payment_handlers: {} },
    signing_keys: kids.map((kid) => ({ kid, kty: 'RSA' })),
  });

let platform: Server;
let url: string;
let reads: number;
let answer: { status?: number; body: string };
let time: number;
beforeEach(async () => {
  reads = 0;
  time = 1_000;
  answer = { body: profile('one') };
  platform = createServer((_request, response) => {
    reads += 1;
    response.writeHead(answer.status ?? 200, { 'Cache-Control': 'max-age=300' }).end(answer.body);
  });
  await new Promise<void>((resolve) => platform.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(platform.address() as AddressInfo).port}/`;
});
afterEach(() => {
  platform.closeAllConnections();
  platform.close();
});

const SITE = 'http://localhost:3000';
const create = () => createProfiles({ siteUrl: SITE, reach: createReach(SITE), now: () => time });

test('of a profile, only what the shop reads stays in memory', async () => {
  const version = '2026-04-08';
  const long = 'x'.repeat(10_000);
  answer = {
    body: JSON.stringify({
      ucp: {
        version,
        services: {},
        payment_handlers: {},
        capabilities: {
          'com.example.other': [{ version, config: { long } }],
          'dev.ucp.shopping.cart': [{ version: '2025-01-01' }],
          'dev.ucp.shopping.order': [
            { version: '2025-01-01' },
            { version, id: long, config: { webhook_url: 'https://platform.example/events', long } },
          ],
          'dev.ucp.shopping.fulfillment': [
            { version, config: { supports_multi_group: true, webhook_url: long } },
          ],
        },
      },
    }),
  };
  expect((await create()(url)).capabilities).toEqual({
    'dev.ucp.shopping.order': [{ version, config: { webhook_url: 'https://platform.example/events' } }],
    'dev.ucp.shopping.fulfillment': [{ version, config: { supports_multi_group: true } }],
  });
});

test('a host with a dot at its end would not be the text that the owner refused', async () => {
  await expect(create()('https://platform.example./')).rejects.toThrow(
    'must have a host without a dot at its end',
  );
});

test('a profile is kept as its headers say, and then fetched again', async () => {
  const profileOf = create();
  await profileOf(url);
  time += 299_000;
  await profileOf(url);
  expect(reads).toBe(1);
  time += 2_000;
  await profileOf(url);
  expect(reads).toBe(2);
});

test('an unknown key fetches the profile again, at most once a minute', async () => {
  const profileOf = create();
  const keysFor = async (wantsKey: string) => (await profileOf(url, { wantsKey })).keys.map(({ id }) => id);
  await profileOf(url);
  answer = { body: profile('one', 'two') };
  expect(await keysFor('two')).toEqual(['one']);
  time += 61_000;
  expect(await keysFor('one')).toEqual(['one']);
  expect(reads).toBe(1);
  expect(await keysFor('two')).toEqual(['one', 'two']);
  for (let count = 0; count < 5; count += 1) {
    time += 10_000;
    await keysFor('three');
  }
  expect(reads).toBe(2);
});

test('an unknown key fetches one profile of an origin a minute, however many it has', async () => {
  const profileOf = create();
  const addresses = [1, 2, 3].map((at) => `${url}?${at}`);
  await Promise.all(addresses.map((address) => profileOf(address)));
  time += 61_000;
  await Promise.all(addresses.map((address) => profileOf(address, { wantsKey: 'two' })));
  expect(reads).toBe(4);
  time += 61_000;
  await profileOf(addresses[1] ?? '', { wantsKey: 'two' });
  expect(reads).toBe(5);
});

test('a profile that fails is asked for less and less often', async () => {
  const profileOf = create();
  answer = { status: 500, body: '' };
  const fails = () => expect(profileOf(url)).rejects.toMatchObject({ code: 'profile_unreachable' });
  const triedAt: number[] = [];
  for (let second = 0; second < 100; second += 1) {
    const before = reads;
    await fails();
    if (reads > before) triedAt.push(second);
    time += 1_000;
  }
  expect(triedAt).toEqual([0, 5, 15, 35, 75]);
  answer = { body: profile() };
  time += 3_600_000;
  await profileOf(url);
});

test('one at a time is fetched from an address, and ten in all', async () => {
  const profileOf = create();
  await Promise.all([profileOf(url), profileOf(url), profileOf(url)]);
  expect(reads).toBe(1);
  const many = await Promise.allSettled(Array.from({ length: 12 }, (_, at) => profileOf(`${url}?${at}`)));
  expect(many.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
});

test('a fetch can be prevented', async () => {
  const profileOf = create();
  const beforeFetch = () => Promise.reject(new Error('Too many'));
  await expect(profileOf(url, { beforeFetch })).rejects.toThrow('Too many');
  expect(reads).toBe(0);
  await profileOf(url);
  await profileOf(url, { beforeFetch });
});
