import { request } from 'node:http';
import { BENCH_SECRET, type BenchOptions, type Catalogs } from './catalogs.ts';
import { printTable } from './measure.ts';
import { randomAddress } from '../tests/support/random-address.ts';
import { runWatchedShop } from './watched-shop.ts';

export async function benchStreams(catalogs: Catalogs, { parts }: BenchOptions): Promise<void> {
  const { url } = await catalogs.open(parts);
  const shop = await runWatchedShop({
    DATABASE_URL: url,
    AUTH_SECRET: BENCH_SECRET,
    TRUST_PROXY: 'true',
  });
  const { address } = shop;
  const rows = [];
  try {
    for (const [path, encoding] of [
      ['/health', 'identity'],
      ['/sitemap.xml', 'identity'],
      ['/sitemaps/parts-3f.xml', 'identity'],
      ['/sitemaps/make-Toyota.xml', 'identity'],
      ['/feeds/google-merchant.xml', 'identity'],
      ['/feeds/google-merchant.xml', 'gzip'],
    ] as const) {
      await read(`${address}/sitemaps/pages.xml`, 'identity');
      const { length } = shop.readSeconds();
      const { first, whole, bytes } = await read(address + path, encoding);
      const loop = shop.readSeconds().slice(length);
      const most = (figures: number[]) => (figures.length > 0 ? Math.max(...figures).toFixed(1) : '');
      rows.push({
        address: path + (encoding === 'gzip' ? ', gzip' : ''),
        'first byte, ms': first,
        'whole, ms': whole,
        MB: bytes / 1e6,
        'longest turn, ms': most(loop.map((each) => each.most)),
        'memory, MB': most(loop.map((each) => each.memory / 1e6)),
      });
    }
  } finally {
    await shop[Symbol.asyncDispose]();
  }
  console.log(`${parts.toLocaleString('en-US')} parts, one reader.\n`);
  printTable(rows);
}

function read(url: string, encoding: string): Promise<{ first: number; whole: number; bytes: number }> {
  return new Promise((resolve, reject) => {
    const sentAt = performance.now();
    // Each request has its own client address, because of the rate limit.
    const headers = { 'Accept-Encoding': encoding, 'X-Forwarded-For': randomAddress() };
    const client = request(url, { headers }, (response) => {
      let first = 0;
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        first ||= performance.now() - sentAt;
        bytes += chunk.length;
      });
      response.on('end', () => {
        if (response.statusCode !== 200) reject(new Error(`${url} was answered ${response.statusCode}`));
        else resolve({ first, whole: performance.now() - sentAt, bytes });
      });
      response.on('error', reject);
    });
    client.on('error', reject).end();
  });
}
