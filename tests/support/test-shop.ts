import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hash } from '@node-rs/argon2';
import { Logger, runOnce, type TaskList } from 'graphile-worker';
import { type Logger as Log, pino } from 'pino';
import type { ServerBuild } from 'react-router';
import type { Accounts } from '#core/accounts/accounts.server.ts';
import type { Agents } from '#core/agents/agents.server.ts';
import type { Files } from '#core/platform/files.server.ts';
import type { Payments } from '#core/payments/payments.server.ts';
import type { Scraping } from '#core/imports/scraping.server.ts';
import type { ShopSettings } from '#core/platform/shop.server.ts';
import type { TaxService } from '#core/pricing/tax-service.server.ts';
import type { Webhooks } from '#core/api/webhooks.server.ts';
import type { Live } from '#server/live/live.ts';
import type { MailTransport } from '#server/mail/mail-transport.ts';
import type { SecurityFacts } from '#server/security/check.ts';
import { BUILD, server } from './built-server.ts';
import { checkMails } from './mail-facts.ts';
import { randomAddress } from './random-address.ts';
import { createTestDatabase, TEST_SECRET, type TestDatabase } from './test-database.ts';
import type { Downloads } from '#core/platform/downloads.server.ts';
import { createCurrentSettings } from '#server/settings/current-settings.ts';

const {
  createAccounts,
  createAgents,
  createApp,
  createAuth,
  createHealthCheck,
  createReadyCheck,
  createLimits,
  createLive,
  createPayments,
  createScraping,
  createSecurity,
  createTaxService,
  createDownloads,
  createPictureDownloads,
  createWebhooks,
  createFolderFiles,
  jobTasks,
  mailboxTransport,
  regularTasks,
  screens,
} = server;

const SITE = 'http://shop.test';

/** The shop's usual hash takes 30 ms of a core, and so does each sign-in with it. */
const CHEAP_HASH = { memoryCost: 8, timeCost: 1 };

export interface TestShop extends AsyncDisposable {
  siteUrl: string;
  database: TestDatabase;
  accounts: Accounts;
  files: Files;
  agents: Agents;
  /** Follows no changes until it is connected, see support/live.ts. */
  live: Live;
  build: ServerBuild;
  fetch(request: Request, env?: object): Response | Promise<Response>;
  /** Sends a request to the server without a network connection. */
  request(path: string, init?: RequestInit): Promise<Response>;
  signIn(email: string, password: string): Promise<string>;
  runJobs(): Promise<void>;
  reconcile(): Promise<void>;
  runRegularTask(name: string): Promise<void>;
  tasks: TaskList;
  /** Adds a user with a confirmed email address. Returns the id. */
  addUser(user: { email: string; password: string; admin?: boolean; staff?: boolean }): Promise<string>;
}

