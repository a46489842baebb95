import type { RequestListener, Server } from 'node:http';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';
import type { ServerBuild } from 'react-router';
import * as builtScreens from 'virtual:react-router/server-build';
import { raiseAlert, settleAlert } from '#core/alerts/alerts.server.ts';
import { forgetSearchCatalog } from '#core/search/search-catalog.server.ts';
import type { Database } from '#core/platform/database.server.ts';
import { setWorkers } from '#core/platform/workers.server.ts';
import { createAgents } from './agents/agents.ts';
import { createApp } from './app.ts';
import { createAccounts } from './auth/accounts.ts';
import { createAuth } from './auth/auth.ts';
import { createStaffCheck } from './auth/staff-check.ts';
import { reportWrongClock } from './database/clock.ts';
import { createNotifications, type Notifications } from './database/notifications.ts';
import { createOtherProcesses, type OtherProcesses } from './database/other-processes.ts';
import { openPools, type Pools, type PreparedAddress } from './database/pools.ts';
import { reportRefusals } from './database/report-refusals.ts';
import { createDownloads } from './downloads/downloads.ts';
import { type Env, siteUrlOf } from './env.ts';
import { openServedFiles } from './files/open-files.ts';
import { createHealthCheck } from './health.ts';
import { createReadyCheck } from './ready.ts';
import { createLimits } from './limits/limits.ts';
import { createListener, listen, type Listening } from './listen.ts';
import { createLive } from './live/live.ts';
import { logOptions } from './log.ts';
import type { Family } from './metrics/families.ts';
import { servePages } from './page-cache/serve-pages.ts';
import { createPayments } from './payments/payments.ts';
import { stripePaymentPages } from './payments/stripe-dashboard.ts';
import { createTaxService } from './payments/tax-service.ts';
import { createScraping, SCRAPING_SERVICE } from './scraping/scraping.ts';
import { readSecurityFacts } from './security/facts.ts';
import { createSecurity } from './security/scan.ts';
import { createCurrentSettings } from './settings/current-settings.ts';
import { createWebhooks } from './webhooks/webhooks.ts';

export interface ServeOptions {
  env: Env;
  port: number;
  secret: string;
  address: PreparedAddress;
  clientFiles?: string;
  vite?: Vite;
  /** The port, if it is already open. */
  listening?: Listening;
  /** Present for one of several processes. The first one works on the jobs. */
  worker?: {
    number: number;
    catchUpOthers: () => Promise<void>;
    /** Collects the figures of the other processes. Resolves with undefined if they do not answer. */
    collectOthers: () => Promise<Family[] | undefined>;
  };
}

interface Vite {
  /** Loads the newest screens. */
  build: () => Promise<ServerBuild>;
  listener: (...request: [...Parameters<RequestListener>, next: () => void]) => void;
  reloads: Server;
  close: () => Promise<void>;
}

export interface DevelopedScreens {
  vite: Vite;
}

export interface ServingShop {
  /** Resolves when this process has every change committed before. */
  catchUp(): Promise<void>;
  /** Collects the figures of this process. */
  collectMetrics(): Promise<Family[]>;
  /** Finishes requests and jobs. */
  stop(): Promise<void>;
}

