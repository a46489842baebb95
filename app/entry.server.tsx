import { randomBytes } from 'node:crypto';
import { Writable } from 'node:stream';
import type { ReactNode } from 'react';
import { renderToPipeableStream } from 'react-dom/server';
import {
  isRouteErrorResponse,
  ServerRouter,
  type EntryContext,
  type HandleErrorFunction,
  type RouterContextProvider,
} from 'react-router';
import { requestContext } from '#core/platform/request.server.ts';
import { mayScan } from '#core/yard/scan-pages.ts';
import { guardPage } from './frame/content-security-policy.server.ts';
import { FailedRequestProvider } from './frame/failed-request.ts';

/** Milliseconds for deferred data. After that, the page is sent without it. */
export const streamTimeout = 5_000;

/** Ignores 4xx responses and aborted requests. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  context.get(requestContext).logError(error);
};

/** Renders the whole page first: the policy header needs the hashes of its scripts, and a failed page its status. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const failed = status >= 500 ? loadContext.get(requestContext).id : undefined;
  // Marks the page's own scripts (content-security-policy.server.ts).
  const mark = randomBytes(16).toString('base64url');
  const rendered = await renderWhole(
    <FailedRequestProvider value={failed}>
      <ServerRouter context={context} url={request.url} nonce={mark} />
    </FailedRequestProvider>,
    mark,
  );
  const { html, policy } = guardPage(scriptsLast(rendered), mark, {
    decodes: status === 200 && mayScan(new URL(request.url).pathname),
  });
  headers.set('Content-Type', 'text/html; charset=utf-8');
  headers.set('Content-Security-Policy', policy);
  if (request.method !== 'HEAD') loadContext.get(requestContext).body = html;
  return new Response(null, { status, headers });
}

/** Loads scripts after styles and fonts: docs/performance.md, "First load". */
function scriptsLast(html: Buffer): Buffer {
  const pieces = [];
  let from = 0;
  for (let at = html.indexOf(PRELOAD); at >= 0; at = html.indexOf(PRELOAD, from)) {
    pieces.push(html.subarray(from, at), PRELOAD_LATER);
    from = at + PRELOAD.length;
  }
  return Buffer.concat([...pieces, html.subarray(from)]);
}

const PRELOAD = Buffer.from('<link rel="modulepreload"');
const PRELOAD_LATER = Buffer.from('<link rel="modulepreload" fetchpriority="low"');

/** Sends bytes, because text would be decoded, copied and encoded again: a twentieth of the time of a page. */
function renderWhole(page: ReactNode, nonce: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(page, {
      nonce,
      // React would send large parts later, with scripts that move them into place.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => pipe(collect(resolve)),
      onError: reject,
    });
  });
}

/** Costs less than a stream that is read again. */
function collect(use: (html: Buffer) => void): Writable {
  const chunks: Buffer[] = [];
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
    },
    final(done) {
      use(Buffer.concat(chunks));
      done();
    },
  });
}
