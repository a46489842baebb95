import type { RequestListener, Server } from 'node:http';
import { join } from 'node:path';
import type pg from 'pg';
import { pino } from 'pino';
import { readListedPart } from '#features/catalog/search/listed-part.server.ts';
import { forgetSearchCatalog } from '#features/catalog/search/search-catalog.server.ts';
import { keepReads } from '#services/kept-reads.server.ts';
import { createApp, type AppOptions } from './app.ts';
import { createAccounts } from './auth/accounts.ts';
import { createAuth } from './auth/auth.ts';
import { createFirstAdmin } from './auth/first-admin.ts';
import { readOrCreateSecret, createDataDir } from './data-dir.ts';
import { startEmbedded } from './database/embedded.ts';
import { createNotifications } from './database/notifications.ts';
import { type DatabaseAddress, prepareDatabase } from './database/prepare.ts';
import type { Env } from './env.ts';
import { createFolderFiles } from './files/folder-files.ts';
import { createLive } from './live/live.ts';
import { createHealthCheck } from './health.ts';
import { createLimits } from './limits/limits.ts';
import { createListener, listen } from './listen.ts';
import { logOptions } from './log.ts';
import { jobTasks, regularTasks, taskQueues } from './jobs/tasks.ts';
import { startWorker } from './jobs/worker.ts';
import { createPictureReader, type PictureReader } from './mail/embed-pictures.ts';
import { mailboxTransport, type MailTransport, smtpTransport } from './mail/mail-transport.ts';
import { runOnce } from './run-once.ts';
import { servePages } from './page-cache/serve-pages.ts';
import { createScraping, SCRAPING_SERVICE } from './scraping/scraping.ts';
import { createPayments } from './payments/payments.ts';
import { stripePaymentPages } from './payments/stripe-dashboard.ts';
import { createTaxService } from './payments/tax-service.ts';
import type { SecurityFacts } from './security/check.ts';
import { createCurrentSettings } from './settings/current-settings.ts';
import { createSecurity } from './security/scan.ts';
import type { StartError } from './start-error.ts';
import { createDownloads } from './downloads/downloads.ts';
import { createPictureDownloads } from './downloads/picture-downloads.ts';
import { createWebhooks } from './webhooks/webhooks.ts';

export interface RunningShop {
  siteUrl: string;
  /** Finishes requests, then stops the database. */
  stop(): Promise<void>;
}

export type Screens = Pick<AppOptions, 'build' | 'clientFiles'> & {
  vite?: { listener: Connect; reloads: Server; close: () => Promise<void> };
};

type Connect = (...request: [...Parameters<RequestListener>, next: () => void]) => void;

export interface StartOptions {
  screens: Screens;
  print: (line: string) => void;
  signal?: AbortSignal;
  onLost?: (error: StartError) => void;
}

