import { Writable } from 'node:stream';
import { renderToPipeableStream } from 'react-dom/server';
import {
  isRouteErrorResponse,
  ServerRouter,
  type EntryContext,
  type HandleErrorFunction,
  type RouterContextProvider,
} from 'react-router';
import { requestContext } from '#services';
import { contentSecurityPolicy } from './content-security-policy.server.ts';
import { FailedRequestProvider } from './failed-request.ts';

/** The server runs from source, where there is no JSX: its mails are rendered here. */
export { renderLetter } from './mail/render-letter.server.tsx';

/** How long deferred data of a page may take before the page is sent without it, in milliseconds. */
export const streamTimeout = 5_000;

/** Notes what failed. An answer that a visitor brought about (4xx), or that nobody waits for any more, is no failure. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  context.get(requestContext).logError(error);
};

/**
 * Renders the whole page before the first byte is sent: the policy header needs the hashes of all inline scripts,
 * and a page that fails half-way can still be answered with the right status.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const failed = status >= 500 ? loadContext.get(requestContext).id : undefined;
  const html = await render(
    <FailedRequestProvider value={failed}>
      <ServerRouter context={routerContext} url={request.url} />
    </FailedRequestProvider>,
  );
  headers.set('Content-Type', 'text/html; charset=utf-8');
  headers.set('Content-Security-Policy', contentSecurityPolicy(html));
  return new Response(request.method === 'HEAD' ? null : html, { status, headers });
}

function render(page: React.ReactNode): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk);
        done();
      },
      final(done) {
        resolve(Buffer.concat(chunks).toString('utf8'));
        done();
      },
    });
    const { pipe, abort } = renderToPipeableStream(page, {
      // The page is whole when it is sent: a part of it that came later, by script, would be lost without script.
      progressiveChunkSize: Infinity,
      onAllReady() {
        clearTimeout(timer);
        pipe(sink);
      },
      onShellError(error) {
        clearTimeout(timer);
        reject(error);
      },
      onError() {
        // An error boundary has taken over; the error itself was reported where it was thrown.
      },
    });
    const timer = setTimeout(abort, streamTimeout + 1_000);
  });
}
