import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { accepts, compressBrotli, compressGzip } from '../middleware/compress-pages.ts';

/** Browsers and proxies revalidate each time, because prices change. */
export const REVALIDATE = 'public, max-age=0, must-revalidate';

/** A page may show what a link fetched ahead without asking again. Later, it is revalidated like any other. */
const FETCHED_AHEAD = 'private, max-age=10, must-revalidate';

const TRANSIENT_HEADERS = new Set(['connection', 'content-length', 'date', 'server-timing', 'x-request-id']);

/** A page in Brotli only: browsers accept it, and other encodings would need more space. */
export interface SentPage {
  headers: Record<string, string>;
  etag: string;
  brotli: Buffer;
}

export async function toSentPage(headers: Record<string, string>, body: Buffer): Promise<SentPage> {
  const sent = Object.entries(headers).filter(([name]) => !TRANSIENT_HEADERS.has(name));
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  return {
    headers: { 'cache-control': REVALIDATE, ...Object.fromEntries(sent), etag, vary: 'Accept-Encoding' },
    etag,
    brotli: await compressBrotli(body),
  };
}

/** Sends the page in an encoding that the client accepts, or without a body if the client has the same page. */
export async function sendPage(
  page: SentPage,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const { headers } = incoming;
  const answered =
    headers['sec-purpose'] === 'prefetch' && page.headers['cache-control'] === REVALIDATE
      ? { ...page.headers, 'cache-control': FETCHED_AHEAD }
      : page.headers;
  if (headers['if-none-match']?.split(/,\s*/).includes(page.etag)) {
    outgoing.writeHead(304, answered).end();
    return;
  }
  const { encoding, bytes } = await decodePage(page, String(headers['accept-encoding'] ?? ''));
  if (encoding) outgoing.setHeader('Content-Encoding', encoding);
  outgoing.setHeader('Content-Length', bytes.length);
  // Node leaves out the body of a response to HEAD.
  outgoing.writeHead(200, answered).end(bytes);
}

async function decodePage(
  { brotli }: SentPage,
  accepted: string,
): Promise<{ encoding?: string; bytes: Buffer }> {
  if (accepts(accepted, 'br')) return { encoding: 'br', bytes: brotli };
  const uncompressed = await decompressBrotli(brotli);
  return accepts(accepted, 'gzip')
    ? { encoding: 'gzip', bytes: await compressGzip(uncompressed) }
    : { bytes: uncompressed };
}

const decompressBrotli = promisify(brotliDecompress);