/** After a failure, stops all started parts. @throws {StartError} */
export async function startShop(
  env: Env,
  { screens, print, signal, onLost }: StartOptions,
): Promise<RunningShop> {
  const stops: (() => Promise<void>)[] = [];
  let stopListening = async () => {};
  const stop = async () => {
    await stopListening();
    for (const step of stops.splice(0).toReversed()) await step();
  };
  try {
    const listening = await listen(env.host, env.port);
    stopListening = () => listening.close();
    const siteUrl = env.siteUrl ?? `http://localhost:${listening.port}`;

    const secret = env.authSecret ?? (await readSecret(env.dataDir));
    const { address, checkpoint } = await openDatabase(env, stops, { print, onLost });
    signal?.throwIfAborted();
    const database = await prepareDatabase({
      address,
      secret,
      print,
      afterMigrations: (owner) => seedNewShop(owner, env, print),
      adminsNeedSecondStep: env.adminsNeedSecondStep,
      signal,
    });
    stops.push(() => database.end());

    // Asynchronous, so that a slow reader of the log can't block requests.
    const log = pino(logOptions(env.logLevel), pino.destination({ sync: false }));
    const auth = createAuth({ pool: database.auth, secret, siteUrl, log });
    const payments = await createPayments(env.stripe, { siteUrl, secret, log });
    const taxService = await createTaxService(env.stripe, log);
    const limits = createLimits({ pool: database.limits, secret, log });
    const scraping = createScraping({ secret, apiUrl: env.scrapingUrl ?? SCRAPING_SERVICE });
    const webhooks = createWebhooks({ secret });
    const downloads = createDownloads({ secret });
    const accounts = createAccounts({ auth, pool: database.auth, database, limits, log, secret, siteUrl });
    const filesFolder = join(env.dataDir, 'files');
    const files = createFolderFiles(filesFolder);
    const worker = await startWorker({
      pool: database.jobs,
      tasks: jobTasks({
        siteUrl,
        database,
        payments,
        scraping,
        webhooks,
        downloads,
        pictureDownloads: createPictureDownloads(),
        files,
        transport: createMailTransport(env, createPictureReader({ files, clientFiles: screens.clientFiles })),
        log,
      }),
      queues: taskQueues,
      regularly: regularTasks(database, {
        siteUrl,
        payments,
        files,
        log,
        production: env.production,
        backupEnvironment: env.backup.isScheduled ? env.source : undefined,
      }),
      alone: env.databaseUrl === undefined,
      log,
    });
    stops.push(() => worker.stop());
    const options = {
      siteUrl,
      demo: env.demo,
      testPayments: !env.stripe,
      paymentPages: env.stripe ? stripePaymentPages(env.stripe.secretKey) : undefined,
      mailbox: !env.smtp && !env.production,
      showcase: !env.production,
      offlinePage: env.offlinePage,
    };
    const checkHealth = createHealthCheck({ pool: database.limits, folder: filesFolder, log });
    const security = createSecurity({
      pools: database,
      log,
      facts: readSecurityFacts(env, { siteUrl, secret, ownerUrl: address.ownerUrl }),
    });
    const notifications = createNotifications({ url: database.readerUrl, log });
    stops.push(() => notifications.stop());
    const settings = createCurrentSettings(database, notifications);
    const services = {
      database,
      accounts,
      payments,
      taxService,
      limits,
      scraping,
      webhooks,
      downloads,
      files,
      security,
      settings,
      checkHealth,
      log,
      shop: options,
    };
    const { build, clientFiles, vite } = screens;
    const live = createLive({ database, accounts, log });
    notifications.listen('live_changed', live.listener);
    stopListening = () => {
      // Streams never finish by themselves.
      live.stop();
      return listening.close();
    };
    const { fetch } = createApp({
      build,
      clientFiles,
      siteUrl,
      trustProxy: env.trustProxy,
      services,
      live,
    });
    if (vite) {
      const respond = createListener(fetch);
      listening.serve(
        (request, response) => vite.listener(request, response, () => respond(request, response)),
        log,
      );
      listening.server.on('upgrade', (...upgrade) => vite.reloads.emit('upgrade', ...upgrade));
      stops.push(() => vite.close());
    } else {
      const maxBytes = env.pageCacheBytes;
      const forgetReads = keepReads(database.public, () => notifications.listening);
      const onCatalogChange = () => {
        forgetSearchCatalog();
        forgetReads();
      };
      const readPart = (id: string) => readListedPart(database, id);
      listening.serve(
        servePages({ fetch, siteUrl, maxBytes, notifications, onCatalogChange, readPart, log }),
        log,
      );
    }
    notifications.start();
    // In the background. The database does it later if this fails.
    checkpoint?.().catch(() => undefined);
    return { siteUrl, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function createMailTransport(
  { smtp, shopMailTo, production }: Env,
  readPicture: PictureReader,
): MailTransport {
  return smtp
    ? smtpTransport({ ...smtp, shopMailTo, readPicture })
    : mailboxTransport({ hasPage: !production });
}

async function readSecret(dataDir: string): Promise<string> {
  await createDataDir(dataDir);
  return readOrCreateSecret(dataDir, 'auth-secret');
}

async function openDatabase(
  env: Env,
  stops: (() => Promise<void>)[],
  { print, onLost }: Pick<StartOptions, 'print' | 'onLost'>,
): Promise<{ address: DatabaseAddress; checkpoint?: () => Promise<void> }> {
  const { databaseUrl, databaseMigrateUrl } = env;
  if (databaseUrl) {
    const address = databaseMigrateUrl
      ? { ownerUrl: databaseMigrateUrl, appUrl: databaseUrl }
      : { ownerUrl: databaseUrl };
    return { address };
  }
  const embedded = await startEmbedded(env.dataDir, {
    allowExternal: !env.hasCustomDataDir,
    print,
    ...(onLost && { onLost }),
  });
  stops.push(() => embedded.stop());
  return { address: { ownerUrl: embedded.url }, checkpoint: () => embedded.checkpoint() };
}

function readSecurityFacts(
  env: Env,
  { siteUrl, secret, ownerUrl }: { siteUrl: string; secret: string; ownerUrl: string },
): SecurityFacts {
  const pathOf = (name: string) => join(env.dataDir, name);
  return {
    production: env.production,
    siteUrl,
    host: env.host,
    trustProxy: env.trustProxy,
    secret,
    databaseUrls: [ownerUrl, ...(env.databaseMigrateUrl && env.databaseUrl ? [env.databaseUrl] : [])],
    ownServer: env.databaseUrl !== undefined,
    secretFiles: [
      ...(env.authSecret === undefined ? [pathOf('auth-secret')] : []),
      ...(env.databaseUrl === undefined ? [pathOf('postgres-password')] : []),
    ],
    adminsNeedSecondStep: env.adminsNeedSecondStep,
    stripeKey: env.stripe?.secretKey,
    sendsMail: env.smtp !== undefined,
    demo: env.demo,
  };
}

async function seedNewShop(owner: pg.Client, env: Env, print: (line: string) => void): Promise<void> {
  const { adminEmail: email, adminPassword: password } = env;
  if (env.demo) {
    await runOnce(owner, 'demo shop', async () => {
      const { loadDemoShop } = await import('#db/seed/load.ts');
      await loadDemoShop(owner, { parts: env.demoParts, print });
    });
  }
  if (email) {
    await runOnce(owner, 'first admin', async () => {
      await createFirstAdmin(owner, { email, password, print });
      print(`Mail       ${env.smtp ? 'sent by SMTP' : 'kept in the mailbox page, /mailbox'}`);
      print(`Payments   ${env.stripe ? 'taken by Stripe' : 'on a test page that takes no money'}`);
    });
  }
}
