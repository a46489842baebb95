import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import type { Files } from '#core/platform/files.server.ts';
import { type S3StandIn, startS3StandIn } from '../support/s3-stand-in.ts';
import { createFolderFiles } from '#server/files/folder-files.ts';
import { inLong } from '../support/in-long.ts';
import { createS3Files, CHUNK_BYTES } from '#server/files/s3/s3-files.ts';

const ROOT = join(import.meta.dirname, '../..');
const [, , , ...COMMAND] = packageJson.scripts.files.split(' ');

const NAMES = Array.from(
  { length: 20 },
  (_, index) => `pictures/n${String(index).padStart(2, '0')}-320.webp`,
);

const large = randomBytes(CHUNK_BYTES * 2 + 1);

let store: S3StandIn;
let dataDir: string;
let folder: Files;
let bucket: Files;
beforeEach(async () => {
  store = await startS3StandIn();
  dataDir = await mkdtemp(join(tmpdir(), 'partyard-move-'));
  folder = createFolderFiles(join(dataDir, 'files'));
  bucket = createS3Files(store.settings);
  for (const name of NAMES) await folder.put(name, Buffer.from(`content of ${name}`));
  await folder.put('originals/large.png', large);
});
afterEach(async () => {
  await store[Symbol.asyncDispose]();
  await rm(dataDir, { recursive: true });
});

function environment(): Record<string, string> {
  const { endpoint, bucket: name, region, accessKey, secretKey } = store.settings;
  return {
    PATH: process.env['PATH'] ?? '',
    DATA_DIR: dataDir,
    FILES_S3_ENDPOINT: endpoint,
    FILES_S3_BUCKET: name,
    FILES_S3_REGION: region,
    FILES_S3_ACCESS_KEY: accessKey,
    FILES_S3_SECRET_KEY: secretKey,
  };
}

/** "npm run files -- <words>", without npm. */
function run(...words: string[]): Promise<{ code: number; lines: string[] }> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [...COMMAND, ...words],
      { cwd: ROOT, env: environment() },
      (error, stdout, stderr) => {
        const lines = `${stdout}${stderr}`.split('\n').filter((line) => line !== '');
        resolve({ code: error ? Number(error.code) : 0, lines });
      },
    );
  });
}

async function contents(files: Files): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const kind of ['pictures', 'originals', 'photos']) {
    for await (const { name } of files.walk(kind)) {
      const content = await files.get(`${kind}/${name}`);
      found.set(`${kind}/${name}`, Buffer.from(content ?? []).toString('base64'));
    }
  }
  return found;
}

inLong('files are moved to a bucket and back, and deleted from the source only if asked to', async () => {
  const before = await contents(folder);
  expect(await run('move', 'bucket')).toEqual({
    code: 0,
    lines: ['Moved      21 files are in the bucket: 21 now copied'],
  });
  expect(await contents(bucket)).toEqual(before);
  expect(store.objects.get(NAMES[0] ?? '')?.contentType).toBe('image/webp');
  expect(await contents(folder)).toEqual(before);
  expect((await run()).lines).toEqual(['DATA_DIR   21 files, 17 MB', 'Bucket     21 files, 17 MB']);

  // What was uploaded meanwhile follows.
  await folder.put('photos/new.webp', Buffer.from('new'));
  expect((await run('move', 'bucket', '--delete')).lines).toEqual([
    'Moved      22 files are in the bucket: 1 now copied, 22 deleted from the source',
  ]);
  expect((await contents(folder)).size).toBe(0);
  expect((await run('move', 'folder', '--delete')).code).toBe(0);
  expect(store.objects.size).toBe(0);
  expect(await contents(folder)).toEqual(
    before.set('photos/new.webp', Buffer.from('new').toString('base64')),
  );
});

inLong('a move that is killed in the middle of a large file goes on when it is started again', async () => {
  const before = await contents(folder);
  const reached = new Promise<void>((resolve) => {
    store.fault = ({ query }) => {
      if (query.get('partNumber') !== '2') return undefined;
      resolve();
      return 'hang';
    };
  });
  const child = spawn(process.execPath, [...COMMAND, 'move', 'bucket'], { cwd: ROOT, env: environment() });
  const ended = new Promise((resolve) => child.on('close', resolve));
  await reached;
  child.kill('SIGKILL');
  await ended;
  expect(store.objects.has('originals/large.png')).toBe(false);
  expect(store.uploads.size).toBe(1);
  store.fault = () => undefined;
  store.requests.length = 0;
  expect(await run('move', 'bucket')).toEqual({
    code: 0,
    lines: ['Moved      21 files are in the bucket: 1 now copied'],
  });
  // Those that were there are not read: the store knows their sums.
  const writes = store.requests.filter(({ method }) => method === 'PUT' || method === 'POST');
  expect(new Set(writes.map(({ key }) => key))).toEqual(
    new Set(['originals/large.png', expect.stringMatching('^checks/')]),
  );
  expect(await contents(bucket)).toEqual(before);
  await bucket.removeUnfinished(new Date(Date.now() + 60_000));
  expect(store.uploads.size).toBe(0);
});

inLong('a file that differs from its copy is named and not deleted', async () => {
  const [one = '', two = ''] = NAMES;
  await bucket.put(one, Buffer.from('another size'));
  await bucket.put(two, Buffer.from(`content of ${two}`).fill('x', 0, 1));
  expect(await run('move', 'bucket', '--delete')).toEqual({
    code: 1,
    lines: [
      `FAILED     ${one}: the target has another file of this name`,
      `FAILED     ${two}: the target has another file of this name`,
      'Moved      19 files are in the bucket: 19 now copied, 19 deleted from the source',
    ],
  });
  expect([...(await contents(folder)).keys()]).toEqual([one, two]);

  // The store has no checksum for this file.
  const copy = store.objects.get('originals/large.png');
  if (copy) copy.content = Buffer.from(copy.content).fill(0, 5, 9);
  await folder.put('originals/large.png', large);
  expect((await run('move', 'bucket', '--delete')).lines).toContain(
    'FAILED     originals/large.png: the target has another file of this name',
  );
  expect((await contents(folder)).has('originals/large.png')).toBe(true);
});

inLong('without a store, and with wrong words, nothing changes', async () => {
  store.fault = ({ key }) =>
    key.startsWith('pictures/') ? { status: 403, code: 'AccessDenied' } : undefined;
  expect(await run('move', 'bucket', '--delete')).toEqual({
    code: 1,
    lines: ['AccessDenied: Test & refuse. Start it again to go on.'],
  });
  expect((await contents(folder)).size).toBe(21);
  for (const words of [['move'], ['move', 'away'], ['move', 'bucket', '--all'], ['copy', 'bucket']]) {
    expect((await run(...words)).lines[0]).toMatch(/^npm run files/);
  }
});
