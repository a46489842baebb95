import pg from 'pg';

/** Delay before the first look, and between two looks. */
const LOOK_AFTER_MS = 5_000;

/** A waiting migration tries again every 1.5 seconds, and waits half a second each time. */
const LOOK_FOR_MS = 2_500;
const LOOK_INTERVAL_MS = 100;

interface Blocked {
  locktype: string;
  relation: string | null;
  mode: string;
  pid: number;
  login: string | null;
  application: string | null;
  client: string;
  state: string | null;
  /** Age of its transaction. Null between two transactions. */
  seconds: number | null;
}

/** Finds a lock of a whole table that a connection waits for, and who holds it or waits for it before. */
const FIND_BLOCKED = `
  select wanted.locktype, wanted.relation::regclass::text as relation, wanted.mode, holder.pid,
    holder.usename as login, nullif(holder.application_name, '') as application,
    -- Without the rights of the holder, only its login is seen.
    case when holder.state is null then 'an unknown place' else coalesce(host(holder.client_addr), 'this machine') end as client,
    holder.state,
    extract(epoch from now() - holder.xact_start)::int as seconds
  from pg_catalog.pg_locks as wanted
  cross join unnest(pg_catalog.pg_blocking_pids(wanted.pid)) as by (pid)
  join pg_catalog.pg_stat_activity as holder on holder.pid = by.pid
  where wanted.pid = $1 and not wanted.granted
  order by holder.xact_start nulls last limit 1`;

export interface WatchLocksOptions {
  connectionString: string;
  /** The connection that may wait. */
  pid: number;
  print: (line: string) => void;
  everyMs?: number;
}

/** Prints which lock a connection waits for and who holds it, every few seconds while it waits. Call `stop` at its end. */
export function watchLocks(options: WatchLocksOptions): { stop: () => Promise<void> } {
  const { connectionString, pid, print, everyMs = LOOK_AFTER_MS } = options;
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let looking = Promise.resolve();

  function schedule(): void {
    if (stopping.signal.aborted) return;
    timer = setTimeout(() => {
      looking = look()
        // The start says by itself what is wrong with the database.
        .catch(() => undefined)
        .finally(schedule);
    }, everyMs);
  }

  async function look(): Promise<void> {
    const client = new pg.Client({
      connectionString,
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
      application_name: 'partyard watches locks',
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      const blocked = await findBlocked(client);
      if (blocked) print(describe(blocked));
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  async function findBlocked(client: pg.Client): Promise<Blocked | undefined> {
    for (const until = performance.now() + LOOK_FOR_MS; performance.now() < until;) {
      const { rows } = await client.query<Blocked>(FIND_BLOCKED, [pid]);
      if (rows[0] || stopping.signal.aborted) return rows[0];
      await new Promise((resolve) => setTimeout(resolve, LOOK_INTERVAL_MS));
    }
    return undefined;
  }

  schedule();
  return {
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await looking;
    },
  };
}

function describe({ locktype, relation, mode, pid, login, application, client, state, seconds }: Blocked) {
  const wanted = locktype === 'advisory' ? 'the turn to prepare the database' : `${mode} of ${relation}`;
  const of = [`login ${login}`, ...(application ? [`application "${application}"`] : []), `from ${client}`];
  const since = seconds === null ? '' : `, in a transaction for ${seconds} s`;
  return (
    `Waiting for ${wanted}: connection ${pid} (${of.join(', ')}; ${state ?? 'unknown'}${since}) has it. ` +
    `End it with "select pg_terminate_backend(${pid})" if it hangs.`
  );
}
