import { get } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ListeningShop, listenWith } from '../support/listening-shop.ts';
import { addParts } from '../support/parts.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';

let shop: TestShop;
/** Without a page cache. */
let listening: ListeningShop;

beforeAll(async () => {
  shop = await createTestShop();
  await addParts(shop.database.owner, [{ part_name: 'Front Brake Pads' }]);
  listening = await listenWith(shop);
});
afterAll(async () => {
  await listening[Symbol.asyncDispose]();
  await shop[Symbol.asyncDispose]();
});

interface Answer {
  encoding: string | undefined;
  vary: string | undefined;
  length: string | undefined;
  bytes: Buffer;
}

/** As it is sent, without added headers or decompression. */
function read(path: string, accepted?: string): Promise<Answer> {
  const headers = accepted === undefined ? {} : { 'Accept-Encoding': accepted };
  return new Promise((resolve, reject) => {
    get(listening.url + path, { headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const { 'content-encoding': encoding, 'content-length': length, vary } = response.headers;
        resolve({ encoding, vary, length, bytes: Buffer.concat(chunks) });
      });
    }).on('error', reject);
  });
}

test.each(['/', '/junkyard', '/junkyard.data', '/api/suggestions?q=brake', '/nothing', '/cart'])(
  'without a page cache, %s is sent by Brotli',
  async (path) => {
    const plain = await read(path);
    expect([plain.encoding, plain.vary]).toEqual([undefined, undefined]);
    const sent = await read(path, 'gzip, deflate, br, zstd');
    if (plain.bytes.length < 1_024) {
      expect([sent.encoding, sent.bytes.toString()]).toEqual([undefined, plain.bytes.toString()]);
      return;
    }
    expect([sent.encoding, sent.vary]).toEqual(['br', 'Accept-Encoding']);
    expect(sent.length).toBe(String(sent.bytes.length));
    expect(sent.bytes.length).toBeLessThan(plain.bytes.length / 2);
    // Each has its own marks of scripts and request id.
    expect(Math.abs(brotliDecompressSync(sent.bytes).length - plain.bytes.length)).toBeLessThan(100);
  },
);

test('a client without Brotli gets gzip, and one that refuses both plain text', async () => {
  for (const accepted of ['gzip', 'br;q=0, gzip']) {
    const { encoding, vary, bytes } = await read('/junkyard', accepted);
    expect([encoding, vary]).toEqual(['gzip', 'Accept-Encoding']);
    expect(gunzipSync(bytes).toString()).toContain('Front Brake Pads');
  }
  const { encoding, vary, bytes } = await read('/junkyard', 'br;q=0, gzip;q=0');
  expect([encoding, vary]).toEqual([undefined, 'Accept-Encoding']);
  expect(bytes.toString()).toContain('Front Brake Pads');
});

test('a feed is compressed while it is sent', async () => {
  const { encoding, length, bytes } = await read('/feeds/google-merchant.xml', 'gzip, br');
  expect([encoding, length]).toEqual(['gzip', undefined]);
  expect(gunzipSync(bytes).toString()).toMatch(/<\/rss>\s*$/);
});
