import { createHash, randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib';
import type { HttpBindings } from '@hono/node-server';
import type { Logger } from 'pino';
import { type PublicAddress, normalizePublicAddress } from '#domain/public-address.ts';
import { pageStore, type StoredPage } from './page-store.ts';

/** How long a page is kept at most, whatever happens, in milliseconds: what it says of the year comes true again. */
const MAX_AGE = 10 * 60 * 1000;

/** Browsers and caches on the way keep a page and ask each time whether it is still the same: prices change. */
const ASK_EACH_TIME = 'public, max-age=0, must-revalidate';

/** The longest page that is kept, in bytes before compression. The longest of the shop has 200 kB. */
const MOST_BYTES = 1024 * 1024;

/** Pages, and the data of pages. A document that is made while it is read (a feed) is none of them. */
const PAGE_TYPES = /^(text\/html|text\/x-script|application\/json)\b/;

const COMPRESSION = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** Whatever shows a part links to it, or names it. */
const PART_ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** Said of one answer only. */
const PASSING_HEADERS = new Set(['connection', 'content-length', 'date', 'server-timing', 'x-request-id']);

export interface PageCache {
  /** Answers what is asked of public pages, and leaves everything else to `otherwise`. */
  listener(otherwise: RequestListener): RequestListener;
  /** The catalogue has changed, or these parts of it: what was rendered before is worth nothing. */
  forget(partIds?: readonly string[]): void;
}

export interface PageCacheOptions {
  /** The whole shop, for what is not kept. */
  render: (request: Request, bindings: HttpBindings) => Promise<Response>;
  siteUrl: string;
  /** Most bytes of all pages together. */
  maxBytes: number;
  /** False while changes of the catalogue may go unheard: nothing is kept then. */
  mayKeep: () => boolean;
  log: Logger;
}

/** A request, its answer to be, and who answers what is not kept. */
interface Asked {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
  otherwise: RequestListener;
}

/** What was rendered for everybody who asked for it at the same time. */
interface Rendered {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  /** The same, ready to be sent again. */
  page?: StoredPage;
}

/**
 * Keeps the pages that are the same for everybody, compressed once, in front of the rest of the server: a page that is
 * there costs little more than sending its bytes. Security headers and the hashes of scripts are kept with the page.
 */
export function createPageCache({ render, siteUrl, maxBytes, mayKeep, log }: PageCacheOptions): PageCache {
  const store = pageStore(maxBytes, MAX_AGE);
  let rendering = new Map<string, Promise<Rendered | undefined>>();

  /** Undefined: what came is no page, and each who asks gets it by themselves. */
  async function renderOnce(
    address: string,
    passing: boolean,
    bindings: HttpBindings,
  ): Promise<Rendered | undefined> {
    const begun = rendering;
    // Not the visitor's own request: nothing of it but the address may be seen in a page that others get.
    const forwarded = bindings.incoming.headers['x-forwarded-for'];
    const request = new Request(new URL(address, siteUrl), {
      headers: typeof forwarded === 'string' ? { 'X-Forwarded-For': forwarded } : {},
    });
    const response = await render(request, bindings);
    const body = await pageBody(response);
    if (!body) return undefined;
    const rendered = { status: response.status, headers: Object.fromEntries(response.headers), body };
    if (!isForEverybody(response)) return rendered;
    const page = await pageOf(rendered);
    // What was rendered while the catalogue changed may be old already.
    if (begun === rendering && mayKeep()) store.set(address, page, passing);
    return { ...rendered, page };
  }

  async function miss({ address, unbounded }: PublicAddress, asked: Asked): Promise<void> {
    const { incoming, outgoing, otherwise } = asked;
    const mine = rendering;
    let shared = mine.get(address);
    const first = !shared;
    if (!shared) {
      shared = renderOnce(address, unbounded, { incoming, outgoing }).finally(() => mine.delete(address));
      mine.set(address, shared);
    }
    const rendered = await shared;
    if (!rendered) return otherwise(incoming, outgoing);
    const { status, headers, body, page } = rendered;
    // It was another visitor who asks too often.
    if (status === 429 && !first) return otherwise(incoming, outgoing);
    if (page) {
      outgoing.setHeader('X-Request-Id', headers['x-request-id'] ?? '');
      return send(page, incoming, outgoing);
    }
    outgoing.writeHead(status, { ...headers, 'content-length': body.length });
    outgoing.end(incoming.method === 'HEAD' ? undefined : body);
  }

  function answer(wanted: PublicAddress, asked: Asked): Promise<void> {
    const { incoming, outgoing } = asked;
    const page = store.get(wanted.address);
    if (!page) return miss(wanted, asked);
    const requestId = randomUUID();
    const { method, url } = incoming;
    outgoing.setHeader('X-Request-Id', requestId);
    log.info({ requestId, method, path: url?.split('?', 1)[0], status: 200, kept: true });
    return send(page, incoming, outgoing);
  }

  return {
    listener(otherwise) {
      return function answerFromCache(incoming, outgoing) {
        const { method, url } = incoming;
        const wanted =
          (method === 'GET' || method === 'HEAD') && mayKeep() && url
            ? normalizePublicAddress(url)
            : undefined;
        if (!wanted) return otherwise(incoming, outgoing);
        answer(wanted, { incoming, outgoing, otherwise }).catch((error: unknown) => {
          log.error(error, 'A page could not be sent');
          outgoing.destroy();
        });
      };
    },
    forget(partIds) {
      if (partIds) store.forgetParts(partIds);
      else store.clear();
      rendering = new Map();
    },
  };
}

function isForEverybody({ status, headers }: Response): boolean {
  return (
    status === 200 &&
    !headers.has('set-cookie') &&
    !/no-store|private/.test(headers.get('cache-control') ?? '')
  );
}

/** All of a page; undefined for what is no page, or longer than one. */
async function pageBody({ status, body, headers }: Response): Promise<Buffer | undefined> {
  if (body === null) return Buffer.alloc(0);
  if (status === 200 && !PAGE_TYPES.test(headers.get('content-type') ?? '')) {
    await body.cancel();
    return undefined;
  }
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of body) {
    length += piece.length;
    if (length > MOST_BYTES) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

async function pageOf({ headers, body }: Rendered): Promise<StoredPage> {
  const lasting = Object.entries(headers).filter(([name]) => !PASSING_HEADERS.has(name));
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  return {
    headers: {
      'cache-control': ASK_EACH_TIME,
      ...Object.fromEntries(lasting),
      etag,
      vary: 'Accept-Encoding',
    },
    etag,
    partIds: new Set(body.toString('latin1').match(PART_ID)),
    brotli: await compressBrotli(body, COMPRESSION),
  };
}

/** Sends a page in the form that its reader understands, or says that it is still the same. */
async function send(page: StoredPage, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const { headers } = incoming;
  if (headers['if-none-match']?.split(/,\s*/).includes(page.etag)) {
    outgoing.writeHead(304, page.headers).end();
    return;
  }
  const { encoding, bytes } = await inForm(page, String(headers['accept-encoding'] ?? ''));
  if (encoding) outgoing.setHeader('Content-Encoding', encoding);
  outgoing.setHeader('Content-Length', bytes.length);
  outgoing.writeHead(200, page.headers).end(incoming.method === 'HEAD' ? undefined : bytes);
}

async function inForm(
  page: StoredPage,
  accepted: string,
): Promise<{ encoding?: 'br' | 'gzip'; bytes: Buffer }> {
  if (accepts(accepted, 'br')) return { encoding: 'br', bytes: page.brotli };
  const plain = () => decompressBrotli(page.brotli);
  if (!accepts(accepted, 'gzip')) return { bytes: await plain() };
  page.gzip ??= plain().then((body) => compressGzip(body));
  return { encoding: 'gzip', bytes: await page.gzip };
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
