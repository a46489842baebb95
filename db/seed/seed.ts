import { parseArgs } from 'node:util';
import type pg from 'pg';
import { readOrCreateSecret, createDataDir } from '#server/data-dir.ts';
import { startEmbedded } from '#server/database/embedded.ts';
import { prepareDatabase } from '#server/database/prepare.ts';
import { readEnv } from '#server/env.ts';
import { StartError } from '#server/start-error.ts';
import { loadDemoShop } from './load.ts';

/** Usage: npm run seed -- --parts 1000000 [--replace]. Stop a shop with an embedded database first. */
const { values } = parseArgs({
  options: { parts: { type: 'string' }, replace: { type: 'boolean', default: false } },
});
const print = (line: string) => console.log(line);

try {
  await seed();
} catch (error) {
  console.error(error instanceof StartError ? error.message : error);
  process.exitCode = 1;
}

async function seed() {
  const env = readEnv(process.env);
  const parts = values.parts === undefined ? env.demoParts : Number(values.parts);
  if (!Number.isInteger(parts) || parts < 1)
    throw new StartError('--parts must be a whole number of at least 1.');

  await createDataDir(env.dataDir);
  const secret = env.authSecret ?? (await readOrCreateSecret(env.dataDir, 'auth-secret'));
  const embedded = env.databaseAddress
    ? undefined
    : await startEmbedded(env.dataDir, { allowExternal: !env.hasCustomDataDir });
  try {
    const address = env.databaseAddress ?? { ownerUrl: embedded?.url ?? '' };
    await prepareDatabase({
      address,
      secret,
      print,
      afterMigrations: (owner) => fill(owner, parts),
    });
  } finally {
    await embedded?.stop();
  }
}

async function fill(owner: pg.Client, parts: number) {
  const started = performance.now();
  await owner.query('begin');
  const found = await owner.query('select from public.parts_catalog limit 1');
  if (found.rowCount && !values.replace) {
    throw new StartError('The catalog is not empty. Add --replace to delete its parts first.');
  }
  if (found.rowCount) await owner.query('delete from public.parts_catalog');
  await loadDemoShop(owner, { parts, print });
  await owner.query(
    "insert into public.installation_steps (name) values ('demo shop') on conflict do nothing",
  );
  await owner.query('commit');
  print(
    `Loaded ${parts.toLocaleString('en-US')} parts in ${((performance.now() - started) / 1000).toFixed(1)} s`,
  );
}
