import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { findPartIds, normalizePublicAddress, type PublicAddress } from '#core/catalog/public-address.ts';
import { hidePathSecrets } from '#core/vehicles/vin-text.ts';
import type { Bindings } from '../middleware/client-address.ts';
import { encodePage, PAGE_TYPES } from '../middleware/compress-pages.ts';
import { readRequestId } from '../middleware/request-id.ts';
import { sendPage, type SentPage, toSentPage } from './send-page.ts';

/** No page is older, except pages of parts. */
const MAX_AGE_MS = 10_000;

/** A page of this age is rendered again in the background at the next request. */
const RENEWAL_AGE_MS = 9_000;

/** A part's page is forgotten when a part on it changes. Another part that belongs there may be missing for this long. */
const MAX_PART_AGE_MS = 10 * 60_000;

/** Maximum size of a kept page before compression. The shop's largest page has 200 kB. */
const MAX_PAGE_BYTES = 1024 * 1024;

/** Memory besides the compressed page: for each entry with its headers, and for each part in the index. */
const ENTRY_BYTES = 2_000;
const ID_BYTES = 200;

export interface PageCache {
  listener(next: RequestListener): RequestListener;
  /** Forgets the pages of parts that show one of these. */
  forgetParts(ids: readonly string[]): void;
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
  /** False while changes may be missed. */
  canKeep: () => boolean;
  /** Tells whether a client with this Cookie header gets the newest page. Never rejects. */
  wantsNewest: (cookies: string) => Promise<boolean>;
  /** Milliseconds of a clock that is never set back. */
  now?: () => number;
  log: Logger;
}

interface Page extends SentPage {
  /** Ids of the parts on the page of a part. Empty for other pages, which are forgotten only by age. */
  ids: readonly string[];
  begunAt: number;
}

interface Rendered {
  status: number;
  headers: Record<string, string>;
  body: Buffer<ArrayBuffer>;
  /** Undefined if the page must not be kept. */
  page?: Page;
}

interface Rendering {
  /** The parts that have changed since it began. */
  changed: Set<string>;
  /** Undefined if the answer is no public page. Each request then gets its own answer. */
  done: Promise<Rendered | undefined>;
}

