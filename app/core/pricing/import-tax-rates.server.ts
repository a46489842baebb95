import { sql, type Transaction } from 'kysely';
import { logAdminAction } from '#core/audit/write-events.server.ts';
import type { DB } from '#db/types.ts';
import type { TaxRateRow } from './tax-rate-row.ts';
import { type FileProblem, readTaxRateFile } from './read-tax-rate-file.server.ts';

export const taxRateRefusals = { tax_rate_imports_pkey: 'someone else has just imported rates' };

const ROWS_PER_STATEMENT = 5_000;

export interface TaxRateImport {
  done: boolean;
  message: string;
  problems?: FileProblem[];
}

interface ImportTaxRates {
  content: AsyncIterable<Uint8Array>;
  /** Name of the file. */
  source: string;
  /** Checks the file without importing it. */
  dryRun?: boolean;
  /** Runs the work in one transaction. */
  transact: <T>(work: (transaction: Transaction<DB>) => Promise<T>) => Promise<T>;
}

/** Replaces all tax rates. Any problem keeps the earlier rates. */
export async function importTaxRates(options: ImportTaxRates): Promise<TaxRateImport> {
  const file = await readTaxRateFile(options.content);
  if ('problems' in file) {
    return { done: false, message: 'Error importing tax rates: see the list', problems: file.problems };
  }
  const { rows } = file;
  const marked = rows.filter(({ needsCheck }) => needsCheck).length;
  const format = (number: number) => number.toLocaleString('en-US');
  const count = `ZIP codes: ${format(rows.length)}, marked 'check': ${format(marked)}`;
  if (options.dryRun) return { done: true, message: `The file is valid. ${count}` };
  const source = options.source.slice(0, 200) || 'Unnamed file';
  const version = await options.transact((transaction) => replaceTaxRates(transaction, { rows, source }));
  return { done: true, message: `Tax rates imported as version ${version}. ${count}` };
}

async function replaceTaxRates(
  transaction: Transaction<DB>,
  { rows, source }: { rows: readonly TaxRateRow[]; source: string },
): Promise<number> {
  const { version } = await transaction
    .insertInto('tax_rate_imports')
    .values({ source, rows: rows.length })
    .returning('version')
    .executeTakeFirstOrThrow();
  await transaction.deleteFrom('tax_rates').execute();
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    const batch = JSON.stringify(rows.slice(start, start + ROWS_PER_STATEMENT).map(toColumns));
    await sql`
      insert into tax_rates (state, zip, state_rate, county, county_rate, city, city_rate, districts, needs_check)
      select * from jsonb_to_recordset(${batch}::jsonb) as rate (state text, zip text, state_rate numeric,
        county text, county_rate numeric, city text, city_rate numeric, districts jsonb, needs_check boolean)
    `.execute(transaction);
  }
  await logAdminAction(transaction, 'import_tax_rates', {
    resourceType: 'tax_rates',
    version,
    source,
    rows: rows.length,
  });
  return version;
}

function toColumns(row: TaxRateRow) {
  return {
    state: row.state,
    zip: row.zip,
    state_rate: row.stateRate,
    county: row.county,
    county_rate: row.countyRate,
    city: row.city,
    city_rate: row.cityRate,
    districts: row.districts,
    needs_check: row.needsCheck,
  };
}
