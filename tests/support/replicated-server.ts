import { execFile } from 'node:child_process';
import { appendFile, chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { expect } from 'vitest';
import { createCluster } from '#server/database/cluster.ts';
import { findPrograms } from '#server/database/programs.ts';
import { findPostgresUser } from '#server/database/run-user.ts';
import { createServerProcess } from '#server/database/server-process.ts';
import { FAST_SETTINGS } from './database-server.ts';
import { freePort } from './free-port.ts';

const PASSWORD = 'a password for replication';
/** The replica gets what is written to the log, which happens late if commits are not synchronous. */
const SETTINGS = [...FAST_SETTINGS, '-c synchronous_commit=on', '-c wal_keep_size=512MB'];

/** A PostgreSQL server, and another one that follows it by streaming replication. */
export interface ReplicatedServer extends AsyncDisposable {
  url: string;
  replicaUrl: string;
  /** Copies the server in its current state. */
  createReplica(): Promise<void>;
  startReplica(settings?: string[]): Promise<void>;
  stopReplica(): Promise<void>;
  /** Resolves when the replica has everything that was committed before. */
  caughtUp(): Promise<void>;
  /** Makes the replica receive changes without showing them. */
  pause(): Promise<void>;
  resume(): Promise<void>;
}

export async function startReplicatedServer(): Promise<ReplicatedServer> {
  const folder = await mkdtemp(join(tmpdir(), 'partyard-replicated-'));
  await chmod(folder, 0o755);
  const user = await findPostgresUser();
  if (user) await chown(folder, user.uid, user.gid);
  const programs = await findPrograms(user);
  const [port, replicaPort] = [await freePort(), await freePort()];
  const primary = { programs, user, cluster: join(folder, 'primary') };
  const replica = { programs, user, cluster: join(folder, 'replica') };
  await createCluster(primary, PASSWORD);
  const server = createServerProcess(primary, SETTINGS);
  const start = async (process: typeof server, at: number) => expect(await process.start(at)).toBeUndefined();
  await start(server, port);
  const urlOf = (at: number) => {
    const url = new URL('postgres://postgres@127.0.0.1/postgres');
    url.port = String(at);
    url.password = PASSWORD;
    return url.href;
  };

  async function ask(at: number, text: string, values: unknown[] = []) {
    const client = new pg.Client({ connectionString: urlOf(at) });
    await client.connect();
    try {
      return (await client.query(text, values)).rows[0];
    } finally {
      await client.end();
    }
  }

  const startReplica = (settings: string[] = []) =>
    start(createServerProcess(replica, [...SETTINGS, ...settings]), replicaPort);

  return {
    url: urlOf(port),
    replicaUrl: urlOf(replicaPort),
    async createReplica() {
      const { cluster } = replica;
      const backup = new pg.Client({ connectionString: urlOf(port) });
      await backup.connect();
      await backup.query("select pg_backup_start('replica', true)");
      await promisify(execFile)('cp', ['-a', primary.cluster, cluster]);
      const { rows } = await backup.query('select labelfile from pg_backup_stop(false)');
      await backup.end();
      for (const left of ['postmaster.pid', 'postmaster.opts', 'server.log', 'pg_wal'])
        await rm(join(cluster, left), { recursive: true, force: true });
      await mkdir(join(cluster, 'pg_wal'), { mode: 0o700 });
      await writeFile(join(cluster, 'backup_label'), rows[0].labelfile);
      await writeFile(join(cluster, 'standby.signal'), '');
      const primaryAddress = `host=127.0.0.1 port=${port} user=postgres password=''${PASSWORD}''`;
      await appendFile(join(cluster, 'postgresql.auto.conf'), `primary_conninfo = '${primaryAddress}'\n`);
      if (user) {
        for (const made of ['pg_wal', 'backup_label', 'standby.signal'])
          await chown(join(cluster, made), user.uid, user.gid);
      }
      await startReplica();
    },
    startReplica,
    stopReplica: () => createServerProcess(replica, []).stop(),
    async caughtUp() {
      const { position } = await ask(port, 'select pg_current_wal_insert_lsn() as position');
      await expect
        .poll(() => ask(replicaPort, 'select pg_last_wal_replay_lsn() >= $1 as shown', [position]), {
          interval: 10,
          timeout: 20_000,
        })
        .toEqual({ shown: true });
    },
    async pause() {
      await ask(replicaPort, 'select pg_wal_replay_pause()');
      await expect
        .poll(() => ask(replicaPort, 'select pg_get_wal_replay_pause_state() as state'), { interval: 10 })
        .toEqual({ state: 'paused' });
    },
    async resume() {
      await ask(replicaPort, 'select pg_wal_replay_resume()');
    },
    async [Symbol.asyncDispose]() {
      await createServerProcess(replica, []).stop();
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
