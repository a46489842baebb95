import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Runs the database and start tests on TEST_DATABASE_URL, or on a temporary server from Debian's packages. */
const DEBIAN = '/usr/lib/postgresql';

const server = process.env.TEST_DATABASE_URL
  ? { url: process.env.TEST_DATABASE_URL, stop: () => undefined }
  : startDebianServer();
try {
  const vitest = join(import.meta.dirname, '../node_modules/vitest/vitest.mjs');
  const child = spawn(
    process.execPath,
    [vitest, 'run', 'tests/database', 'tests/http', 'tests/start/database-server'],
    {
      stdio: 'inherit',
      env: { ...process.env, TEST_DATABASE_URL: server.url },
    },
  );
  process.exitCode = await new Promise<number>((resolve) => child.once('exit', (exit) => resolve(exit ?? 1)));
} finally {
  server.stop();
}

function startDebianServer() {
  const version = existsSync(DEBIAN)
    ? readdirSync(DEBIAN).toSorted((a, b) => Number(b) - Number(a))[0]
    : undefined;
  if (!version) {
    console.error('No PostgreSQL server: set TEST_DATABASE_URL, or install the package "postgresql".');
    process.exit(1);
  }
  const bin = join(DEBIAN, version, 'bin');
  const folder = mkdtempSync(join(tmpdir(), 'partyard-debian-'));
  const port = 20_000 + (randomBytes(2).readUInt16LE() % 30_000);
  // Debian's packages create the user "postgres". PostgreSQL refuses to run as root.
  const ids = process.getuid?.() === 0 ? userIds('postgres') : undefined;
  // The security scan reports a server without a password.
  const password = randomBytes(12).toString('hex');
  const passwordFile = `${folder}.password`;
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (ids) for (const path of [folder, passwordFile]) chownSync(path, ids.uid, ids.gid);
  const run = (program: string, ...args: string[]) =>
    execFileSync(join(bin, program), args, { ...ids, cwd: '/', stdio: 'ignore' });
  run(
    'initdb',
    '-D',
    folder,
    '-U',
    'postgres',
    '--auth=scram-sha-256',
    `--pwfile=${passwordFile}`,
    '--encoding=UTF8',
    '--locale=C.UTF-8',
  );
  rmSync(passwordFile);
  run(
    'pg_ctl',
    '-D',
    folder,
    '-w',
    '-o',
    `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c fsync=off`,
    'start',
  );
  console.log(`Testing over PostgreSQL ${version} from Debian's packages`);
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    stop() {
      run('pg_ctl', '-D', folder, '-m', 'fast', 'stop');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function userIds(name: string) {
  const id = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}
