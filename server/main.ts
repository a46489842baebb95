import type { RequestListener, Server } from 'node:http';
import { join } from 'node:path';
import type pg from 'pg';
import { pino } from 'pino';
import { shop } from '#domain/shop.ts';
import { createApp, type AppOptions } from './app.ts';
import { createAccounts } from './auth/accounts.ts';
import { createAuth } from './auth/auth.ts';
import { createFirstAdmin } from './auth/first-admin.ts';
import { keptSecret, makeDataDir } from './data-dir.ts';
import { startEmbedded } from './database/embedded.ts';
import { type DatabaseAddress, prepareDatabase } from './database/prepare.ts';
import type { Env } from './env.ts';
import { folderFiles } from './files/folder-files.ts';
import { giveBackMemory } from './give-back-memory.ts';
import { createHealthCheck } from './health.ts';
import { createLimits } from './limits/limits.ts';
import { answerWith, listen } from './listen.ts';
import { logOptions } from './log.ts';
import { jobTasks, regularTasks, taskQueues } from './jobs/tasks.ts';
import { startWorker } from './jobs/worker.ts';
import { mailboxTransport, type MailTransport, smtpTransport } from './mail/mail-transport.ts';
import { once } from './once.ts';
import { servePages } from './page-cache/serve-pages.ts';
import { createScraping, SCRAPING_SERVICE } from './scraping/scraping.ts';
import { createPayments } from './payments/payments.ts';
import type { SecurityFacts } from './security/check.ts';
import { createSecurity } from './security/scan.ts';
import type { StartError } from './start-error.ts';

export interface RunningShop {
  siteUrl: string;
  /** Requests finish, then the database is shut down. */
  stop(): Promise<void>;
}

/** The screens: built, or from their sources while developing. */
export type Screens = Pick<AppOptions, 'build' | 'clientFiles'> & {
  /** Serves the files of the browser while developing, and tells it of changes. */
  vite?: { listener: Connect; reloads: Server; close: () => Promise<void> };
};

type Connect = (...request: [...Parameters<RequestListener>, next: () => void]) => void;

export interface StartOptions {
  screens: Screens;
  /** Tells the operator what goes on, a line each. */
  tell: (line: string) => void;
  /** Gives up the start. What is under way is rolled back. */
  signal?: AbortSignal;
  /** The shop can't work any more: its embedded database has ended and can't be started again. */
  onLost?: (error: StartError) => void;
}

/**
 * Starts the whole shop. Whatever was started before a failure is stopped again.
 *
 * @throws {StartError}
 */
