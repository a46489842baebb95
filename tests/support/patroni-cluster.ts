import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { existsSync, openSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { findPostgresUser } from '#server/database/run-user.ts';
import { findProgram } from './debian-program.ts';

const PASSWORD = 'a password for Patroni';
const POSTGRES = '/usr/lib/postgresql/15/bin';
const NODES = [1, 2, 3];

/** Seconds. */
const TIMES = { ttl: 20, loop_wait: 5, retry_timeout: 7 };

const programs = {
  etcd: findProgram('etcd'),
  patroni: findProgram('patroni'),
  haproxy: findProgram('haproxy'),
};

export const hasPatroni = Object.values(programs).every(Boolean) && existsSync(join(POSTGRES, 'postgres'));

export interface PatroniCluster extends AsyncDisposable {
  /** This address leads through HAProxy. */
  primaryUrl: string;
  replicasUrl: string;
  primary(): Promise<string | undefined>;
  /** Ends the primary's PostgreSQL and its Patroni with SIGKILL. */
  killPrimary(): Promise<string>;
}

/** Starts three nodes on this machine. @param port The first of 16 free ones. */
export async function startPatroniCluster(port: number): Promise<PatroniCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'partyard-patroni-'));
  await chmod(folder, 0o755);
  const user = await findPostgresUser();
  const children: ChildProcess[] = [];
  const run = (program: string | undefined, args: string[], as?: typeof user) => {
    const log = openSync(join(folder, `process${children.length}.log`), 'a');
    const child = spawn(program ?? '', args, {
      stdio: ['ignore', log, log],
      cwd: '/',
      env: { PATH: `${POSTGRES}:/usr/bin:/bin`, HOME: folder, LANG: 'C.UTF-8' },
      ...(as && { uid: as.uid, gid: as.gid }),
    });
    children.push(child);
    return child;
  };

  async function stop() {
    for (const child of children.toReversed()) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      const late = setTimeout(() => child.kill('SIGKILL'), 20_000);
      await ended;
      clearTimeout(late);
    }
    await rm(folder, { recursive: true, force: true });
  }

  const [etcdPort, peerPort, primaryPort, replicasPort] = [port, port + 1, port + 2, port + 3];
  const restPort = (node: number) => port + 4 + node;
  const postgresPort = (node: number) => port + 10 + node;
  const local = (at: number) => `127.0.0.1:${at}`;

  run(programs.etcd, [
    `--data-dir=${join(folder, 'etcd')}`,
    `--listen-client-urls=http://${local(etcdPort)}`,
    `--advertise-client-urls=http://${local(etcdPort)}`,
    `--listen-peer-urls=http://${local(peerPort)}`,
    `--initial-advertise-peer-urls=http://${local(peerPort)}`,
    `--initial-cluster=default=http://${local(peerPort)}`,
  ]);

  const isEtcdReady = () =>
    fetch(`http://${local(etcdPort)}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(isEtcdReady, { interval: 50, timeout: 20_000 }).toBe(true);

  const nodes = new Map<number, { folder: string; patroni: ChildProcess }>();
  for (const node of NODES) {
    const own = join(folder, `node${node}`);
    const config = join(own, 'patroni.json');
    await mkdir(own);
    await writeFile(config, JSON.stringify(describeNode(node, join(own, 'data'), own)));
    if (user) for (const path of [own, config]) await chown(path, user.uid, user.gid);
    nodes.set(node, { folder: own, patroni: run(programs.patroni, [config], user) });
  }

  function describeNode(node: number, data: string, sockets: string) {
    return {
      scope: 'shop',
      name: `node${node}`,
      etcd3: { host: local(etcdPort) },
      restapi: { listen: local(restPort(node)), connect_address: local(restPort(node)) },
      bootstrap: {
        dcs: {
          ...TIMES,
          synchronous_mode: true,
          synchronous_mode_strict: true,
          postgresql: { parameters: { max_connections: 200, wal_keep_size: '256MB', fsync: 'off' } },
        },
        initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }],
      },
      postgresql: {
        listen: local(postgresPort(node)),
        connect_address: local(postgresPort(node)),
        data_dir: data,
        bin_dir: POSTGRES,
        pgpass: join(sockets, 'pgpass'),
        parameters: { unix_socket_directories: sockets },
        pg_hba: [
          'local all all scram-sha-256',
          'host all all 127.0.0.1/32 scram-sha-256',
          'host replication all 127.0.0.1/32 scram-sha-256',
        ],
        authentication: {
          superuser: { username: 'postgres', password: PASSWORD },
          replication: { username: 'replicator', password: PASSWORD },
        },
      },
    };
  }

  const serversOf = (role: string, at: number) => `
listen ${role}
  bind ${local(at)}
  option httpchk OPTIONS /${role}
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${NODES.map((node) => `  server node${node} ${local(postgresPort(node))} check port ${restPort(node)}`).join('\n')}`;
  const proxy = join(folder, 'haproxy.cfg');
  await writeFile(
    proxy,
    `defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
  timeout check 2s
${serversOf('primary', primaryPort)}
${serversOf('replica', replicasPort)}
`,
  );
  run(programs.haproxy, ['-f', proxy, '-db']);

  async function statusOf(node: number, role: string): Promise<number> {
    const asked = fetch(`http://${local(restPort(node))}/${role}`, { signal: AbortSignal.timeout(1_000) });
    return asked.then(({ status }) => status).catch(() => 0);
  }
  async function findNodes(role: string): Promise<number[]> {
    const statuses = await Promise.all(NODES.map((node) => statusOf(node, role)));
    return NODES.filter((_, index) => statuses[index] === 200);
  }
  const countRoles = () =>
    Promise.all(['primary', 'replica', 'synchronous'].map(async (role) => (await findNodes(role)).length));
  try {
    await expect.poll(countRoles, { interval: 500, timeout: 120_000 }).toEqual([1, 2, 1]);
  } catch (error) {
    await stop();
    throw error;
  }

  const urlOf = (at: number) => `postgres://postgres:${encodeURIComponent(PASSWORD)}@${local(at)}/postgres`;
  const primary = async () => (await findNodes('primary'))[0];

  return {
    primaryUrl: urlOf(primaryPort),
    replicasUrl: urlOf(replicasPort),
    primary: async () => (await primary())?.toString(),
    async killPrimary() {
      const number = (await primary()) ?? 0;
      const node = nodes.get(number);
      if (!node) throw new Error('There is no primary.');
      const pid = Number(
        (await readFile(join(node.folder, 'data/postmaster.pid'), 'utf8')).split('\n', 1)[0],
      );
      const backends = await listChildren(pid);
      node.patroni.kill('SIGKILL');
      for (const each of [pid, ...backends]) killNow(each);
      return String(number);
    },
    [Symbol.asyncDispose]: stop,
  };
}

function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has ended.
  }
}

async function listChildren(parent: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const parents = await Promise.all(
    pids.map(async (pid) => {
      const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
      return Number(status.match(/^PPid:\s*(\d+)/m)?.[1]);
    }),
  );
  return pids.filter((_, index) => parents[index] === parent).map(Number);
}