/** Keeps public pages, which are the same for all visitors, compressed and with their security headers: docs/page-cache.md. */
export function createPageCache(options: PageCacheOptions): PageCache {
  const { render, siteUrl, trustRequestId, maxBytes, canKeep, wantsNewest, log } = options;
  const now = options.now ?? (() => performance.now());
  /** Part id -> addresses of the pages that show the part. */
  const addressesOf = new Map<string, Set<string>>();
  const pages = new LRUCache<string, Page>({
    maxSize: maxBytes,
    sizeCalculation: ({ brotli, ids }, address) =>
      brotli.length + address.length * 2 + ids.length * ID_BYTES + ENTRY_BYTES,
    perf: { now },
    ttlResolution: 0,
    // Old lists would take the space of pages of parts.
    ttlAutopurge: true,
    dispose: ({ ids }, address) => {
      for (const id of ids) {
        const addresses = addressesOf.get(id);
        addresses?.delete(address);
        if (addresses?.size === 0) addressesOf.delete(id);
      }
    },
  });
  /** A rendering that leaves this map early is neither joined nor kept: it may be from before a change. */
  const rendering = new Map<string, Rendering>();
  let hits = 0;
  let misses = 0;

  function keep(address: string, page: Page): void {
    const ttl = page.ids.length > 0 ? MAX_PART_AGE_MS : MAX_AGE_MS;
    pages.set(address, page, { ttl, start: page.begunAt });
    if (pages.peek(address) !== page) return;
    for (const id of page.ids) addressesOf.set(id, (addressesOf.get(id) ?? new Set()).add(address));
  }

  async function renderPage(
    { address, ids }: PublicAddress,
    incoming: IncomingMessage,
  ): Promise<Rendered | undefined> {
    const begunAt = now();
    // A new request keeps data of this visitor out of the page.
    const headers = new Headers();
    for (const name of ['x-forwarded-for', 'x-request-id']) {
      const value = incoming.headers[name];
      if (typeof value === 'string') headers.set(name, value);
    }
    // The response is not passed on, because others may wait for the page when this client leaves.
    const response = await render(new Request(new URL(address, siteUrl), { headers }), { incoming });
    const body = await readPageBody(response);
    if (!body) return undefined;
    const rendered = { status: response.status, headers: Object.fromEntries(response.headers), body };
    if (response.status !== 200 || isIncomplete(response)) return rendered;
    const shown = ids.length > 0 ? findPartIds(body.toString('latin1')) : [];
    const sent = await toSentPage(rendered.headers, body);
    return { ...rendered, page: { ...sent, begunAt, ids: [...new Set([...ids, ...shown])] } };
  }

  /** Renders once for all who ask meanwhile. */
  function renderOnce(asked: PublicAddress, incoming: IncomingMessage): Rendering {
    const { address, ids } = asked;
    const running = rendering.get(address);
    if (running && !ids.some((id) => running.changed.has(id))) return running;
    const done = renderPage(asked, incoming)
      .then((rendered) => {
        const isCurrent = rendering.get(address) === started && canKeep();
        const page = rendered?.page;
        if (isCurrent && page && !page.ids.some((id) => started.changed.has(id))) keep(address, page);
        return rendered;
      })
      .finally(() => rendering.get(address) === started && rendering.delete(address));
    const started: Rendering = { changed: new Set(), done };
    rendering.set(address, started);
    return started;
  }

  async function answer(
    asked: PublicAddress,
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    next: RequestListener,
  ): Promise<void> {
    const { cookie } = incoming.headers;
    if (cookie && (await wantsNewest(cookie))) return next(incoming, outgoing);
    const kept = pages.get(asked.address);
    if (kept) {
      hits += 1;
      const { method, url = '', headers } = incoming;
      const requestId = readRequestId(headers['x-request-id'], { trustRequestId });
      outgoing.setHeader('X-Request-Id', requestId);
      const path = hidePathSecrets(url.split('?', 1)[0] ?? '');
      log.info({ requestId, method, path, status: 200, kept: true });
      if (kept.ids.length === 0 && now() - kept.begunAt > RENEWAL_AGE_MS) {
        renderOnce(asked, incoming).done.catch((error: unknown) =>
          log.error(error, 'A page could not be rendered again'),
        );
      }
      return sendPage(kept, incoming, outgoing);
    }
    misses += 1;
    const running = rendering.get(asked.address);
    const joined = renderOnce(asked, incoming);
    const rendered = await joined.done;
    // A refusal by a limit is for the client whose request was rendered.
    if (!rendered || (rendered.status === 429 && joined === running)) return next(incoming, outgoing);
    const { status, headers, body, page } = rendered;
    if (page) {
      outgoing.setHeader('X-Request-Id', headers['x-request-id'] ?? '');
      return sendPage(page, incoming, outgoing);
    }
    const encoded = await encodePage(body, String(incoming.headers['accept-encoding'] ?? ''));
    // Node leaves out the body of a response to HEAD.
    outgoing.writeHead(status, { ...headers, ...encoded.headers }).end(encoded.bytes);
  }

  return {
    listener(next) {
      return function answerFromCache(incoming, outgoing) {
        const { method, url } = incoming;
        const isRead = method === 'GET' || method === 'HEAD';
        const asked = isRead && canKeep() && url ? normalizePublicAddress(url) : undefined;
        if (!asked) return next(incoming, outgoing);
        answer(asked, incoming, outgoing, next).catch((error: unknown) => {
          log.error(error, 'A page could not be sent');
          outgoing.destroy();
        });
      };
    },
    forgetParts(ids) {
      for (const id of ids) {
        for (const { changed } of rendering.values()) changed.add(id);
        for (const address of addressesOf.get(id) ?? []) pages.delete(address);
      }
    },
    clear() {
      rendering.clear();
      pages.clear();
    },
    get counts() {
      return { hits, misses, bytes: pages.calculatedSize };
    },
  };
}

/** The shop sends this for a page that lacks a part of itself, or could not read it. */
function isIncomplete({ headers }: Response): boolean {
  return headers.get('cache-control')?.includes('no-store') ?? false;
}

/** Returns undefined for an answer that is not a page, is too large, or is for one visitor. */
async function readPageBody({ status, body, headers }: Response): Promise<Buffer<ArrayBuffer> | undefined> {
  if (body === null) return Buffer.alloc(0);
  const isPage =
    PAGE_TYPES.test(headers.get('content-type') ?? '') && !headers.get('cache-control')?.includes('private');
  if (headers.has('set-cookie') || (status === 200 && !isPage)) {
    body.cancel().catch(() => undefined);
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
