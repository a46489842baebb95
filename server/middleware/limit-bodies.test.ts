import { Hono } from 'hono';
import type { ServerBuild } from 'react-router';
import { expect, test } from 'vitest';
import { type Accepts, FORM_TYPES, JSON_TYPES } from '#core/values/accepts.ts';
import { limitBodies } from './limit-bodies.ts';

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';

interface Declared {
  id: string;
  path?: string;
  parentId?: string;
  index?: true;
  accepts?: Accepts;
}

const declared: readonly Declared[] = [
  { id: 'root', path: '' },
  { id: 'home', parentId: 'root', index: true, accepts: { kilobytes: 2, types: JSON_TYPES } },
  { id: 'new', parentId: 'root', path: 'new' },
  { id: 'desk', parentId: 'root', path: 'desk' },
  { id: 'frame', parentId: 'desk', accepts: { kilobytes: 64, types: JSON_TYPES } },
  { id: 'upload', parentId: 'frame', path: 'part/:id/file', accepts: { kilobytes: 300, types: FORM_TYPES } },
  { id: 'longest', parentId: 'frame', path: 'longest', accepts: { kilobytes: 256, types: FORM_TYPES } },
  { id: 'plain', parentId: 'frame', path: 'part/plain' },
  { id: 'call', parentId: 'root', path: 'call/:name', accepts: { kilobytes: 64, types: JSON_TYPES } },
  { id: 'none', parentId: 'root', path: '*' },
];

function buildOf(routes: readonly Declared[]): ServerBuild {
  const entries = routes.map(({ accepts, ...route }) => [route.id, { ...route, module: { accepts } }]);
  return { routes: Object.fromEntries(entries) } as unknown as ServerBuild;
}

interface Sent {
  /** Null leaves the type out. */
  type?: string | null;
  bytes?: number;
  chunked?: boolean;
  build?: Parameters<typeof limitBodies>[0];
}

/** Answers with the status, and how much of the body was taken from the client. */
async function post(
  path: string,
  { type = FORM, bytes = 10, chunked = false, build = buildOf(declared) }: Sent,
) {
  let taken = 0;
  const piece = new Uint8Array(1024);
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (taken >= bytes) return controller.close();
        const next = piece.subarray(0, bytes - taken);
        taken += next.length;
        controller.enqueue(next);
      },
    },
    { highWaterMark: 0 },
  );
  const app = new Hono();
  app.use(limitBodies(build));
  app.post('*', async (context) => context.json((await context.req.arrayBuffer()).byteLength));
  const headers = {
    ...(type !== null && { 'Content-Type': type }),
    ...(chunked ? { 'Transfer-Encoding': 'chunked' } : { 'Content-Length': String(bytes) }),
  };
  const sent: RequestInit & { duplex: 'half' } = { method: 'POST', headers, body, duplex: 'half' };
  const { status } = await app.request(path, sent);
  return { status, taken };
}

const KILOBYTE = 1024;

test.each([
  ['a route that names no limit', '/new'],
  ['a route below one that names a limit', '/desk/part/plain'],
  ['no route', '/no/such/route'],
])('%s takes a form of 16 kB', async (_, path) => {
  expect(await post(path, { bytes: 16 * KILOBYTE })).toEqual({ status: 200, taken: 16 * KILOBYTE });
  expect(await post(path, { bytes: 16 * KILOBYTE + 1 })).toEqual({ status: 413, taken: 0 });
  expect(await post(path, { type: 'multipart/form-data; boundary=x' })).toMatchObject({ status: 200 });
  expect(await post(path, { type: JSON_TYPE })).toEqual({ status: 415, taken: 0 });
});

test.each([
  ['/', JSON_TYPE, 2],
  ['/_.data', JSON_TYPE, 2],
  ['/desk/part/1/file', FORM, 300],
  ['/DESK/part/1/file', FORM, 300],
  ['/desk/part/1/file.data', FORM, 300],
  ['/call/this', JSON_TYPE, 64],
])('%s takes what its route accepts', async (path, type, kilobytes) => {
  const bytes = kilobytes * KILOBYTE;
  expect(await post(path, { type, bytes })).toEqual({ status: 200, taken: bytes });
  expect(await post(path, { type, bytes: bytes + 1 })).toEqual({ status: 413, taken: 0 });
  expect(await post(path, { type: 'text/plain' })).toEqual({ status: 415, taken: 0 });
});

test('a body without a length is read as far as its limit, and not at all if the limit is high', async () => {
  const sent = { type: JSON_TYPE, bytes: 1024 * KILOBYTE, chunked: true };
  const { status, taken } = await post('/call/this', sent);
  expect(status).toBe(413);
  expect(taken).toBeLessThanOrEqual(66 * KILOBYTE);
  expect(await post('/desk/longest', { bytes: 10, chunked: true })).toEqual({ status: 200, taken: 10 });
  expect(await post('/desk/part/1/file', { bytes: 10, chunked: true })).toEqual({ status: 411, taken: 0 });
});

test('only an empty body needs no type', async () => {
  expect(await post('/new', { type: null, bytes: 0 })).toEqual({ status: 200, taken: 0 });
  expect(await post('/new', { type: null, bytes: 1 })).toEqual({ status: 415, taken: 0 });
  expect(await post('/new', { type: null, bytes: 1, chunked: true })).toEqual({ status: 415, taken: 0 });
  expect(await post('/new', { type: 'text/plain', bytes: 0 })).toEqual({ status: 415, taken: 0 });
});

test('a route that the shop does not serve has no limit of its own', async () => {
  const build = buildOf(declared.filter(({ id }) => id !== 'upload'));
  expect(await post('/desk/part/1/file', { build, bytes: 17 * KILOBYTE })).toEqual({ status: 413, taken: 0 });
});

test('in development, a changed limit holds at once', async () => {
  let build = buildOf(declared);
  const sent = { build: async () => build, bytes: 20 * KILOBYTE };
  expect(await post('/new', sent)).toMatchObject({ status: 413 });
  const changed = { id: 'new', parentId: 'root', path: 'new', accepts: { kilobytes: 20, types: FORM_TYPES } };
  build = buildOf([...declared.filter(({ id }) => id !== 'new'), changed]);
  expect(await post('/new', sent)).toMatchObject({ status: 200 });
});