export async function startShop(
  env: Env,
  { screens, tell, signal, onLost }: StartOptions,
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

    const secret = env.authSecret ?? (await makeSecret(env.dataDir));
    const { address, checkpoint } = await databaseAddress(env, stops, { tell, onLost });
    signal?.throwIfAborted();
    const database = await prepareDatabase({
      address,
      secret,
      tell,
      once: (owner) => furnish(owner, env, tell),
      adminsNeedSecondStep: env.adminsNeedSecondStep,
      signal,
    });
    stops.push(() => database.end());

    // In the background: a reader of the log that is slow or gone holds up no visitor.
    const log = pino(logOptions(env.logLevel), pino.destination({ sync: false }));
    const auth = createAuth({ pool: database.auth, secret, siteUrl, log });
    const payments = await createPayments(env.stripe, { siteUrl, secret, log });
    const limits = createLimits({ pool: database.limits, secret, log });
    const scraping = createScraping({ secret, apiUrl: env.scrapingUrl ?? SCRAPING_SERVICE });
    const accounts = createAccounts({ auth, pool: database.auth, database, limits, log, secret, siteUrl });
    const worker = await startWorker({
      pool: database.jobs,
      tasks: jobTasks({ siteUrl, database, payments, scraping, transport: createMailTransport(env), log }),
      queues: taskQueues,
      regularly: regularTasks(database, { siteUrl, payments, log }),
      alone: env.databaseUrl === undefined,
      log,
    });
    stops.push(() => worker.stop());
    const settings = {
      siteUrl,
      demo: env.demo,
      testPayments: !env.stripe,
      mailbox: !env.smtp && !env.production,
      showcase: !env.production,
    };
    const filesFolder = join(env.dataDir, 'files');
    const files = folderFiles(filesFolder);
    const checkHealth = createHealthCheck({ pool: database.limits, folder: filesFolder, log });
    const security = createSecurity({
      pools: database,
      log,
      facts: securityFacts(env, { siteUrl, secret, ownerUrl: address.ownerUrl }),
    });
    const services = {
      database,
      accounts,
      payments,
      limits,
      scraping,
      files,
      security,
      checkHealth,
      log,
      shop: settings,
    };
    const { build, clientFiles, vite } = screens;
    const { fetch } = createApp({ build, clientFiles, siteUrl, trustProxy: env.trustProxy, services });
    if (vite) {
      const answer = answerWith(fetch);
      listening.serve(
        (request, response) => vite.listener(request, response, () => answer(request, response)),
        log,
      );
      listening.server.on('upgrade', (...upgrade) => vite.reloads.emit('upgrade', ...upgrade));
      stops.push(() => vite.close());
    } else {
      const pages = servePages({
        fetch,
        siteUrl,
        maxBytes: env.pageCacheBytes,
        databaseUrl: database.readerUrl,
        log,
      });
      stops.push(() => pages.stop());
      giveBackMemory();
      listening.serve(pages.listener, log);
    }
    // In the background, after migrations and the demo shop. One that fails is made up for by the database.
    checkpoint?.().catch(() => undefined);
    return { siteUrl, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function createMailTransport({ smtp, shopMailTo, production }: Env): MailTransport {
  return smtp
    ? smtpTransport({ ...smtp, shopMailTo: shopMailTo ?? shop.email })
    : mailboxTransport({ hasPage: !production });
}

async function makeSecret(dataDir: string): Promise<string> {
  await makeDataDir(dataDir);
  return keptSecret(dataDir, 'auth-secret');
}

async function databaseAddress(
  env: Env,
  stops: (() => Promise<void>)[],
  { tell, onLost }: Pick<StartOptions, 'tell' | 'onLost'>,
): Promise<{ address: DatabaseAddress; checkpoint?: () => Promise<void> }> {
  const { databaseUrl, databaseMigrateUrl } = env;
  if (databaseUrl) {
    const address = databaseMigrateUrl
      ? { ownerUrl: databaseMigrateUrl, appUrl: databaseUrl }
      : { ownerUrl: databaseUrl };
    return { address };
  }
  const embedded = await startEmbedded(env.dataDir, {
    mayBeElsewhere: !env.dataDirIsGiven,
    tell,
    ...(onLost && { onLost }),
  });
  stops.push(() => embedded.stop());
  return { address: { ownerUrl: embedded.url }, checkpoint: () => embedded.checkpoint() };
}

/** What the security scan looks at beside the database. */
function securityFacts(
  env: Env,
  { siteUrl, secret, ownerUrl }: { siteUrl: string; secret: string; ownerUrl: string },
): SecurityFacts {
  const kept = (name: string) => join(env.dataDir, name);
  return {
    production: env.production,
    siteUrl,
    host: env.host,
    trustProxy: env.trustProxy,
    secret,
    databaseUrls: [ownerUrl, ...(env.databaseMigrateUrl && env.databaseUrl ? [env.databaseUrl] : [])],
    ownServer: env.databaseUrl !== undefined,
    secretFiles: [
      ...(env.authSecret === undefined ? [kept('auth-secret')] : []),
      ...(env.databaseUrl === undefined ? [kept('postgres-password')] : []),
    ],
    adminsNeedSecondStep: env.adminsNeedSecondStep,
    stripeKey: env.stripe?.secretKey,
    sendsMail: env.smtp !== undefined,
    demo: env.demo,
  };
}

/** What a new shop gets once: its first admin and, if it is a demo, parts to sell. */
async function furnish(owner: pg.Client, env: Env, tell: (line: string) => void): Promise<void> {
  const { adminEmail: email, adminPassword: password } = env;
  if (env.demo) {
    await once(owner, 'demo shop', async () => {
      // Loaded only for this: the generator's tables are large, and most starts don't need them.
      const { loadDemoShop } = await import('#db/seed/load.ts');
      await loadDemoShop(owner, { parts: env.demoParts, tell });
    });
  }
  if (email) {
    await once(owner, 'first admin', async () => {
      await createFirstAdmin(owner, { email, password, print: tell });
      tell(`Mail       ${env.smtp ? 'sent by SMTP' : 'kept in the mailbox page, /mailbox'}`);
      tell(`Payments   ${env.stripe ? 'taken by Stripe' : 'on a test page that takes no money'}`);
    });
  }
}
