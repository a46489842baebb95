import pg from 'pg';
import { type AlertKind, alertTexts } from '#core/alerts/alert.ts';
import { readUncheckedConstraints } from '../backup/database-contents.ts';
import { MAX_CLOCK_DIFFERENCE_S, readClockDifference } from '../database/clock.ts';
import { loginUrl } from '../database/logins.ts';
import { describeUnreleased, readApplied, readMigrations } from '../database/migrate.ts';
import { MIN_VERSION } from '../database/prepare.ts';
import { findMissingRights } from '../database/rights.ts';
import { RUNNER_COUNT } from '../jobs/worker.ts';
import { compareMigrations } from '../security/migrations.ts';
import { reason } from '../start-error.ts';
import { type Check, fix, type Finding, note, ok } from './findings.ts';

const TIMEOUT_MS = 5_000;

const READ_ONLY: pg.ClientConfig = {
  statement_timeout: TIMEOUT_MS,
  lock_timeout: 1_000,
  options: '-c default_transaction_read_only=on',
};

export interface DatabaseToCheck {
  ownerUrl: string;
  /** The operator's own login that replaces the application's. */
  appUrl: string | undefined;
  /** Undefined if the shop has never started. */
  secret: string | undefined;
  /** Maximum connections of all processes on one machine. */
  connections: number;
}

/** Checks the database. @param locate Returns a finding if the embedded database does not run. This check does not start it. */
export function checkDatabase(locate: () => Promise<DatabaseToCheck | Finding>): Check {
  return {
    name: 'Database',
    async look() {
      const located = await locate();
      if ('level' in located) return [located];
      const { ownerUrl, connections } = located;
      const { host } = new URL(ownerUrl);
      let owner: pg.Client;
      try {
        owner = await connect(ownerUrl);
      } catch (error) {
        return [fix(`The server at ${host} can't be reached: ${reason(error)}.`, adviceOf(error))];
      }
      try {
        return [
          ...(await lookAtServer(owner, ownerUrl)),
          ...(await lookAtConnections(owner, connections)),
          ...(await lookAtMigrations(owner)),
          ...(await lookAtLogins(located, owner)),
        ];
      } finally {
        // Don't await: a hung server never closes the connection.
        void owner.end().catch(() => undefined);
      }
    },
  };
}

/** Checks for work that waits for a person. */
export function checkContents(locate: () => Promise<DatabaseToCheck | Finding>): Check {
  return {
    name: 'Work',
    async look() {
      const located = await locate();
      if ('level' in located) return [];
      const owner = await connect(located.ownerUrl).catch(() => undefined);
      if (!owner) return [];
      try {
        if (!(await isPrepared(owner))) return [];
        const found = [
          ...(await lookAtJobs(owner)),
          ...(await lookAtAlerts(owner)),
          ...(await lookAtMails(owner)),
          ...(await lookAtRowsFromBefore(owner)),
        ];
        return found.length > 0 ? found : [ok('no failed jobs, no late mail, no open alerts')];
      } finally {
        void owner.end().catch(() => undefined);
      }
    },
  };
}

async function connect(connectionString: string, session: pg.ClientConfig = READ_ONLY): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
    ...session,
  });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

function adviceOf(error: unknown): string {
  const { code } = error as { code?: string };
  if (code === '28P01' || code === '28000')
    return 'Correct name and password in DATABASE_URL, and pg_hba.conf.';
  if (code === '3D000') return 'Create the database.';
  if (code === '53300')
    return 'Set max_connections of the server higher, or DATABASE_CONNECTIONS of the shop lower.';
  return 'Start it, and check host and port in DATABASE_URL, and the firewall.';
}

async function lookAtServer(owner: pg.Client, ownerUrl: string): Promise<Finding[]> {
  const { host } = new URL(ownerUrl);
  const { rows } = await owner.query(`
    select current_setting('server_version') as version,
      current_setting('server_version_num')::int / 10000 as major,
      pg_is_in_recovery() as standby`);
  const server = rows[0];
  const difference = Math.abs(await readClockDifference(owner));
  const found: Finding[] = [];
  const fixUnless = (passed: boolean, what: string, advice: string) => {
    if (!passed) found.push(fix(what, advice));
  };
  fixUnless(
    server.major >= MIN_VERSION,
    `PostgreSQL ${server.version} is too old.`,
    `Use version ${MIN_VERSION} or later.`,
  );
  fixUnless(
    !server.standby,
    `The server at ${host} is a standby, which can't be written.`,
    'Name the primary in DATABASE_URL.',
  );
  found.push(...(await findMissingRights(owner, ownerUrl)).map(({ what, remedy }) => fix(what, remedy)));
  fixUnless(
    difference <= MAX_CLOCK_DIFFERENCE_S,
    `The clocks of this machine and of the database differ by ${difference} seconds.`,
    'Let both follow a time server (NTP): the second step of sign-ins and signatures depend on it.',
  );
  return found.length > 0 ? found : [ok(`PostgreSQL ${server.version} at ${host}`)];
}

/** Finds other shops of this database by their queues of jobs: five for each, which report every three seconds. */
async function lookAtConnections(owner: pg.Client, ofMachine: number): Promise<Finding[]> {
  const { rows } = await owner.query<{ max: number; reserved: number }>(
    `select current_setting('max_connections')::int as max,
       current_setting('superuser_reserved_connections')::int
         + coalesce(current_setting('reserved_connections', true)::int, 0) as reserved`,
  );
  const { max = 0, reserved = 0 } = rows[0] ?? {};
  const shops = (await isPrepared(owner)) ? await countShops(owner) : 1;
  const needed = shops * ofMachine + reserved;
  if (max >= needed) return [];
  const each = shops === 1 ? 'The shop uses' : `${shops} shops run on this database, each with`;
  return [
    fix(
      `${each} up to ${ofMachine} connections, and ${reserved} are reserved, but the server allows ${max}.`,
      `Set max_connections to ${needed} or more, or DATABASE_CONNECTIONS of each shop to ${Math.floor((max - reserved) / shops)} or less.`,
    ),
  ];
}

