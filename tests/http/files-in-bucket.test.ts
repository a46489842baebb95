import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { keepFiles } from '#server/files/kept-files.ts';
import { tidyPhotographs } from '#core/pictures/tidy-photographs.server.ts';
import { server } from '../support/built-server.ts';
import { formAddress, readOutcome } from '../support/read-outcome.ts';
import { addDeskOrder } from '../support/desk-orders.ts';
import { addParts } from '../support/parts.ts';
import { type S3StandIn, startS3StandIn } from '../support/s3-stand-in.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';

const PASSWORD = 'a password for pictures';

let store: S3StandIn;
let shop: TestShop;
let staff: string;
let part: string;

beforeAll(async () => {
  store = await startS3StandIn();
  const files = server.createS3Files(store.settings, { backoffMs: 1 });
  shop = await createTestShop({ files: keepFiles(files, 1_000_000) });
  await shop.addUser({ email: 'ada@example.com', password: PASSWORD, admin: true });
  staff = await shop.signIn('ada@example.com', PASSWORD);
});
afterAll(async () => {
  await shop[Symbol.asyncDispose]();
  await store[Symbol.asyncDispose]();
});
beforeEach(async () => {
  store.objects.clear();
  store.fault = () => undefined;
  await shop.database.owner.query('delete from parts_catalog; delete from part_pictures');
  [part = ''] = await addParts(shop.database.owner, [{ part_name: 'Alternator' }]);
});

async function send(path: string, fields: Record<string, string | File>) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  const address = formAddress(path, fields);
  const response = await shop.request(address, { method: 'POST', body, headers: { cookie: staff } });
  return { status: response.status, ...(await readOutcome(response)) };
}

async function photo(): Promise<File> {
  const create = { width: 40, height: 30, channels: 3 as const, background: '#963' };
  return new File([new Uint8Array(await sharp({ create }).jpeg().toBuffer())], 'photo.jpg');
}

const add = async () => send(`/admin/part/${part}/pictures`, { id: randomUUID(), picture: await photo() });

async function addressOf(id: string): Promise<string | null> {
  const { rows } = await shop.database.owner.query('select image_url from parts_catalog where id = $1', [id]);
  return rows[0].image_url;
}

test('a picture of a part is in the bucket, and the shop serves it from there once', async () => {
  expect(await add()).toMatchObject({ status: 200, done: true });
  expect(store.objects.size).toBe(3);
  const address = (await addressOf(part)) ?? '';
  store.requests.length = 0;
  for (let times = 0; times < 3; times += 1) {
    const response = await shop.request(address);
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toBe('image/webp');
    expect(response.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
    const content = Buffer.from(await response.arrayBuffer());
    expect(
      content.equals(store.objects.get(address.replace('/files/', ''))?.content ?? Buffer.alloc(0)),
    ).toBe(true);
  }
  expect(store.requests).toHaveLength(1);
  expect((await shop.request('/files/pictures/none.webp')).status).toBe(404);
  expect((await shop.request('/files/pictures/')).status).toBe(404);
});

test.each(['cut off' as const, { status: 503, code: 'SlowDown' }, { status: 403, code: 'AccessDenied' }])(
  'an upload that the store does not take (%o) is refused, and nothing refers to it',
  async (fault) => {
    const order = await addDeskOrder(shop.database.owner, {});
    // The second of three sizes.
    let puts = 0;
    store.fault = ({ method }) => {
      if (method !== 'PUT') return undefined;
      puts += 1;
      return puts > 1 ? fault : undefined;
    };
    const status = typeof fault === 'object' && fault.status === 403 ? 500 : 503;
    expect(await add()).toEqual({
      status,
      done: false,
      message: expect.stringMatching(/^Error adding the picture: something went wrong\. Reference /),
    });
    const form = { intent: 'add-photo', photo: await photo() };
    expect(await send(`/admin/orders/PY-${order.number}`, form)).toMatchObject({
      status,
      done: false,
      message: expect.stringContaining('Error adding the photo: something went wrong. Reference '),
    });
    const rows = 'select id::text from part_pictures union all select id::text from order_photos';
    expect((await shop.database.owner.query(rows)).rows).toEqual([]);
    expect(await addressOf(part)).toBeNull();

    // What is left of it is removed later.
    expect(store.objects.size).toBe(1);
    store.fault = () => undefined;
    await tidyPhotographs(shop.database.pools, shop.files);
    expect(store.objects.size).toBe(1);
    expect(await add()).toMatchObject({ status: 200, done: true });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 25 * 3_600_000 });
    try {
      await tidyPhotographs(shop.database.pools, shop.files);
    } finally {
      vi.useRealTimers();
    }
    expect(store.objects.size).toBe(3);
  },
);

test('without the store, pages work, and pictures say that they can be asked for again', async () => {
  await add();
  const address = (await addressOf(part)) ?? '';
  for (const fault of ['cut off', 'wrong length', 'wrong content'] as const) {
    store.fault = () => fault;
    const response = await shop.request(address);
    expect(response.status).toBe(503);
    expect(response.headers.get('Retry-After')).toBe('5');
    expect(response.headers.get('Cache-Control') ?? '').not.toContain('immutable');
    expect((await shop.request('/junkyard')).status).toBe(200);
  }
});
