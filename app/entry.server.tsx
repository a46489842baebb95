import { randomBytes } from 'node:crypto';
import { renderToString } from 'react-dom/server';
import {
  isRouteErrorResponse,
  ServerRouter,
  type EntryContext,
  type HandleErrorFunction,
  type RouterContextProvider,
} from 'react-router';
import { requestContext } from '#services';
import { guardPage } from './frame/content-security-policy.server.ts';
import { FailedRequestProvider } from './frame/failed-request.ts';
import { startScript } from './frame/start-script.server.ts';

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
 * less than rendering into a stream.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  { serverHandoffStream, ...context }: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const failed = status >= 500 ? loadContext.get(requestContext).id : undefined;
  // The loaders' data are complete before the page is rendered: no page of ours waits for a part of itself.
  const data = serverHandoffStream ? await new Response(serverHandoffStream).text() : '';
  // Tells the page's own scripts from whatever else might stand in it, and is gone before the page is sent.
  const mark = randomBytes(16).toString('base64url');
  const rendered = renderToString(
    <FailedRequestProvider value={failed}>
      <ServerRouter context={withShownRoutesOnly(context)} url={request.url} nonce={mark} />
    </FailedRequestProvider>,
  );
  const { html, policy } = guardPage(rendered, { mark, start: startScript(context, data) });
  headers.set('Content-Type', 'text/html; charset=utf-8');
  headers.set('Content-Security-Policy', policy);
  if (request.method !== 'HEAD') loadContext.get(requestContext).body = `<!DOCTYPE html>${html}`;
  return new Response(null, { status, headers });
}

/** So that the page is not looked for a second time, among all routes of the shop. */
function withShownRoutesOnly(context: EntryContext): EntryContext {
  const { matches } = context.staticHandlerContext;
  const shown = matches.flatMap(({ route: { id } }) => {
    const route = context.manifest.routes[id];
    return route ? [[id, route] as const] : [];
  });
  return { ...context, manifest: { ...context.manifest, routes: Object.fromEntries(shown) } };
}
