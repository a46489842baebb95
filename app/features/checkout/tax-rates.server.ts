import type { Kysely } from 'kysely';
import type { DB } from '#db/types.ts';
import { findStateRates } from '#domain/pricing/tax.ts';
import type { TaxRates } from '#domain/pricing/tax-rates.ts';
import { readSettings } from '#settings';

/** Finds the tax rates at a place. Null: unknown there. */
export async function readTaxRates(
  database: Kysely<DB>,
  place: { state: string; zip: string },
): Promise<TaxRates | null> {
  return findStateRates((await readSettings(database)).tax, place);
}
