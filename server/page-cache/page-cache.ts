import { createHash } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib';
import type { Logger } from 'pino';
import { type PublicAddress, normalizePublicAddress } from '#domain/public-address.ts';
import { partNumber, recordShown } from '#services/shown-lists.server.ts';
import type { Bindings } from '../middleware/client-address.ts';
import { hidePathVins } from '#domain/vin-text.ts';
import { readRequestId } from '../middleware/request-id.ts';
import { createPageStore, type StoredPage } from './page-store.ts';
import type { PartChange, PartChanges } from './part-changes.ts';

/** Limits how long the list of years can be wrong, and what counts as a new arrival. */
export const MAX_PAGE_AGE_MS = 60 * 60 * 1000;

/** Browsers and proxies revalidate each time, because prices change. */
export const REVALIDATE = 'public, max-age=0, must-revalidate';

/** What a link fetched ahead, the page may show without asking again. Later, it is revalidated like any other. */
const FETCHED_AHEAD = 'private, max-age=10, must-revalidate';

/** Maximum size of a stored page before compression. The shop's largest page has 200 kB. */
const MAX_PAGE_BYTES = 1024 * 1024;

/** Pages and their data, but not streamed documents such as feeds. */
const PAGE_TYPES = /^(text\/html|text\/x-script|application\/json)\b/;

const COMPRESSION = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** A page that shows a part contains its id. */
const PART_ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** Of the client whose request is rendered. */
const FORWARDED_HEADERS = ['x-forwarded-for', 'x-request-id'];

const TRANSIENT_HEADERS = new Set(['connection', 'content-length', 'date', 'server-timing', 'x-request-id']);

export interface PageCache {
  listener(next: RequestListener): RequestListener;
  /** Forgets the pages that these changes of parts may change. */
  changeParts(changes: readonly PartChange[]): void;
  /** Forgets all pages. */
  clear(): void;
  /** Answers with and without rendering, and the size of the kept pages. */
  readonly counts: { hits: number; misses: number; bytes: number };
}

export interface PageCacheOptions {
  render: (request: Request, bindings: Bindings) => Promise<Response>;
  siteUrl: string;
  trustRequestId: boolean;
  maxBytes: number;
  /** False while catalog changes may be missed. */
  canStore: () => boolean;
  partChanges: PartChanges;
  log: Logger;
}

interface Exchange {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
  next: RequestListener;
}

interface Rendered {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  page?: StoredPage;
}

/** Each page is compressed once. Security headers and hashes of scripts are stored with it. */
export function createPageCache(options: PageCacheOptions): PageCache {
  const { render, siteUrl, trustRequestId, maxBytes, canStore, partChanges, log } = options;
  const store = createPageStore(maxBytes, MAX_PAGE_AGE_MS);
  /** Of the catalog, besides those of single parts. */
  let changes = 0;
  let hits = 0;
  let misses = 0;
  let rendering = new Map<string, Promise<Rendered | undefined>>();

  /** Returns undefined if the response is not a page. Then each request is rendered separately. */
  async function renderOnce(
    { address, unbounded, ignoresStock }: PublicAddress,
    incoming: IncomingMessage,
  ): Promise<Rendered | undefined> {
    const before = { changes, parts: partChanges.count };
    // A new request, because the page must not contain data of this visitor.
    const headers = new Headers();
    for (const name of FORWARDED_HEADERS) {
      const value = incoming.headers[name];
      if (typeof value === 'string') headers.set(name, value);
    }
    const request = new Request(new URL(address, siteUrl), { headers });
    // Without the response, because others may wait for the page when this client leaves.
    const { result: response, ...shown } = await recordShown(() => render(request, { incoming }));
    const body = await readPageBody(response);
    if (!body) return undefined;
    const rendered = { status: response.status, headers: Object.fromEntries(response.headers), body };
    if (!isPublic(response)) return rendered;
    const isRecorded = shown.lists.length > 0 || shown.parts.size > 0 || ignoresStock;
    const page = await toStoredPage(rendered, {
      parts: shown.parts,
      lists: isRecorded ? shown.lists : null,
      ignoresStock,
      changes: before.parts,
    });
    // A page rendered during a catalog change may be out of date.
    if (before.changes === changes && canStore()) store.set(address, page, unbounded);
    return { ...rendered, page };
  }

  async function renderPage(page: PublicAddress, exchange: Exchange): Promise<void> {
    const { incoming, outgoing, next } = exchange;
    misses += 1;
    const startedIn = rendering;
    let shared = startedIn.get(page.address);
    const first = !shared;
    if (!shared) {
      shared = renderOnce(page, incoming).finally(() => startedIn.delete(page.address));
      startedIn.set(page.address, shared);
    }
    const rendered = await shared;
    if (!rendered) return next(incoming, outgoing);
    const { status, headers, body, page: stored } = rendered;
    // The rate limit applies to the client whose request was rendered.
    if (status === 429 && !first) return next(incoming, outgoing);
    if (stored) {
      outgoing.setHeader('X-Request-Id', headers['x-request-id'] ?? '');
      return send(stored, incoming, outgoing);
    }
    outgoing.writeHead(status, { ...headers, 'content-length': body.length });
    // Node leaves out the body of a response to HEAD.
    outgoing.end(body);
  }

  async function respond(address: PublicAddress, exchange: Exchange): Promise<void> {
    const { incoming, outgoing } = exchange;
    const page = store.get(address.address);
    if (!page) return renderPage(address, exchange);
    if (page.changes !== partChanges.count && (await partChanges.mayChange(page))) {
      store.delete(address.address);
      return renderPage(address, exchange);
    }
    hits += 1;
    const { method, url, headers } = incoming;
    const requestId = readRequestId(headers['x-request-id'], { trustRequestId });
    outgoing.setHeader('X-Request-Id', requestId);
    log.info({ requestId, method, path: hidePathVins(url?.split('?', 1)[0] ?? ''), status: 200, kept: true });
    return send(page, incoming, outgoing);
  }

  return {
    listener(next) {
      return function answerFromCache(incoming, outgoing) {
        const { method, url } = incoming;
        const address =
          (method === 'GET' || method === 'HEAD') && canStore() && url
            ? normalizePublicAddress(url)
            : undefined;
        if (!address) return next(incoming, outgoing);
        respond(address, { incoming, outgoing, next }).catch((error: unknown) => {
          log.error(error, 'A page could not be sent');
          outgoing.destroy();
        });
      };
    },
    changeParts(changed) {
      partChanges.add(changed);
      // A later request must not get a page that was begun before.
      rendering = new Map();
    },
    clear() {
      changes += 1;
      store.clear();
      rendering = new Map();
    },
    get counts() {
      return { hits, misses, bytes: store.size };
    },
  };
}

