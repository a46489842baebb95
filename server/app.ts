import { Hono } from 'hono';
import { answerList } from '#core/search/answer-list.server.ts';
import type { Logger } from 'pino';
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';
import { type Accounts, accountsContext } from '#core/accounts/accounts.server.ts';
import { changesContext } from '#core/live/changes.server.ts';
import { type Database, databaseContext } from '#core/platform/database.server.ts';
import { type Files, filesContext } from '#core/platform/files.server.ts';
import { type Limits, limitsContext } from '#core/limits/limits.server.ts';
import { type Payments, paymentsContext } from '#core/payments/payments.server.ts';
import { requestContext, type RequestInfo } from '#core/platform/request.server.ts';
import { type Scraping, scrapingContext } from '#core/imports/scraping.server.ts';
import { type Security, securityContext } from '#core/security/security-scan.server.ts';
import { shopContext, type ShopSettings } from '#core/platform/shop.server.ts';
import { taxServiceContext, type TaxService } from '#core/pricing/tax-service.server.ts';
import { type Agents, agentsContext } from '#core/agents/agents.server.ts';
import { type Webhooks, webhooksContext } from '#core/api/webhooks.server.ts';
import { type Downloads, downloadsContext } from '#core/platform/downloads.server.ts';
import { settingsContext } from '#core/settings/settings.server.ts';
import { DRAWINGS_PATH } from '#core/catalog/picture.ts';
import { isPublicPage, isPublicPageData } from '#core/catalog/public-address.ts';
import { CLIENT_ADDRESS_HEADER } from './auth/auth.ts';
import { BUSY, BUSY_HEADERS, isOverload } from './database/overload.ts';
import { serveDrawings } from './files/drawings.ts';
import { servePictures } from './files/pictures.ts';
import type { HealthCheck } from './health.ts';
import type { ReadyCheck } from './ready.ts';
import { LIVE_PATH } from '#core/live/live-address.ts';
import type { Live } from './live/live.ts';
import { type MetricsAccess, serveMetrics } from './metrics/serve-metrics.ts';
import { limitBodies } from './middleware/limit-bodies.ts';
import { REVALIDATE } from './page-cache/send-page.ts';
import { type Bindings, clientAddress } from './middleware/client-address.ts';
import { CLIENT_LEFT, hasClientLeft } from './middleware/client-left.ts';
import type { CurrentSettings } from './settings/current-settings.ts';
import { allowMethods } from './middleware/allow-methods.ts';
import { compressPages } from './middleware/compress-pages.ts';
import { limitRequests } from './middleware/limit-requests.ts';
import { type RequestVariables, requestLog } from './middleware/request-log.ts';
import { requireSameOrigin } from './middleware/same-origin.ts';
import { securityHeaders } from './middleware/security-headers.ts';
import { staticFiles } from './middleware/static-files.ts';
import { filterRoutes, onlyPublicPages } from './filter-routes.ts';

export interface Services {
  database: Database;
  accounts: Accounts;
  payments: Payments;
  taxService: TaxService;
  limits: Limits;
  scraping: Scraping;
  webhooks: Webhooks;
  agents: Agents;
  downloads: Downloads;
  files: Files;
  security: Security;
  settings: CurrentSettings;
  checkHealth: HealthCheck;
  checkReady: ReadyCheck;
  log: Logger;
  shop: ShopSettings;
}

export interface AppOptions {
  /** The built app, or in development a function that returns the newest one. */
  build: ServerBuild | (() => Promise<ServerBuild>);
  /** The folder of the built client files. In development, Vite serves them. */
  clientFiles?: string | undefined;
  siteUrl: string;
  trustProxy: boolean;
  trustRequestId: boolean;
  services: Services;
  live: Pick<Live, 'handler' | 'newest'>;
  /** If this is missing, /metrics is not found. */
  metrics?: MetricsAccess | undefined;
}