/** Serves the shop from this process, with a prepared database. */
export async function serveShop(options: ServeOptions): Promise<ServingShop> {
  const { env, port, secret, address, clientFiles, vite, worker } = options;
  const siteUrl = siteUrlOf(env, port);
  const { adminsNeedSecondStep } = env;
  const workers = worker ? env.workers : 1;
  // Writes asynchronously, so that a slow reader of the log can't block requests.
  const log = pino(logOptions(env.logLevel, worker?.number), pino.destination({ sync: false }));
  const refusals = reportRefusals({ database: () => database, log });
  const database: Pools = openPools({
    ...address,
    secret,
    adminsNeedSecondStep,
    workers,
    connections: env.databaseConnections,
    onRefused: refusals.refused,
    reads: {
      heardChanges: () => notifications,
      log,
      onReplicas(problem) {
        reportReplicas(database, problem).catch((error: unknown) =>
          log.error(error, 'The use of replicas could not be reported'),
        );
      },
    },
  });
  setWorkers(workers);
  const auth = createAuth({ pool: database.auth, secret, siteUrl, log });
  const payments = await createPayments(env.stripe, { siteUrl, secret, log });
  const limits = createLimits({ pool: database.limits, secret, log });
  const accounts = createAccounts({ auth, pool: database.auth, database, limits, log, secret, siteUrl });
  const filesFolder = join(env.dataDir, 'files');
  const files = await openServedFiles(env, workers);
  const stopping = new AbortController();
  const hasReplicas = address.readUrl !== undefined;
  const notifications: Notifications = createNotifications({
    url: database.readerUrl,
    log,
    readsPositions: hasReplicas,
  });
  const services = {
    database,
    accounts,
    payments,
    taxService: await createTaxService(env.stripe, log),
    limits,
    scraping: createScraping({ secret, apiUrl: env.scrapingUrl ?? SCRAPING_SERVICE }),
    webhooks: createWebhooks({ secret }),
    agents: createAgents({ secret, siteUrl, database }),
    downloads: createDownloads({ secret, folder: env.importFolder }),
    files,
    security: createSecurity({
      pools: database,
      log,
      facts: readSecurityFacts(env, { siteUrl, secret, ownerUrl: address.ownerUrl }),
    }),
    settings: createCurrentSettings(database, notifications),
    checkHealth: createHealthCheck({
      pool: database.limits,
      folder: filesFolder,
      stopping: stopping.signal,
      log,
    }),
    checkReady: createReadyCheck({ database, folder: filesFolder, stopping: stopping.signal, log }),
    log,
    shop: {
      siteUrl,
      demo: env.demo,
      testPayments: !env.stripe,
      paymentPages: env.stripe ? stripePaymentPages(env.stripe.secretKey) : undefined,
      mailbox: !env.smtp && !env.production,
      showcase: !env.production,
    },
  };
  const others = createOtherProcesses({
    notifications,
    pool: database.limits,
    group: worker && `${hostname()} ${process.ppid}`,
  });
  const live = createLive({ database, accounts, log });
  notifications.listen('live_changed', live.listener);
  const metrics = env.metricsToken
    ? (await import('./metrics/metrics.ts')).createMetrics({
        routes: builtScreens.routes,
        worker: worker?.number ?? 1,
        collectOthers: worker?.collectOthers,
        database,
        backupFolder: env.backup.isScheduled ? env.backup.folder : undefined,
        folders: { data: env.dataDir, ...(env.backup.isScheduled && { backups: env.backup.folder }) },
        log,
      })
    : undefined;
  const { fetch } = createApp({
    build: vite?.build ?? builtScreens,
    clientFiles,
    siteUrl,
    trustProxy: env.trustProxy,
    trustRequestId: env.trustRequestId,
    services,
    live,
    metrics: env.metricsToken && metrics ? { token: env.metricsToken, read: metrics.read } : undefined,
  });
  const pages = vite
    ? { listener: passThroughVite(vite, createListener(fetch)), cache: undefined }
    : servePages({
        fetch,
        siteUrl,
        trustRequestId: env.trustRequestId,
        maxBytes: Math.floor(env.pageCacheBytes / workers),
        notifications,
        wantsNewest: createStaffCheck({ accounts, siteUrl }),
        caughtUp: catchUpAll(notifications, others, worker?.catchUpOthers),
        onCatalogChange: forgetSearchCatalog,
        log,
      });
  metrics?.watch({ pools: database.byName, pages: pages.cache, live });
  notifications.start();
  // A missing database is reported elsewhere.
  reportWrongClock(database.limits, log).catch(() => undefined);
  const listening = options.listening ?? (await listen(env.host, port));
  listening.serve(metrics?.measure(pages.listener) ?? pages.listener, log);
  if (vite) listening.server.on('upgrade', (...upgrade) => vite.reloads.emit('upgrade', ...upgrade));
  // Requests need not wait for the jobs.
  const jobs =
    !worker || worker.number === 1
      ? import('./jobs/start-jobs.ts').then(({ startJobs }) =>
          startJobs(env, { siteUrl, services, clientFiles, signal: stopping.signal }),
        )
      : undefined;
  return {
    catchUp: () => notifications.caughtUp(),
    collectMetrics: async () => (await metrics?.collect()) ?? [],
    async stop() {
      stopping.abort();
      await wait(env.stopDelayMs);
      // Streams never finish by themselves.
      live.stop();
      refusals.stop();
      await listening.close();
      await others.stop();
      await notifications.stop();
      await (await jobs)?.stop();
      // Vite loads the modules of the jobs, too.
      await vite?.close();
      await database.end();
    },
  };
}

/** Keeps one alert for all processes. */
async function reportReplicas(database: Database, problem: string | null): Promise<void> {
  const alert = { kind: 'replicas-not-used', subject: 'replicas' } as const;
  await database.as({ role: 'service_role' }, (transaction) =>
    problem === null
      ? settleAlert(transaction, alert)
      : raiseAlert(transaction, { ...alert, details: { Reason: problem } }),
  );
}

function passThroughVite({ listener }: Vite, respond: RequestListener): RequestListener {
  return (request, response) => listener(request, response, () => respond(request, response));
}

/** Waits for the other processes, too, if this one has heard of changes since. */
function catchUpAll(
  notifications: Notifications,
  others: OtherProcesses,
  catchUpWorkers: () => Promise<void> = () => Promise.resolve(),
): () => Promise<void> {
  let passedOn = 0;
  return async function caughtUp() {
    await notifications.caughtUp();
    const heard = notifications.heard - others.heard;
    if (heard === passedOn && notifications.listening) return;
    await Promise.all([catchUpWorkers(), others.catchUp()]);
    passedOn = Math.max(passedOn, heard);
  };
}
