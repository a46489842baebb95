import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findPostgresUser } from '#server/database/run-user.ts';
import { freePort } from './free-port.ts';

export interface PgBouncer extends AsyncDisposable {
  /** Returns the URL of the same database through the pooler. */
  through(databaseUrl: string): string;
}

/** Starts a pooler in transaction mode, with `poolSize` connections for each login. */
export async function startPgBouncer(
  program: string,
  serverUrl: string,
  { poolSize = 2 }: { poolSize?: number } = {},
): Promise<PgBouncer> {
  const { hostname, port: serverPort, username, password } = new URL(serverUrl);
  const folder = await mkdtemp(join(tmpdir(), 'partyard-pgbouncer-'));
  const port = await freePort();
  const users = join(folder, 'users');
  const settings = join(folder, 'pgbouncer.ini');
  await writeFile(users, `"${decodeURIComponent(username)}" "${decodeURIComponent(password)}"\n`);
  await writeFile(
    settings,
    `[databases]
* = host=${hostname} port=${serverPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
auth_user = ${decodeURIComponent(username)}
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 300
`,
  );
  // PgBouncer refuses to run as root.
  const user = await findPostgresUser();
  if (user) for (const path of [folder, users, settings]) await chown(path, user.uid, user.gid);
  const child = spawn(program, ['-q', settings], {
    stdio: 'ignore',
    ...(user && { uid: user.uid, gid: user.gid }),
  });
  const exited = once(child, 'exit');
  for (;;) {
    if (child.exitCode !== null) throw new Error(`pgbouncer ended with code ${child.exitCode}.`);
    const socket = connect(port, '127.0.0.1');
    const connected = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (connected) break;
    await wait(20);
  }
  return {
    through(databaseUrl) {
      const url = new URL(databaseUrl);
      url.host = `127.0.0.1:${port}`;
      return url.href;
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGINT');
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