/** The server on one screen. The order matters: the first middleware sees a request first and its response last. */
export function createApp({
  build,
  clientFiles,
  siteUrl,
  trustProxy,
  trustRequestId,
  services,
  live,
  metrics,
}: AppOptions) {
  const {
    database,
    accounts,
    payments,
    taxService,
    limits,
    scraping,
    webhooks,
    agents,
    downloads,
    files,
    security,
    settings,
    checkHealth,
    checkReady,
    log,
    shop,
  } = services;
  const app = new Hono<{ Variables: RequestVariables }>();
  const https = siteUrl.startsWith('https:');
  const served =
    typeof build === 'function' ? async () => filterRoutes(await build(), shop) : filterRoutes(build, shop);

  app.use(requestLog(log, { trustRequestId }));
  app.use(securityHeaders({ https }));
  app.use(allowMethods());
  app.use(clientAddress({ header: CLIENT_ADDRESS_HEADER, trustProxy }));

  // Public files come before compression, because the build compresses them.
  if (clientFiles) app.route('/', staticFiles(clientFiles));

  app.route('/files/pictures', servePictures(files));
  app.route('/files/drawings', servePictures(files));

  const byAddress = { limits, header: CLIENT_ADDRESS_HEADER };
  app.get(LIVE_PATH, limitRequests(byAddress), (context) =>
    live.handler(context, context.req.header(CLIENT_ADDRESS_HEADER) ?? 'unknown'),
  );

  app.use(compressPages());

  app.route(DRAWINGS_PATH, serveDrawings());

  const limitChecks = limitRequests({ ...byAddress, rule: 'health' });
  app.get('/health', limitChecks, async (context) => {
    const health = await checkHealth();
    context.header('Cache-Control', 'no-store');
    if (health.database && health.files && !health.stopping) return context.json({ status: 'ok' });
    context.header('Retry-After', '5');
    return context.json({ status: 'unavailable', ...health }, 503);
  });
  app.get('/ready', limitChecks, async (context) => {
    const checks = await checkReady();
    context.header('Cache-Control', 'no-store');
    if (Object.values(checks).every((passed) => passed)) return context.json({ status: 'ready', ...checks });
    context.header('Retry-After', '5');
    return context.json({ status: 'not ready', ...checks }, 503);
  });

  if (metrics) app.get('/metrics', limitChecks, serveMetrics(metrics));

  app.use(limitRequests(byAddress));
  app.use(requireSameOrigin({ siteUrl }));
  app.use(limitBodies(served));

  // This public list is no screen, so it needs no router.
  app.get('/api/parts', async (context) => {
    const { status, answer } = await answerList(
      database.public,
      context.req.raw,
      (await settings.read()).fitment,
    );
    return context.json(answer, status);
  });

  // Screens are public. Each one queries the database as its visitor.
  const mode = clientFiles ? 'production' : 'development';
  const allScreens = createRequestHandler(served, mode);
  const publicScreens =
    typeof served === 'function' ? allScreens : createRequestHandler(onlyPublicPages(served), mode);
  app.all('*', async (context) => {
    let complete = true;
    let overloaded = false;
    const logged = new Set<string>();
    const provided = new RouterContextProvider();
    provided.set(databaseContext, database);
    provided.set(accountsContext, accounts);
    provided.set(paymentsContext, payments);
    provided.set(taxServiceContext, taxService);
    provided.set(limitsContext, limits);
    provided.set(scrapingContext, scraping);
    provided.set(webhooksContext, webhooks);
    provided.set(agentsContext, agents);
    provided.set(downloadsContext, downloads);
    provided.set(filesContext, files);
    provided.set(securityContext, security);
    provided.set(shopContext, shop);
    provided.set(settingsContext, await settings.read());
    provided.set(changesContext, live);
    const address = context.req.header(CLIENT_ADDRESS_HEADER) ?? 'unknown';
    const info: RequestInfo = {
      id: context.var.requestId,
      clientAddress: address,
      from: { address, agent: context.req.header('User-Agent') ?? null },
      noteIncomplete() {
        complete = false;
      },
      logError(error) {
        complete = false;
        if (hasClientLeft(context)) return;
        overloaded ||= isOverload(error);
        // Several loaders of a page may meet the same failure, and the page that shows it meets it again.
        const failure = describeFailure(error);
        if (logged.has(failure)) return;
        logged.add(failure);
        log.error({ requestId: info.id, err: error }, 'A screen failed');
      },
    };
    provided.set(requestContext, info);
    const screens = isPublicPage(context.req.path) ? publicScreens : allScreens;
    const screen = await screens(context.req.raw, provided);
    const { status, headers } = screen;
    const response = info.body === undefined ? screen : new Response(info.body, { status, headers });
    if (response.status >= 500 && hasClientLeft(context)) return respondIncomplete();
    if (overloaded && response.status === 500) return respondBusy(response);
    const { path } = context.req;
    if (path.endsWith('.data') && !response.headers.has('Cache-Control'))
      response.headers.set(
        'Cache-Control',
        response.status === 200 && isPublicPageData(path) ? REVALIDATE : 'private, no-store',
      );
    const isStorable = !response.headers.get('Cache-Control')?.includes('no-store');
    if (!complete && isStorable) response.headers.set('Cache-Control', 'no-store');
    return response;
  });

  app.onError((error, context) => {
    if (hasClientLeft(context)) return respondIncomplete();
    log.error({ requestId: context.var.requestId, err: error }, 'A request failed');
    if (isOverload(error)) return respondBusy();
    return context.text(`Something went wrong. Request ${context.var.requestId}`, 500);
  });

  return { fetch: (request: Request, bindings?: Bindings) => app.fetch(request, bindings) };
}

/** Each loader gets an error of its own from the database: errors of one request with the same description are one failure. */
function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { name, message, code } = error as Error & { code?: unknown };
  return `${name} ${String(code)} ${message}`;
}

/** Only the log shows this response, because the client has left. */
function respondIncomplete(): Response {
  return new Response(null, { status: CLIENT_LEFT });
}

function respondBusy(response?: Response): Response {
  const headers = new Headers(response?.headers);
  headers.set('Retry-After', '5');
  const isPage = /^(text\/html|text\/x-script|application\/json)/.test(headers.get('Content-Type') ?? '');
  if (response && isPage) return new Response(response.body, { status: 503, headers });
  return Response.json(BUSY, { status: 503, headers: BUSY_HEADERS });
}