export async function createTestShop(
  options: {
    payments?: Payments;
    taxService?: TaxService;
    downloads?: Downloads;
    transport?: MailTransport;
    scraping?: Scraping;
    webhooks?: Webhooks;
    /** The default is a folder. */
    files?: Files;
    log?: Log;
    siteUrl?: string;
    adminsNeedSecondStep?: boolean;
    trustRequestId?: boolean;
    /** Changes the database URL for the shop, but not for the test. */
    databaseThrough?: (url: string) => string;
    /** The default is its own. The shop does not remove this one. */
    database?: TestDatabase;
    settings?: Partial<ShopSettings>;
    /** Facts for the security scan. The defaults are secure. */
    facts?: Partial<SecurityFacts>;
  } = {},
): Promise<TestShop> {
  const { siteUrl = SITE, adminsNeedSecondStep = false, trustRequestId = false, databaseThrough } = options;
  const database =
    options.database ??
    (await createTestDatabase({
      adminsNeedSecondStep,
      ...(databaseThrough && { through: databaseThrough }),
    }));
  const log = options.log ?? pino({ level: process.env.TEST_LOG ?? 'silent' });
  const auth = createAuth({ pool: database.pools.auth, secret: TEST_SECRET, siteUrl, log });
  const payments =
    options.payments ?? (await createPayments(undefined, { siteUrl, secret: TEST_SECRET, log }));
  const taxService = options.taxService ?? (await createTaxService(undefined, log));
  const limits = createLimits({ pool: database.pools.limits, secret: TEST_SECRET, log });
  const accounts = createAccounts({
    auth,
    pool: database.pools.auth,
    database: database.pools,
    limits,
    log,
    secret: TEST_SECRET,
    siteUrl,
  });
  const scraping = options.scraping ?? createScraping({ secret: TEST_SECRET, apiUrl: 'http://127.0.0.1:9' });
  const webhooks =
    options.webhooks ?? createWebhooks({ secret: TEST_SECRET, allowsPrivate: true, timeoutMs: 2_000 });
  const agents = createAgents({ secret: TEST_SECRET, siteUrl, database: database.pools, timeoutMs: 4_000 });
  const downloads = options.downloads ?? createDownloads({ secret: TEST_SECRET });
  const settings = {
    siteUrl,
    demo: false,
    testPayments: true,
    mailbox: true,
    showcase: true,
    ...options.settings,
  };
  const filesFolder = await mkdtemp(join(tmpdir(), 'partyard-files-'));
  const files = options.files ?? createFolderFiles(filesFolder);
  const security = createSecurity({
    pools: database.pools,
    log,
    facts: {
      production: false,
      siteUrl: 'http://localhost:3000',
      host: '127.0.0.1',
      trustProxy: true,
      secret: randomBytes(32).toString('base64url'),
      databaseUrls: [database.ownerUrl],
      ownServer: false,
      secretFiles: [],
      adminsNeedSecondStep,
      stripeKey: undefined,
      sendsMail: false,
      demo: false,
      ...options.facts,
    },
  });
  const checkHealth = createHealthCheck({ pool: database.pools.limits, folder: filesFolder, log });
  const services = {
    database: database.pools,
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
    // There are no notifications: each request reads the settings.
    settings: createCurrentSettings(database.pools, { listening: false, listen: () => undefined }),
    checkHealth,
    checkReady: createReadyCheck({ database: database.pools, folder: filesFolder, log }),
    log,
    shop: settings,
  };
  const live = createLive({ database: database.pools, accounts, log });
  const app = createApp({
    build: screens,
    clientFiles: join(BUILD, 'client'),
    siteUrl,
    trustProxy: true,
    trustRequestId,
    services,
    live,
  });

  const request: TestShop['request'] = async (path, init) =>
    app.fetch(new Request(new URL(path, siteUrl), init));
  async function runRegularTask(name: string): Promise<void> {
    await regularTasks(database.pools, { payments, files, siteUrl, log, production: false })[name]?.task();
  }
  const tasks = jobTasks({
    siteUrl,
    database: database.pools,
    payments,
    scraping,
    webhooks,
    agents,
    downloads,
    pictureDownloads: createPictureDownloads({
      allowsHttp: true,
      isAllowed: (address) => address === '127.0.0.1',
      timeoutMs: 2_000,
    }),
    files,
    transport: options.transport ?? mailboxTransport(),
    log,
  });
  return {
    siteUrl,
    database,
    accounts,
    files,
    agents,
    live,
    build: screens,
    fetch: app.fetch,
    request,
    tasks,
    async runJobs() {
      await runOnce({
        pgPool: database.pools.jobs,
        taskList: tasks,
        logger: new Logger(() => () => undefined),
        noHandleSignals: true,
      });
      await checkMails(database.owner);
    },
    reconcile: () => runRegularTask('reconcile-payments'),
    runRegularTask,
    async signIn(email, password) {
      const response = await request('/auth/v1/token?grant_type=password', {
        method: 'POST',
        // A new address each time avoids the limit by address.
        headers: {
          'Content-Type': 'application/json',
          Origin: siteUrl,
          'X-Forwarded-For': randomAddress(),
        },
        body: JSON.stringify({ email, password }),
      });
      if (!response.ok) throw new Error(`Signing in was answered ${response.status}`);
      return response.headers
        .getSetCookie()
        .map((cookie) => cookie.split(';')[0])
        .join('; ');
    },
    async addUser({ email, password, admin = false, staff = false }) {
      const { owner } = database;
      const { rows } = await owner.query(
        'insert into auth.users (name, email, email_verified) values ($1, $2, true) returning id',
        [email, email],
      );
      const id: string = rows[0].id;
      await owner.query(
        "insert into auth.accounts (user_id, account_id, provider_id, password) values ($1, $2, 'credential', $3)",
        [id, id, await hash(password, CHEAP_HASH)],
      );
      if (admin) await owner.query("insert into user_roles (user_id, role) values ($1, 'admin')", [id]);
      if (staff) await owner.query("insert into user_roles (user_id, role) values ($1, 'staff')", [id]);
      return id;
    },
    async [Symbol.asyncDispose]() {
      live.stop();
      if (!options.database) await database[Symbol.asyncDispose]();
      await rm(filesFolder, { recursive: true });
    },
  };
}
