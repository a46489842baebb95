import { randomBytes } from 'node:crypto';
import dns, { type LookupAddress, type LookupAllOptions } from 'node:dns';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Files } from '#core/platform/files.server.ts';
import { type S3StandIn, startS3StandIn } from '#tests/support/s3-stand-in.ts';
import { StartError } from '../start-error.ts';
import { createFolderFiles } from './folder-files.ts';
import { checkBucket } from './s3/check-bucket.ts';
import { createS3Files, CHUNK_BYTES } from './s3/s3-files.ts';
import type { S3Options, S3Settings } from './s3/s3-client.ts';

const QUICK: Partial<S3Options> = { backoffMs: 1 };

// The host shop.store.test is this machine.
vi.spyOn(dns, 'lookup').mockImplementation(((
  _host: string,
  _options: LookupAllOptions,
  found: (error: null, addresses: LookupAddress[]) => void,
) => found(null, [{ address: '127.0.0.1', family: 4 }])) as typeof dns.lookup);

let store: S3StandIn;
let folder: string;
beforeEach(async () => {
  store = await startS3StandIn();
  folder = await mkdtemp(join(tmpdir(), 'partyard-files-'));
});
afterEach(async () => {
  await store[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const open = (changes: Partial<S3Settings> = {}, options: Partial<S3Options> = {}) =>
  createS3Files({ ...store.settings, ...changes }, { ...QUICK, ...options });
const picture = Buffer.from('a picture');
const large = randomBytes(CHUNK_BYTES * 2 + 1_000);

async function* inChunks(content: Buffer) {
  for (let start = 0; start < content.length; start += 300_000)
    yield content.subarray(start, start + 300_000);
}

async function readOpened(files: Files, name: string): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of (await files.open(name)) ?? []) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function walked(files: Files, name: string): Promise<string[]> {
  const names: string[] = [];
  for await (const file of files.walk(name)) names.push(file.name);
  return names;
}

describe.each(['folder', 'bucket', 'bucket in the host name', 'bucket without conditions'])(
  'a %s',
  (kind) => {
    let files: Files;
    beforeEach(() => {
      store.knowsConditions = kind !== 'bucket without conditions';
      const named = { endpoint: store.endpoint.replace('127.0.0.1', 'store.test'), pathStyle: false };
      if (kind === 'folder') files = createFolderFiles(folder);
      else files = open(kind === 'bucket in the host name' ? named : {});
    });

    test('stores, reads, lists and deletes files', async () => {
      expect(await files.get('pictures/a-320.webp')).toBeUndefined();
      expect(await files.open('pictures/a-320.webp')).toBeUndefined();
      expect(await files.put('pictures/a-320.webp', picture)).toBe(true);
      expect(await files.put('pictures/a-320.webp', Buffer.from('another'))).toBe(false);
      expect(await files.get('pictures/a-320.webp')).toEqual(picture);
      expect(await readOpened(files, 'pictures/a-320.webp')).toEqual(picture);
      await files.put('pictures/empty.webp', new Uint8Array());
      expect(await files.get('pictures/empty.webp')).toEqual(Buffer.alloc(0));
      await files.delete('pictures/a-320.webp');
      await files.delete('pictures/a-320.webp');
      expect(await files.list('pictures')).toEqual(['empty.webp']);
      expect(await files.list('photos')).toEqual([]);
    });

    test('lists page by page, in order', async () => {
      store.pageSize = 4;
      const names = Array.from({ length: 11 }, (_, index) => `n${String(index).padStart(2, '0')}.png`);
      await Promise.all(names.toReversed().map((name) => files.put(`originals/${name}`, picture)));
      await files.put('photos/other.webp', picture);
      expect(await walked(files, 'originals')).toEqual(names);
      expect(await files.list('originals', { limit: 3, offset: 7 })).toEqual(names.slice(7, 10));
      for await (const { size, storedAt } of files.walk('originals')) {
        expect(size).toBe(picture.length);
        expect(Math.abs(storedAt.getTime() - Date.now())).toBeLessThan(60_000);
      }
    });

    test('streams large files both ways', async () => {
      await files.put('originals/large.png', inChunks(large));
      expect((await readOpened(files, 'originals/large.png')).equals(large)).toBe(true);
      expect(await files.put('originals/large.png', large)).toBe(false);
      expect(store.uploads.size).toBe(0);
    });

    test('takes no other names', async () => {
      for (const name of ['../secret.png', 'pictures/../../x.png', 'pictures/A.png', 'pictures', '']) {
        expect(await files.get(name)).toBeUndefined();
        await expect(files.put(name, picture)).rejects.toThrow('Invalid file name');
      }
      expect(() => files.walk('..')).toThrow('Invalid file name');
    });

    test('has nothing of a file whose content ends with an error', async () => {
      async function* failing() {
        yield large;
        throw new Error('the disk is gone');
      }
      await expect(files.put('originals/broken.png', failing())).rejects.toThrow('the disk is gone');
      expect(await files.list('originals')).toEqual([]);
      expect(store.uploads.size).toBe(0);
    });
  },
);

test('unfinished files of a folder are removed after their time', async () => {
  const files = createFolderFiles(folder);
  const name = '123e4567-e89b-42d3-a456-426614174000';
  await writeFile(join(folder, name), 'half');
  await writeFile(join(folder, 'notes.txt'), 'of the operator');
  await files.removeUnfinished(new Date(Date.now() - 60_000));
  expect(await readdir(folder)).toHaveLength(2);
  await utimes(join(folder, name), 1, 1);
  await utimes(join(folder, 'notes.txt'), 1, 1);
  await files.removeUnfinished(new Date(Date.now() - 60_000));
  expect(await readdir(folder)).toEqual(['notes.txt']);
});

test('unfinished uploads to a bucket are removed after their time', async () => {
  // Fails the second chunk, and the removal of the first one.
  store.fault = ({ method, query }) =>
    query.get('partNumber') === '2' || method === 'DELETE'
      ? { status: 403, code: 'AccessDenied' }
      : undefined;
  await expect(open().put('originals/large.png', large)).rejects.toThrow('AccessDenied');
  expect(store.uploads.size).toBe(1);
  store.fault = () => undefined;
  await open().removeUnfinished(new Date(Date.now() - 60_000));
  expect(store.uploads.size).toBe(1);
  await open().removeUnfinished(new Date(Date.now() + 60_000));
  expect(store.uploads.size).toBe(0);
});

describe('a store that fails', () => {
  const failFirst = (times: number, fault: ReturnType<S3StandIn['fault']>) => {
    let failed = 0;
    store.fault = () => {
      failed += 1;
      return failed <= times ? fault : undefined;
    };
  };

  test.each([
    'hang' as const,
    'cut off' as const,
    { status: 500, code: 'InternalError' },
    { status: 503, code: 'SlowDown' },
    { status: 400, code: 'RequestTimeout' },
  ])('twice (%o) is asked again', async (fault) => {
    const files = open({}, fault === 'hang' ? { idleMs: 1_000 } : {});
    failFirst(2, fault);
    expect(await files.put('pictures/a.webp', picture)).toBe(true);
    failFirst(2, fault);
    expect(await files.get('pictures/a.webp')).toEqual(picture);
    expect(store.requests).toHaveLength(6);
  });

  test('all the time is asked four times, and nothing is stored', async () => {
    failFirst(Infinity, { status: 503, code: 'SlowDown' });
    await expect(open().put('pictures/a.webp', picture)).rejects.toMatchObject({
      code: 'SlowDown',
      isTemporary: true,
    });
    expect(store.requests).toHaveLength(4);
    expect(store.objects.size).toBe(0);
  });

  test('in the middle of a file is asked again, or says so', async () => {
    const files = open({}, { idleMs: 1_000 });
    await files.put('pictures/a.webp', picture);
    failFirst(1, 'stall');
    expect(await files.get('pictures/a.webp')).toEqual(picture);
    failFirst(1, 'stall');
    await expect(readOpened(files, 'pictures/a.webp')).rejects.toMatchObject({ code: 'Timeout' });
  });

  test('to be quick is waited for while it sends something', async () => {
    await open().put('pictures/a.webp', picture);
    failFirst(1, 'slow');
    expect(await open({}, { idleMs: 1_000 }).get('pictures/a.webp')).toEqual(picture);
    expect(store.requests).toHaveLength(2);
  });

  test('to be where the bucket is gets no signed request elsewhere', async () => {
    failFirst(1, { status: 307, code: 'TemporaryRedirect' });
    await expect(open().get('pictures/a.webp')).rejects.toMatchObject({ code: 'TemporaryRedirect' });
    expect(store.requests).toHaveLength(1);
  });

  test('all the time, without an answer, ends with the deadline', async () => {
    failFirst(Infinity, 'hang');
    await expect(open({}, { deadlineMs: 200 }).get('pictures/a.webp')).rejects.toMatchObject({
      code: 'Timeout',
      isTemporary: true,
    });
    expect(store.requests).toHaveLength(1);
  });

  test('for good is not asked again', async () => {
    failFirst(Infinity, { status: 403, code: 'AccessDenied' });
    await expect(open().get('pictures/a.webp')).rejects.toMatchObject({
      code: 'AccessDenied',
      isTemporary: false,
    });
    expect(store.requests).toHaveLength(1);
  });

  test.each(['wrong length', 'wrong content'] as const)(
    'to read (%s) is asked again, or says so',
    async (fault) => {
      await open().put('pictures/a.webp', picture);
      failFirst(1, fault);
      expect(await open().get('pictures/a.webp')).toEqual(picture);
      failFirst(Infinity, fault);
      await expect(open().get('pictures/a.webp')).rejects.toThrow();
      await expect(readOpened(open(), 'pictures/a.webp')).rejects.toThrow();
    },
  );

  test('by storing something else is noticed', async () => {
    store.fault = ({ method }) => (method === 'PUT' ? 'wrong sum' : undefined);
    await expect(open().put('pictures/a.webp', picture)).rejects.toThrow('Damaged');
    await expect(open().put('originals/large.png', large)).rejects.toThrow('Damaged');
    expect(store.uploads.size).toBe(0);
  });

  test('by success with an error in it is asked again, and is no success', async () => {
    failFirst(1, { status: 200, code: 'InternalError' });
    expect(await open().put('pictures/a.webp', picture)).toBe(true);
    store.fault = ({ method }) => (method === 'POST' ? { status: 200, code: 'InternalError' } : undefined);
    await expect(open().put('originals/large.png', large)).rejects.toMatchObject({ code: 'InternalError' });
    expect([...store.objects.keys()]).toEqual(['pictures/a.webp']);
  });

  test("by another server's page with status 200 is no success, and the page is no picture", async () => {
    const isPage = (matches: (request: { method: string; query: URLSearchParams }) => boolean) => {
      store.fault = (request) => (matches(request) ? 'page' : undefined);
    };
    const refused = { code: 'MalformedAnswer' };
    await open().put('pictures/a.webp', picture);
    isPage(() => true);
    await expect(open().put('pictures/b.webp', picture)).rejects.toMatchObject(refused);
    await expect(open().get('pictures/a.webp')).rejects.toMatchObject(refused);
    await expect(readOpened(open(), 'pictures/a.webp')).rejects.toMatchObject(refused);
    await expect(walked(open(), 'pictures')).rejects.toMatchObject(refused);
    await expect(open().removeUnfinished(new Date())).rejects.toMatchObject(refused);
    for (const matches of [
      ({ query }: { query: URLSearchParams }) => query.has('uploads'),
      ({ method }: { method: string }) => method === 'PUT',
      ({ method, query }: { method: string; query: URLSearchParams }) =>
        method === 'POST' && query.has('uploadId'),
    ]) {
      isPage(matches);
      await expect(open().put('originals/large.png', large)).rejects.toMatchObject(refused);
    }
    store.knowsConditions = false;
    isPage(({ method }) => method === 'HEAD');
    await expect(open().put('pictures/b.webp', picture)).rejects.toMatchObject(refused);
    expect([...store.objects.keys()]).toEqual(['pictures/a.webp']);
  });

  test.each([picture, large])('to answer has stored the file all the same', async (content) => {
    const lose = new Set(['PUT', 'POST']);
    store.fault = ({ method, query }) =>
      !query.has('uploads') && lose.delete(method) ? 'lost answer' : undefined;
    await open().put('originals/a.png', content);
    expect(store.objects.get('originals/a.png')?.content.equals(content)).toBe(true);
    expect(store.uploads.size).toBe(0);
  });
});

describe('the check at the start', () => {
  const check = (changes: Partial<S3Settings> = {}) => checkBucket({ ...store.settings, ...changes }, QUICK);

  test('leaves nothing in the bucket', async () => {
    await check();
    expect(store.requests.map(({ method }) => method)).toEqual(['GET', 'PUT', 'GET', 'DELETE']);
    expect(store.objects.size).toBe(0);
  });

  test.each<[Partial<S3Settings>, string]>([
    [{ bucket: 'other' }, 'FILES_S3_BUCKET: the store has no bucket other.'],
    [{ region: 'us-east-1' }, 'FILES_S3_REGION must be eu-test-1 for the bucket shop.'],
    [{ accessKey: 'OTHER' }, 'FILES_S3_ACCESS_KEY: the store does not know the key OTHER.'],
    [{ secretKey: 'other' }, 'FILES_S3_SECRET_KEY is not the secret of the key TESTKEY.'],
    [
      { endpoint: 'http://127.0.0.1:2' },
      "The store of files can't be used (FILES_S3_ENDPOINT http://127.0.0.1:2): ECONNREFUSED: connect ECONNREFUSED 127.0.0.1:2.",
    ],
  ])('refuses %o', async (changes, message) => {
    await expect(check(changes)).rejects.toThrow(new StartError(message));
  });

  test('refuses a key that may only read, a wrong clock, and a server that is no store', async () => {
    store.fault = ({ method }) => (method === 'PUT' ? { status: 403, code: 'AccessDenied' } : undefined);
    await expect(check()).rejects.toThrow('may not list, read, write and delete files in the bucket shop');
    store.fault = () => undefined;
    store.clockErrorMs = 3_600_000;
    await expect(check()).rejects.toThrow('The clock of this machine and that of the store');
    store.clockErrorMs = 0;
    store.fault = () => ({ status: 418, code: 'Teapot' });
    await expect(check()).rejects.toThrow("The store of files can't be used");
  });
});
