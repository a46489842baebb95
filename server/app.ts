import { Hono, type MiddlewareHandler } from 'hono';
import { compress } from 'hono/compress';
import type { Logger } from 'pino';
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';
import {
  type Accounts,
  accountsContext,
  type Database,
  type Limits,
  limitsContext,
  type Payments,
  paymentsContext,
  databaseContext,
  type Files,
  filesContext,
  requestContext,
  type RequestInfo,
  type Scraping,
  scrapingContext,
  type Security,
  securityContext,
  shopContext,
  type ShopSettings,
} from '#services';
import { CLIENT_ADDRESS_HEADER } from './auth/auth.ts';
import { isOverload } from './database/overload.ts';
import { servePictures } from './files/pictures.ts';
import type { HealthCheck } from './health.ts';
import { limitBodies } from './middleware/limit-bodies.ts';
import { clientAddress } from './middleware/client-address.ts';
import { hasClientLeft } from './middleware/client-left.ts';
import { allowMethods } from './middleware/allow-methods.ts';
import { limitRequests } from './middleware/limit-requests.ts';
import { type RequestVariables, requestLog } from './middleware/request-log.ts';
import { requireSameOrigin } from './middleware/same-origin.ts';
import { securityHeaders } from './middleware/security-headers.ts';
import { staticFiles } from './middleware/static-files.ts';
import { servedRoutes } from './served-routes.ts';

export interface Services {
  database: Database;
  accounts: Accounts;
  payments: Payments;
  limits: Limits;
  scraping: Scraping;
  files: Files;
  security: Security;
  checkHealth: HealthCheck;
  log: Logger;
  shop: ShopSettings;
}

export interface AppOptions {
  /** The built app, or what gives the newest one while developing. */
  build: ServerBuild | (() => Promise<ServerBuild>);
  /** Folder of the built client files; none while developing, when Vite serves them. */
  clientFiles?: string | undefined;
  siteUrl: string;
  trustProxy: boolean;
  services: Services;
}

/** The server on one screen. The order matters: what stands above sees a request first and its answer last. */
export function createApp({ build, clientFiles, siteUrl, trustProxy, services }: AppOptions) {
  const { database, accounts, payments, limits, scraping, files, security, checkHealth, log, shop } =
    services;
  const app = new Hono<{ Variables: RequestVariables }>();

  app.use(requestLog(log));
  app.use(securityHeaders({ https: siteUrl.startsWith('https:') }));
  app.use(allowMethods());
  app.use(clientAddress({ header: CLIENT_ADDRESS_HEADER, trustProxy }));

  // Everybody. Above compression: the files are compressed when they are built.
  if (clientFiles) app.route('/', staticFiles(clientFiles));

  app.route('/files/pictures', servePictures(files));

  app.use(compression());

  // Everybody: whether this process can do its work.
  const byAddress = { limits, header: CLIENT_ADDRESS_HEADER };
  app.get('/health', limitRequests({ ...byAddress, rule: 'health' }), async (context) => {
    const health = await checkHealth();
    context.header('Cache-Control', 'no-store');
    if (health.database && health.files) return context.json({ status: 'ok' });
    context.header('Retry-After', '5');
    return context.json({ status: 'unavailable', ...health }, 503);
  });

  app.use(limitRequests(byAddress));
  app.use(requireSameOrigin({ siteUrl }));
  app.use(limitBodies());

  // Everybody; each screen asks the database as whoever its visitor is.
  const served =
    typeof build === 'function' ? async () => servedRoutes(await build(), shop) : servedRoutes(build, shop);
  const screens = createRequestHandler(served, clientFiles ? 'production' : 'development');
  app.all('*', async (context) => {
    let whole = true;
    let overloaded = false;
    const provided = new RouterContextProvider();
    provided.set(databaseContext, database);
    provided.set(accountsContext, accounts);
    provided.set(paymentsContext, payments);
    provided.set(limitsContext, limits);
    provided.set(scrapingContext, scraping);
    provided.set(filesContext, files);
    provided.set(securityContext, security);
    provided.set(shopContext, shop);
    const address = context.req.header(CLIENT_ADDRESS_HEADER) ?? 'unknown';
    const info: RequestInfo = {
      id: context.var.requestId,
      clientAddress: address,
      from: { address, agent: context.req.header('User-Agent') ?? null },
      logError(error) {
        whole = false;
        if (hasClientLeft(context)) return;
        overloaded ||= isOverload(error);
        log.error({ requestId: info.id, err: error }, 'A screen failed');
      },
    };
    provided.set(requestContext, info);
    const screen = await screens(context.req.raw, provided);
    const { status, headers } = screen;
    const answer = info.body === undefined ? screen : new Response(info.body, { status, headers });
    if (answer.status >= 500 && hasClientLeft(context)) return incomplete();
    if (overloaded && answer.status === 500) return busy(answer);
    // A page that lacks something can be had whole the next time.
    const kept = !answer.headers.get('Cache-Control')?.includes('no-store');
    if (!whole && kept) answer.headers.set('Cache-Control', 'no-store');
    return answer;
  });

  app.onError((error, context) => {
    if (hasClientLeft(context)) return incomplete();
    log.error({ requestId: context.var.requestId, err: error }, 'A request failed');
    if (isOverload(error)) return busy();
    return context.text(`Something went wrong. Request ${context.var.requestId}`, 500);
  });
  return app;
}

/** Compresses for whoever asks for it. Whoever does not is sent what every reader can read, which varies by nothing. */
function compression(): MiddlewareHandler {
  const compressed = compress();
  return (context, next) => (context.req.header('Accept-Encoding') ? compressed(context, next) : next());
}

/** Only the log sees it. */
function incomplete(): Response {
  return new Response('Incomplete request', { status: 400 });
}

/** Not broken: it is worth another try in a moment. A page says so itself. */
function busy(answer?: Response): Response {
  const headers = new Headers(answer?.headers);
  headers.set('Retry-After', '5');
  const said = /^(text\/html|text\/x-script|application\/json)/.test(headers.get('Content-Type') ?? '');
  if (answer && said) return new Response(answer.body, { status: 503, headers });
  return Response.json(
    { error: 'The shop is busy. Please try again in a moment.' },
    { status: 503, headers: { 'Retry-After': '5' } },
  );
}