async function countShops(owner: pg.Client): Promise<number> {
  const { rows } = await owner.query<{ count: number }>(
    `select ceil(count(*) / $1::float)::int as count from public.job_workers
     where alive_at > clock_timestamp() - interval '7 seconds'`,
    [RUNNER_COUNT],
  );
  return Math.max(1, rows[0]?.count ?? 1);
}

async function isPrepared(owner: pg.Client): Promise<boolean> {
  const { rows } = await owner.query(
    `select to_regclass('public.migrations') is not null and to_regclass('public.job_workers') is not null
       and to_regclass('graphile_worker.jobs') is not null as prepared`,
  );
  return rows[0].prepared;
}

async function lookAtMigrations(owner: pg.Client): Promise<Finding[]> {
  if (!(await isPrepared(owner))) return [note('The database has no shop yet: the first start creates it.')];
  const applied = await readApplied(owner);
  const unreleased = describeUnreleased('The database', applied);
  if (unreleased !== undefined) return [fix(unreleased)];
  return compareMigrations(await readMigrations(), applied).map(({ event, what, advice }) =>
    event === 'migration_pending' ? note(what, advice) : fix(what, advice),
  );
}

/** Some earlier rows may break a check, so a migration applies it only to new and changed rows. */
async function lookAtRowsFromBefore(owner: pg.Client): Promise<Finding[]> {
  return (await readUncheckedConstraints(owner)).map(({ table, name }) =>
    note(
      `Some rows of ${table} from before an upgrade break the check ${name}: they can be read, but not changed.`,
      `Correct them, then run "alter table ${table} validate constraint ${name}".`,
    ),
  );
}

async function lookAtLogins(
  { ownerUrl, appUrl, secret }: DatabaseToCheck,
  owner: pg.Client,
): Promise<Finding[]> {
  if (secret === undefined || !(await isPrepared(owner))) return [];
  const urls = [loginUrl(ownerUrl, 'reader', secret), ...(appUrl ? [appUrl] : [])];
  const found = await Promise.all(
    urls.map(async (url) => {
      try {
        // A pooler refuses settings at the start of a connection.
        void (await connect(url, {})).end().catch(() => undefined);
        return [];
      } catch (error) {
        const { code } = error as { code?: string };
        if (url !== appUrl && code === '28P01')
          return [
            fix(
              "AUTH_SECRET is not the one with which the shop's logins were made.",
              'Use the same AUTH_SECRET on all machines. A start with another one changes the passwords of all logins.',
            ),
          ];
        return [fix(`The login ${new URL(url).username} can't connect: ${reason(error)}.`, adviceOf(error))];
      }
    }),
  );
  return found.flat();
}

async function lookAtJobs(owner: pg.Client): Promise<Finding[]> {
  const { rows: failed } = await owner.query<{ task: string; count: number; error: string | null }>(
    `select task_identifier as task, count(*)::int as count, max(left(split_part(last_error, e'\\n', 1), 120)) as error
     from graphile_worker.jobs where attempts >= max_attempts and locked_at is null group by task_identifier`,
  );
  const { rows: late } = await owner.query<{ task: string; minutes: number }>(
    `select task_identifier as task, (extract(epoch from max(now() - run_at)) / 60)::int as minutes
     from graphile_worker.jobs where attempts < max_attempts and locked_at is null
       and run_at < now() - interval '15 minutes' group by task_identifier`,
  );
  return [
    ...failed.map(({ task, count, error }) =>
      fix(`${count} jobs "${task}" failed for good: ${error}`, 'See docs/operating.md, "Alert rules".'),
    ),
    ...late.map(({ task, minutes }) =>
      fix(`A job "${task}" waits for ${minutes} minutes.`, 'Start the shop, or look at its log for "job".'),
    ),
  ];
}

async function lookAtAlerts(owner: pg.Client): Promise<Finding[]> {
  const { rows } = await owner.query<{ kind: string; count: number }>(
    'select kind, count(*)::int as count from public.alerts where settled_at is null group by kind order by kind',
  );
  return rows.map(({ kind, count }) => {
    const text = kind in alertTexts ? alertTexts[kind as AlertKind] : undefined;
    return fix(`${count} open: ${text?.title ?? kind}`, text?.advice ?? 'See the admin panel.');
  });
}

async function lookAtMails(owner: pg.Client): Promise<Finding[]> {
  const { rows } = await owner.query<{ given_up: number; late: number }>(
    `select count(*) filter (where given_up_at > now() - interval '7 days')::int as given_up,
       count(*) filter (where given_up_at is null and created_at < now() - interval '1 hour')::int as late
     from public.mails where sent_at is null`,
  );
  const { given_up: givenUp = 0, late = 0 } = rows[0] ?? {};
  const advice = 'See mails.last_error, and docs/operating.md, "Mail and jobs".';
  return [
    ...(givenUp > 0 ? [note(`${givenUp} mails of the last 7 days were given up.`, advice)] : []),
    ...(late > 0 ? [fix(`${late} mails wait for more than an hour.`, advice)] : []),
  ];
}
