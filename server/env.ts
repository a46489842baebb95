import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { countConnections, MAX_CONNECTIONS } from './database/pool-sizes.ts';
import { StartError } from './start-error.ts';

/** Each worker costs memory, and PostgreSQL needs processors too. */
const MAX_DEFAULT_WORKERS = 4;

/** More workers would need more connections than PostgreSQL allows (server/database/pool-sizes.ts). */
const MAX_WORKERS = 12;

const flag = z
  .enum(['true', 'false', '1', '0', 'on', 'off'], 'must be true or false')
  .transform((value) => value === 'true' || value === '1' || value === 'on');

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be between ${min} and ${max}`);

const postgresUrl = z.string().refine((value) => /^postgres(ql)?:\/\/.+/.test(value) && URL.canParse(value), {
  error: 'must look like postgres://user:password@host:5432/database',
});

const variables = z.object({
  NODE_ENV: z.string().default('development'),
  HOST: z.string().default('127.0.0.1'),
  PORT: wholeNumber(0, 65_535).default(3000),
  WORKERS: wholeNumber(1, MAX_WORKERS).optional(),
  SITE_URL: z
    .url({ protocol: /^https?$/, error: 'must be an address such as https://shop.example.com' })
    .transform((value) => value.replace(/\/+$/, ''))
    .optional(),
  DATA_DIR: z
    .string()
    .default('./data')
    .transform((path) => resolve(path)),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_MIGRATE_URL: postgresUrl.optional(),
  DATABASE_DIRECT_URL: postgresUrl.optional(),
  DATABASE_READ_URL: postgresUrl.optional(),
  VERIFY_DATABASE_URL: postgresUrl.optional(),
  DATABASE_CONNECTIONS: wholeNumber(16, 10_000).default(MAX_CONNECTIONS),
  DEMO: flag.optional(),
  DEMO_PARTS: wholeNumber(1, 5_000_000).default(20_000),
  ADMIN_EMAIL: z.email('must be an email address').toLowerCase().optional(),
  ADMIN_PASSWORD: z.string().min(6, 'must have at least 6 characters').optional(),
  AUTH_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_API_BASE: z.url({ protocol: /^https?$/, error: 'must be an address' }).optional(),
  PAYMENTS: z.literal('test', "can only be 'test'").optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/.+/, 'must look like smtp://user:password@host:587')
    .optional(),
  MAIL_FROM: z.string().optional(),
  SHOP_MAIL_TO: z.email('must be an email address').optional(),
  FIRECRAWL_API_URL: z
    .url({ protocol: /^https?$/, error: 'must be an address such as https://firecrawl.example.com' })
    .transform((value) => value.replace(/\/+$/, ''))
    .optional(),
  IMPORT_FOLDER: z
    .string()
    .transform((path) => resolve(path))
    .optional(),
  BACKUP_DIR: z
    .string()
    .transform((path) => resolve(path))
    .optional(),
  BACKUP_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
  BACKUP_KEEP: z
    .string()
    .regex(/^\d{1,4},\d{1,4},\d{1,4}$/, 'must be three numbers of days, weeks and months, such as 7,4,12')
    .default('7,4,12')
    .transform((text) => text.split(',').map(Number) as [number, number, number]),
  FILES_S3_BUCKET: z
    .string()
    .regex(/^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/, 'must be the name of a bucket')
    .optional(),
  FILES_S3_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be an address such as https://s3.example.com' })
    .refine((value) => /^https?:\/\/[^/?#@]+\/?$/.test(value), 'must have no path, user or password')
    .optional(),
  FILES_S3_REGION: z
    .string()
    .regex(/^[a-z\d-]{1,40}$/, 'must be a region such as us-east-1')
    .default('us-east-1'),
  FILES_S3_ACCESS_KEY: z.string().optional(),
  FILES_S3_SECRET_KEY: z.string().optional(),
  FILES_S3_PATH_STYLE: flag.default(true),
  METRICS_TOKEN: z
    .string()
    .regex(/^\S{32,}$/, 'must have at least 32 characters, without spaces')
    .optional(),
  PAGE_CACHE_MB: wholeNumber(0, 10_000).default(128),
  STOP_DELAY: wholeNumber(0, 60).default(0),
  TRUST_PROXY: flag.default(false),
  TRUST_REQUEST_ID: flag.default(false),
  REQUIRE_ADMIN_2FA: flag.default(false),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).optional(),
});

type Variables = z.infer<typeof variables>;

export type Env = ReturnType<typeof toEnv>;

/** Lists the names of all settings. */
export const settingNames: readonly string[] = Object.keys(variables.shape);

/** Reads the configuration. An empty variable counts as not set. @throws {StartError} naming the variable. */
export function readEnv(source: NodeJS.ProcessEnv): Env {
  const { env, problems } = inspectEnv(source);
  const [problem] = problems;
  if (problem !== undefined) throw new StartError(problem);
  return env;
}

/** Reads the configuration with defaults in place of wrong values, and lists all that is wrong with it. */
export function inspectEnv(source: NodeJS.ProcessEnv): { env: Env; problems: string[] } {
  const defined = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const { error } = variables.safeParse(defined);
  const issues = error?.issues ?? [];
  const wrong = new Set(issues.map(({ path }) => String(path[0])));
  const right = Object.entries(defined).filter(([name]) => !wrong.has(name));
  const parsed = variables.parse(Object.fromEntries(right));
  const problems = [
    ...issues.map(({ path, message }) => `${path.join('.')} ${message}.`),
    ...findContradictions(parsed, wrong),
  ];
  return { env: toEnv(parsed, source), problems };
}

function findContradictions(env: Variables, wrong: ReadonlySet<string>): string[] {
  const production = env.NODE_ENV === 'production';
  const isMissing = (name: keyof Variables) => env[name] === undefined && !wrong.has(name);
  const rules: [broken: boolean, problem: string][] = [
    [
      production && env.DATABASE_URL !== undefined && isMissing('AUTH_SECRET'),
      'AUTH_SECRET must be set in production with DATABASE_URL: all processes share it.',
    ],
    ...(['DATABASE_MIGRATE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_READ_URL'] as const).map(
      (name): [boolean, string] => [
        env[name] !== undefined && isMissing('DATABASE_URL'),
        `${name} needs DATABASE_URL beside it.`,
      ],
    ),
    [
      countConnections(workersOf(env), env.DATABASE_CONNECTIONS) > env.DATABASE_CONNECTIONS,
      `DATABASE_CONNECTIONS must be ${countConnections(workersOf(env), 0)} or more for ${workersOf(env)} processes (WORKERS).`,
    ],
    [
      env.STRIPE_SECRET_KEY !== undefined && isMissing('STRIPE_WEBHOOK_SECRET'),
      'STRIPE_WEBHOOK_SECRET must be set with STRIPE_SECRET_KEY: without it no payment is believed.',
    ],
    [
      production && isMissing('STRIPE_SECRET_KEY') && env.PAYMENTS !== 'test',
      'STRIPE_SECRET_KEY must be set in production; PAYMENTS=test takes no money and says so.',
    ],
    [
      production && isMissing('SMTP_URL'),
      'SMTP_URL must be set in production: buyers are promised an email.',
    ],
    [
      env.SMTP_URL !== undefined && isMissing('MAIL_FROM'),
      'MAIL_FROM must be set with SMTP_URL: the address that email comes from.',
    ],
    ...(['FILES_S3_ACCESS_KEY', 'FILES_S3_SECRET_KEY'] as const).map((name): [boolean, string] => [
      env.FILES_S3_BUCKET !== undefined && isMissing(name),
      `${name} must be set with FILES_S3_BUCKET.`,
    ]),
    [
      isMissing('FILES_S3_BUCKET') &&
        Boolean(env.FILES_S3_ENDPOINT ?? env.FILES_S3_ACCESS_KEY ?? env.FILES_S3_SECRET_KEY),
      'FILES_S3_BUCKET must be set with the other variables of the store of files.',
    ],
  ];
  return rules.flatMap(([broken, problem]) => (broken ? [problem] : []));
}

function workersOf({ WORKERS }: Variables): number {
  return WORKERS ?? Math.min(availableParallelism(), MAX_DEFAULT_WORKERS);
}

function toEnv(env: Variables, source: NodeJS.ProcessEnv) {
  const production = env.NODE_ENV === 'production';
  const { FILES_S3_BUCKET: bucket, FILES_S3_ACCESS_KEY: accessKey, FILES_S3_SECRET_KEY: secretKey } = env;
  return {
    /** Commands that the shop starts get these variables. */
    source,
    production,
    host: env.HOST,
    port: env.PORT,
    /** Processes that serve requests. Default: one for each core, up to four. */
    workers: workersOf(env),
    /** Default: http://localhost and the port. */
    siteUrl: env.SITE_URL,
    dataDir: env.DATA_DIR,
    hasCustomDataDir: Boolean(source.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    /** Undefined means the embedded database. */
    databaseAddress: env.DATABASE_URL
      ? {
          ownerUrl: env.DATABASE_MIGRATE_URL ?? env.DATABASE_DIRECT_URL ?? env.DATABASE_URL,
          appUrl: env.DATABASE_MIGRATE_URL && env.DATABASE_URL,
          directUrl: env.DATABASE_DIRECT_URL,
          pooledUrl: env.DATABASE_DIRECT_URL && env.DATABASE_URL,
          readUrl: env.DATABASE_READ_URL,
        }
      : undefined,
    /** Maximum connections to the database, of all processes of this machine together. */
    databaseConnections: env.DATABASE_CONNECTIONS,
    /** Default: true with the embedded database only. */
    demo: env.DEMO ?? env.DATABASE_URL === undefined,
    demoParts: env.DEMO_PARTS,
    /** No admin is created if there is no email. */
    adminEmail: env.ADMIN_EMAIL ?? (production ? undefined : 'admin@localhost.test'),
    adminPassword: env.ADMIN_PASSWORD,
    authSecret: env.AUTH_SECRET,
    stripe:
      env.STRIPE_SECRET_KEY && env.STRIPE_WEBHOOK_SECRET
        ? {
            secretKey: env.STRIPE_SECRET_KEY,
            webhookSecret: env.STRIPE_WEBHOOK_SECRET,
            apiBase: env.STRIPE_API_BASE,
          }
        : undefined,
    smtp: env.SMTP_URL && env.MAIL_FROM ? { smtpUrl: env.SMTP_URL, from: env.MAIL_FROM } : undefined,
    shopMailTo: env.SHOP_MAIL_TO,
    scrapingUrl: env.FIRECRAWL_API_URL,
    importFolder: env.IMPORT_FOLDER,
    backup: {
      /** Default: backups in the data folder. */
      folder: env.BACKUP_DIR ?? join(env.DATA_DIR, 'backups'),
      /** True if the shop makes a backup each night. */
      isScheduled: env.BACKUP_DIR !== undefined,
      key: env.BACKUP_KEY,
      /** Keeps the newest backup of each of this many days, weeks and months. */
      keep: { days: env.BACKUP_KEEP[0], weeks: env.BACKUP_KEEP[1], months: env.BACKUP_KEEP[2] },
    },
    /** A backup is restored here to be compared. Undefined means an embedded database. */
    verifyUrl: env.VERIFY_DATABASE_URL,
    /** Files are stored here. Default: the data folder. */
    bucket:
      bucket && accessKey && secretKey
        ? {
            bucket,
            accessKey,
            secretKey,
            region: env.FILES_S3_REGION,
            endpoint: env.FILES_S3_ENDPOINT ?? `https://s3.${env.FILES_S3_REGION}.amazonaws.com`,
            pathStyle: env.FILES_S3_PATH_STYLE,
          }
        : undefined,
    /** Nothing is measured if there is no token. */
    metricsToken: env.METRICS_TOKEN,
    pageCacheBytes: env.PAGE_CACHE_MB * 1024 * 1024,
    /** After a signal, the shop serves for this long, while a proxy stops sending requests to it. */
    stopDelayMs: env.STOP_DELAY * 1_000,
    trustProxy: env.TRUST_PROXY,
    trustRequestId: env.TRUST_REQUEST_ID,
    adminsNeedSecondStep: env.REQUIRE_ADMIN_2FA,
    logLevel: env.LOG_LEVEL ?? (production ? 'info' : 'warn'),
  };
}

/** Returns the shop's public address. */
export function siteUrlOf({ siteUrl }: Pick<Env, 'siteUrl'>, port: number): string {
  return siteUrl ?? `http://localhost:${port}`;
}
