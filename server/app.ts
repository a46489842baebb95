import { Hono, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { except } from 'hono/combine';
import { compress } from 'hono/compress';
import type { Logger } from 'pino';
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';
import { sql } from 'kysely';
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
  type Scraping,
  scrapingContext,
  type Security,
  securityContext,
  shopContext,
  type ShopSettings,
} from '#services';
import { CLIENT_ADDRESS_HEADER } from './auth/auth.ts';
import { pictures } from './files/pictures.ts';
import { clientAddress } from './middleware/client-address.ts';
import { type RequestVariables, requestLog } from './middleware/request-log.ts';
import { READING_METHODS, sameOrigin } from './middleware/same-origin.ts';
import { securityHeaders } from './middleware/security-headers.ts';
import { staticFiles } from './middleware/static-files.ts';

export interface Services {
  database: Database;
  accounts: Accounts;
  payments: Payments;
  limits: Limits;
  scraping: Scraping;
  files: Files;
  security: Security;
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

const MAX_BODY = 100 * 1024;

/** An avatar comes as a data URL. */
const MAX_AVATAR = 1024 * 1024;

/** A picture of 10 MB with the form around it. Whoever is no admin is sent away before any of it is read. */
const MAX_ADMIN_BODY = 11 * 1024 * 1024;

/** The server on one screen. The order matters: what stands above sees a request first and its answer last. */
export function createApp({ build, clientFiles, siteUrl, trustProxy, services }: AppOptions) {
  const { database, accounts, payments, limits, scraping, files, security, log, shop } = services;
  const app = new Hono<{ Variables: RequestVariables }>();

  app.use(requestLog(log));
  app.use(securityHeaders({ https: siteUrl.startsWith('https:') }));
  app.use(clientAddress({ header: CLIENT_ADDRESS_HEADER, trustProxy }));

  // Everybody. Above compression: the files are compressed when they are built.
  if (clientFiles) app.route('/', staticFiles(clientFiles));

  app.route('/files/pictures', pictures(files));

  app.use(compress());
  app.use('/profile/avatar', limitBody(MAX_AVATAR));
  app.use('/admin/*', limitBody(MAX_ADMIN_BODY));
  app.use(except(['/profile/avatar', '/admin/*'], limitBody(MAX_BODY)));

  // Everybody: whether this process can do its work.
  app.get('/health', async (context) => {
    await sql`select 1`.execute(database.public);
    return context.json({ status: 'ok' });
  });

  app.use(sameOrigin());

  // Everybody; each screen asks the database as whoever its visitor is.
  const screens = createRequestHandler(build, clientFiles ? 'production' : 'development');
  app.all('*', async (context) => {
    let whole = true;
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
    provided.set(requestContext, {
      id: context.var.requestId,
      clientAddress: address,
      from: { address, agent: context.req.header('User-Agent') ?? null },
      logError: (error) => {
        whole = false;
        context.var.log.error(error, 'A screen failed');
      },
    });
    const answer = await screens(context.req.raw, provided);
    // A page that lacks something can be had whole the next time.
    const kept = !answer.headers.get('Cache-Control')?.includes('no-store');
    if (!whole && kept) answer.headers.set('Cache-Control', 'no-store');
    return answer;
  });

  app.onError((error, context) => {
    context.var.log.error(error, 'A request failed');
    return context.text(`Something went wrong. Request ${context.var.requestId}`, 500);
  });
  return app;
}

function limitBody(maxSize: number): MiddlewareHandler {
  const limit = bodyLimit({ maxSize, onError: (context) => context.json({ error: 'Too large' }, 413) });
  // A read has no body, and looking for one makes the whole request anew.
  return (context, next) => (READING_METHODS.has(context.req.method) ? next() : limit(context, next));
}
