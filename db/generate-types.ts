import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { startEmbedded } from '#server/database/embedded.ts';
import { migrate } from '#server/database/migrate.ts';
import { installPackages } from '../tools/install.ts';
import { functionPrivileges, tablePrivileges, withTableUnder } from './describe-rights.ts';

const TYPES = join(import.meta.dirname, 'types.ts');
const RIGHTS = join(import.meta.dirname, '../docs/security.md');

export async function describeTables(databaseUrl: string): Promise<string> {
  const codegen = join(await installPackages('checks'), 'kysely-codegen/dist/cli/bin.js');
  const { stdout } = await promisify(execFile)(process.execPath, [
    codegen,
    '--print',
    '--log-level=silent',
    '--dialect=postgres',
    `--url=${databaseUrl}`,
    '--default-schema=public',
    '--include-pattern=public.*',
    '--exclude-pattern=public.{migrations,installation_steps,limits}',
  ]);
  return stdout;
}

if (import.meta.main) {
  const folder = await mkdtemp(join(tmpdir(), 'partyard-types-'));
  await chmod(folder, 0o755);
  const database = await startEmbedded(folder);
  try {
    const owner = new pg.Client({ connectionString: database.url });
    await owner.connect();
    await migrate(owner);
    const rights = await readFile(RIGHTS, 'utf8');
    const withTables = withTableUnder(rights, '### Tables', await tablePrivileges(owner));
    await writeFile(RIGHTS, withTableUnder(withTables, '### Functions', await functionPrivileges(owner)));
    await owner.end();
    await writeFile(TYPES, await describeTables(database.url));
  } finally {
    await database.stop();
    await rm(folder, { recursive: true });
  }
}