function isPublic({ status, headers }: Response): boolean {
  return (
    status === 200 && !headers.has('set-cookie') && !headers.get('cache-control')?.match(/no-store|private/)
  );
}

async function readPageBody({ status, body, headers }: Response): Promise<Buffer | undefined> {
  if (body === null) return Buffer.alloc(0);
  if (status === 200 && !headers.get('content-type')?.match(PAGE_TYPES)) {
    await body.cancel();
    return undefined;
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > MAX_PAGE_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function toStoredPage(
  { headers, body }: Rendered,
  {
    parts,
    ...shown
  }: Pick<StoredPage, 'lists' | 'changes' | 'ignoresStock'> & { parts: ReadonlySet<string> },
): Promise<StoredPage> {
  const stored = Object.entries(headers).filter(([name]) => !TRANSIENT_HEADERS.has(name));
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  return {
    headers: {
      'cache-control': REVALIDATE,
      ...Object.fromEntries(stored),
      etag,
      vary: 'Accept-Encoding',
    },
    etag,
    ...shown,
    parts: Uint32Array.from(
      new Set([...parts, ...(body.toString('latin1').match(PART_ID) ?? [])]),
      partNumber,
    ),
    brotli: await compressBrotli(body, COMPRESSION),
  };
}

async function send(page: StoredPage, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const { headers } = incoming;
  const answered =
    headers['sec-purpose'] === 'prefetch' && page.headers['cache-control'] === REVALIDATE
      ? { ...page.headers, 'cache-control': FETCHED_AHEAD }
      : page.headers;
  if (headers['if-none-match']?.split(/,\s*/).includes(page.etag)) {
    outgoing.writeHead(304, answered).end();
    return;
  }
  const { encoding, bytes } = await encodePage(page, String(headers['accept-encoding'] ?? ''));
  if (encoding) outgoing.setHeader('Content-Encoding', encoding);
  outgoing.setHeader('Content-Length', bytes.length);
  outgoing.writeHead(200, answered).end(bytes);
}

async function encodePage(
  page: StoredPage,
  accepted: string,
): Promise<{ encoding?: 'br' | 'gzip'; bytes: Buffer }> {
  if (accepts(accepted, 'br')) return { encoding: 'br', bytes: page.brotli };
  const plain = await decompressBrotli(page.brotli);
  if (!accepts(accepted, 'gzip')) return { bytes: plain };
  // Browsers accept Brotli. To keep both would need twice the space.
  return { encoding: 'gzip', bytes: await compressGzip(plain) };
}

function accepts(accepted: string, encoding: string): boolean {
  return accepted.split(',').some((each) => {
    const [name, quality = ''] = each.split(';');
    return name?.trim() === encoding && !/^\s*q=0(\.0*)?\s*$/.test(quality);
  });
}

const compressBrotli = promisify(brotliCompress);
const decompressBrotli = promisify(brotliDecompress);
const compressGzip = promisify(gzip);
