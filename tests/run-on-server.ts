import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FAST_SETTINGS } from './support/database-server.ts';

/**
 * Runs tests over PostgreSQL servers, as owners that have only the rights of docs/operating.md: over Debian's newest one and over the
 * packaged one, over one of them (`-- debian`, `-- packaged`), or over TEST_DATABASE_URL, which names a superuser.
 */
const DEBIAN = '/usr/lib/postgresql';

const SERVERS = { debian: startDebianServer, packaged: usePackagedServer };

interface Server {
  /** Undefined if the tests start the packaged server. */
  url: string | undefined;
  stop(): void;
}

const given = process.env.TEST_DATABASE_URL;
const [chosen] = process.argv.slice(2);
const servers = Object.entries(SERVERS).filter(([name]) => chosen === undefined || name === chosen);
if (given) await runTests({ url: given, stop: () => undefined });
else if (servers.length === 0) fail(`There is no server "${chosen}": ${Object.keys(SERVERS).join(', ')}.`);
else
  for (const [, start] of servers) {
    await runTests(start());
    // A signal ends them all.
    if (Number(process.exitCode) > 128) break;
  }

async function runTests(server: Server): Promise<void> {
  const vitest = join(import.meta.dirname, '../node_modules/vitest/vitest.mjs');
  const files = ['tests/database', 'tests/http', 'tests/start/database-server', 'tests/start/two-shops'];
  try {
    const child = spawn(process.execPath, [vitest, 'run', ...files], {
      stdio: 'inherit',
      env: { ...process.env, ...(server.url && { TEST_DATABASE_URL: server.url }) },
    });
    // The server is stopped when the tests have ended.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => child.kill(signal));
    const code = await new Promise<number>((resolve) => child.once('exit', (exit) => resolve(exit ?? 1)));
    process.exitCode ||= code;
  } finally {
    server.stop();
  }
}

function fail(line: string): never {
  console.error(line);
  process.exit(1);
}

function usePackagedServer(): Server {
  console.log('Testing over the packaged PostgreSQL');
  return { url: undefined, stop: () => undefined };
}

function startDebianServer(): Server {
  const version = existsSync(DEBIAN)
    ? readdirSync(DEBIAN).toSorted((a, b) => Number(b) - Number(a))[0]
    : undefined;
  if (!version)
    fail(
      `There is no PostgreSQL server in ${DEBIAN}: install Debian's package "postgresql", set TEST_DATABASE_URL, or add "-- packaged".`,
    );
  const bin = join(DEBIAN, version, 'bin');
  // PostgreSQL 15 does not know this one.
  const settings = FAST_SETTINGS.filter(
    (each) => Number(version) >= 16 || !each.includes('scram_iterations'),
  );
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
    `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' ${settings.join(' ')}`,
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
