import { readFile, stat } from 'node:fs/promises';
import { availableParallelism, totalmem } from 'node:os';
import { join } from 'node:path';
import { withFallbackAfter } from '#core/values/time-limit.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { readSecretFile } from '../data-dir.ts';
import { findRunningEmbedded } from '../database/embedded.ts';
import { countConnections, JOBS } from '../database/pool-sizes.ts';
import { type Env, inspectEnv } from '../env.ts';
import { type DatabaseToCheck, checkContents, checkDatabase } from './check-database.ts';
import { checkBackups, checkFolders } from './check-folders.ts';
import { checkAddresses, checkMail, checkStripe } from './check-services.ts';
import { checkSettings } from './check-settings.ts';
import { type Check, type Finding, fix, formatResults, note, ok, runChecks } from './findings.ts';
import { createSecretFilter, describeSettings } from './hide-secrets.ts';

const MIN_NODE = 24;

const DISK_TIMEOUT_MS = 5_000;

const checkNode: Check = {
  name: 'Node.js',
  look: async () =>
    Number(process.versions.node.split('.')[0]) >= MIN_NODE
      ? [ok(process.versions.node)]
      : [fix(`${process.versions.node} is too old.`, `Use version ${MIN_NODE}: "npm install" brings it.`)],
};

/** Finds the database, but does not start an embedded one. */
async function locateDatabase(env: Env, secret: string | undefined): Promise<DatabaseToCheck | Finding> {
  const { databaseAddress, dataDir } = env;
  const connections = databaseAddress?.pooledUrl
    ? // The other settings belong to the pooler.
      JOBS + env.workers
    : countConnections(env.workers, env.databaseConnections);
  if (databaseAddress) return { ...databaseAddress, secret, connections };
  const ownerUrl = await findRunningEmbedded(dataDir);
  if (ownerUrl !== undefined) return { ownerUrl, appUrl: undefined, secret, connections };
  const cluster = join(dataDir, 'postgres');
  const exists = await stat(cluster).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (!exists) return note(`There is no database in ${dataDir} yet: the first start creates it.`);
  const version = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => '');
  return note(
    `The embedded PostgreSQL ${version.trim()} does not run, because the shop is stopped.`,
    'Start the shop, and run this again to check its tables, jobs and alerts.',
  );
}

async function diagnose(source: NodeJS.ProcessEnv): Promise<boolean> {
  const { env, problems } = inspectEnv(source);
  const { dataDir } = env;
  const [generated, password] = await Promise.all(
    ['auth-secret', 'postgres-password'].map((name) =>
      withFallbackAfter(DISK_TIMEOUT_MS, undefined, readSecretFile(dataDir, name)),
    ),
  );
  const secret = env.authSecret ?? generated;
  const hideSecrets = createSecretFilter(source, [generated, password]);
  const print = (line = '') => console.log(hideSecrets(line));

  const memory = `${(totalmem() / 2 ** 30).toFixed(1)} GB`;
  const { platform, arch } = process;
  print(
    `Partyard ${packageJson.version}, ${platform} ${arch}, ${availableParallelism()} cores, ${memory} of memory`,
  );
  for (const line of describeSettings(source)) print(`  ${line}`);
  print();

  const locate = () => locateDatabase(env, secret);
  const results = await runChecks([
    checkNode,
    checkSettings(source, { env, problems, secret }),
    ...checkFolders(env),
    checkDatabase(locate),
    ...checkAddresses(env),
    checkMail(env),
    checkStripe(env),
    checkBackups(env),
    checkContents(locate),
  ]);
  for (const line of formatResults(results)) print(line);
  const fixes = results.flatMap(({ findings }) => findings).filter(({ level }) => level === 'fix').length;
  print();
  print(fixes === 0 ? 'Nothing to fix.' : `To fix: ${fixes}. docs/operating.md has the details.`);
  return fixes === 0;
}

const isHealthy = await diagnose(process.env);
// Exit even if a check hangs.
process.exit(isHealthy ? 0 : 1);
