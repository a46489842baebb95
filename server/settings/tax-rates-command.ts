import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import type { DB } from '#db/types.ts';
import { importTaxRates } from '#core/pricing/import-tax-rates.server.ts';
import { StartError } from '../start-error.ts';

const USAGE = `npm run tax-rates -- import FILE [--dry-run]

Replaces the sales tax rates by those of a CSV file (docs/sales-tax.md). --dry-run only checks the file.`;

/** Runs the command. @returns the lines to print, and whether the file was imported or is valid. @throws {StartError} */
export async function taxRatesCommand(
  owner: pg.ClientBase,
  args: readonly string[],
): Promise<{ lines: string[]; ok: boolean }> {
  const dryRun = args.includes('--dry-run');
  const [command, file, ...rest] = args.filter((argument) => argument !== '--dry-run');
  if (command !== 'import' || file === undefined || rest.length > 0) throw new StartError(USAGE);
  if (!(await isFile(file))) throw new StartError(`There is no file ${file}.`);

  // One connection stands in for a pool. The caller closes it.
  const client = Object.assign(owner, { release: () => undefined });
  const pool = { options: {}, connect: async () => client, end: async () => undefined };
  const database = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  const { done, message, problems } = await importTaxRates({
    content: createReadStream(file),
    source: basename(file),
    dryRun,
    transact: (work) => database.transaction().execute(work),
  });
  if (done) return { lines: [`${message}.`], ok: true };
  const lines = (problems ?? []).map(
    ({ line, message: problem }) => `${line === null ? '' : `Line ${line}: `}${problem}.`,
  );
  return { lines: [...lines, 'Nothing was imported. The earlier rates stay.'], ok: false };
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}
