import { chmod, readFile, rm } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect } from 'vitest';
import { startEmbedded } from '#server/database/embedded.ts';
import { inLong } from '../support/in-long.ts';
import { createDataFolder } from '../support/data-folder.ts';
import { databaseUrl, FAST_SETTINGS } from '../support/database-server.ts';
import { runShop, type ShopProcess } from '../support/run-shop.ts';
import { TEST_SECRET } from '../support/test-database.ts';

const PASSWORD = "a password of the owner's";

let folder: string;
let server: Awaited<ReturnType<typeof startEmbedded>>;
let url: string;
let shop: ShopProcess | undefined;

/** A server of its own, because the roles of a server belong to the login that made them. */
beforeAll(async () => {
  folder = await createDataFolder('owner-login');
  await chmod(folder, 0o755);
  server = await startEmbedded(folder, { settings: FAST_SETTINGS });
  const script = await readFile(new URL('../../deploy/create-login.sh', import.meta.url), 'utf8');
  const [, statements = ''] = /<<'SQL'\n(.*)^SQL$/ms.exec(script) ?? [];
  const superuser = new pg.Client({ connectionString: databaseUrl(server.url, 'postgres') });
  await superuser.connect();
  // A new embedded server comes with a migrated database.
  await superuser.query('drop database partyard');
  const { rows: roles } = await superuser.query(
    "select rolname from pg_roles where rolname !~ '^(pg_|postgres)'",
  );
  for (const { rolname } of roles) await superuser.query(`drop role ${rolname}`);
  for (const statement of statements.split(';').filter((each) => each.trim() !== '')) {
    // The test still signs in as the superuser.
    if (!statement.includes('current_user'))
      await superuser.query(statement.replace(":'password'", pg.escapeLiteral(PASSWORD)));
  }
  await superuser.end();
  const owner = new URL(databaseUrl(server.url, 'partyard'));
  owner.username = 'partyard';
  owner.password = encodeURIComponent(PASSWORD);
  url = owner.href;
});

afterAll(async () => {
  await shop?.kill('SIGTERM');
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

inLong("the shop starts, and starts again, with compose.yaml's login, which is no superuser", async () => {
  for (let start = 0; start < 2; start += 1) {
    shop = runShop({ DATABASE_URL: url, AUTH_SECRET: TEST_SECRET, DATA_DIR: folder });
    const address = await shop.ready();
    expect((await fetch(`${address}/health`)).status).toBe(200);
    expect((await fetch(`${address}/junkyard`)).status).toBe(200);
    await shop.kill('SIGTERM');
  }
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  const { rows } = await owner.query(
    'select rolname from pg_roles where rolsuper or rolbypassrls or rolcreatedb or rolreplication',
  );
  expect(rows).toEqual([{ rolname: 'postgres' }]);
  await owner.end();
});
