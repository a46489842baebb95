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
import { BEFORE_SCRIPTS } from './before-scripts.ts';
import { guardPage } from './content-security-policy.server.ts';
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
 * less than rendering into a stream.
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
  // Tells the page's own scripts from whatever else might stand in it, and is gone before the page is sent.
  const mark = randomBytes(16).toString('base64url');
  const rendered = renderToString(
    <FailedRequestProvider value={failed}>
      <ServerRouter context={routerContext} url={request.url} nonce={mark} />
    </FailedRequestProvider>,
  );
  const scripts = handoffScripts(handedOver, mark);
  const whole = `<!DOCTYPE html>${scriptsAfterPaint(rendered)}`;
  const end = whole.endsWith(BODY_END) ? whole.length - BODY_END.length : whole.length;
  const { html, policy } = guardPage(whole.slice(0, end) + scripts + whole.slice(end), mark);
  headers.set('Content-Type', 'text/html; charset=utf-8');
  headers.set('Content-Security-Policy', policy);
  if (request.method !== 'HEAD') loadContext.get(requestContext).body = html;
  return new Response(null, { status, headers });
}

const BODY_END = '</body></html>';
const PRELOAD = '<link rel="modulepreload" href="';
const MODULE_SCRIPT = ' type="module"';
const IMPORT = /import \* as (\w+) from ("[^"]+");/g;

/**
 * Lets React Router's scripts begin to load once the page is painted: it is read before it is used, and on a slow
 * network a hundred kilobytes of script would come before its style sheet and pictures. A page that nobody looks at is
 * not painted, and does not wait.
 */
function scriptsAfterPaint(page: string): string {
  const [first = '', ...afterPreloads] = page.split(PRELOAD);
  const files = afterPreloads.map((piece) => piece.slice(0, piece.indexOf('"')));
  const html = first + afterPreloads.map((piece) => piece.slice(piece.indexOf('>') + 1)).join('');
  const attribute = html.lastIndexOf(MODULE_SCRIPT);
  if (attribute < 0) return html;
  const start = html.indexOf('>', attribute) + 1;
  const end = html.indexOf('</script>', start);
  const script = [
    BEFORE_SCRIPTS,
    `if (!document.hidden && PerformanceObserver.supportedEntryTypes.includes('paint'))`,
    `await new Promise((painted) => new PerformanceObserver(painted).observe({ type: 'paint', buffered: true }));`,
    `for (const href of ${JSON.stringify(files)}) document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));`,
    html.slice(start, end).replaceAll(IMPORT, 'const $1 = await import($2);'),
  ].join('\n');
  return html.slice(0, start) + script + html.slice(end);
}

async function readHandoff(stream: ReadableStream<Uint8Array>): Promise<string[]> {
  const decoder = new TextDecoder();
  const chunks: string[] = [];
  for await (const chunk of stream) chunks.push(decoder.decode(chunk, { stream: true }));
  return chunks;
}

/** Gives the loaders' data to the router in the browser, as ServerRouter itself does when it renders into a stream. */
function handoffScripts(chunks: readonly string[], mark: string): string {
  const stream = 'window.__reactRouterContext.streamController';
  const calls = [...chunks.map((chunk) => `enqueue(${scriptText(chunk)})`), 'close()'];
  return calls.map((call) => `<script nonce="${mark}">${stream}.${call};</script>`).join('');
}

/** A text as a literal that neither ends its script nor breaks its line. */
function scriptText(text: string): string {
  return JSON.stringify(text).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
