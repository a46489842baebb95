import { renderToString } from 'react-dom/server';
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
 * a page that fails half-way can still be answered with the right status, and rendering at once into a string costs
 * a third less than rendering into a stream (docs/performance.md).
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  { serverHandoffStream, ...routerContext }: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const failed = status >= 500 ? loadContext.get(requestContext).id : undefined;
  // The loaders' data are complete before the page is rendered: no page of ours waits for a part of itself.
  const handedOver = serverHandoffStream ? await readHandoff(serverHandoffStream) : [];
  const page = renderToString(
    <FailedRequestProvider value={failed}>
      <ServerRouter context={routerContext} url={request.url} />
    </FailedRequestProvider>,
  );
  const html = `<!DOCTYPE html>${page.replace(/(<\/body><\/html>)?$/, (end) => handoffScripts(handedOver) + end)}`;
  headers.set('Content-Type', 'text/html; charset=utf-8');
  headers.set('Content-Security-Policy', contentSecurityPolicy(html));
  return new Response(request.method === 'HEAD' ? null : html, { status, headers });
}

async function readHandoff(stream: ReadableStream<Uint8Array>): Promise<string[]> {
  const decoder = new TextDecoder();
  const chunks: string[] = [];
  for await (const chunk of stream) chunks.push(decoder.decode(chunk, { stream: true }));
  return chunks;
}

/** Gives the loaders' data to the router in the browser, as ServerRouter itself does when it renders into a stream. */
function handoffScripts(chunks: readonly string[]): string {
  const stream = 'window.__reactRouterContext.streamController';
  const enqueued = chunks.map((chunk) => `<script>${stream}.enqueue(${scriptText(chunk)});</script>`);
  return `${enqueued.join('')}<script>${stream}.close();</script>`;
}

/** A text as a literal that neither ends its script nor breaks its line. */
function scriptText(text: string): string {
  return JSON.stringify(text).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
