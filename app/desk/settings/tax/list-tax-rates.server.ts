import { sql, type SqlBool, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { combineRates, type TaxRateRow } from '#core/pricing/tax-rate-row.ts';

const PAGE_SIZE = 10;

export interface TaxRateList {
  rates: { rate: TaxRateRow; combined: number }[];
  zip: string;
  page: number;
  pageCount: number;
  total: number;
  current: { version: number; source: string; importedAt: Date; importedBy: string | null } | null;
}

/** Lists rates, those to check first. `zip` is the beginning of a ZIP code. */
export async function listTaxRates(
  transaction: Transaction<DB>,
  { zip, page: requestedPage }: { zip: string; page: number },
): Promise<TaxRateList> {
  const found = transaction
    .selectFrom('tax_rates')
    .$if(zip !== '', (query) => query.where(sql<SqlBool>`zip like ${`${zip}%`}`));
  const { total } = await found.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow();
  const pageCount = Math.max(1, Math.ceil(total / PAGE_SIZE));
  const page = Math.min(requestedPage, pageCount);
  const rows = await found
    .selectAll()
    .orderBy('needs_check', 'desc')
    .orderBy('state')
    .orderBy('zip')
    .limit(PAGE_SIZE)
    .offset((page - 1) * PAGE_SIZE)
    .execute();
  const current = await transaction
    .selectFrom('tax_rate_imports')
    .leftJoin('profiles', 'profiles.user_id', 'tax_rate_imports.imported_by')
    .select(['version', 'source', 'imported_at as importedAt', 'display_name as importedBy'])
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  const rates = rows.map((row) => {
    const rate: TaxRateRow = {
      state: row.state,
      zip: row.zip,
      stateRate: Number(row.state_rate),
      county: row.county,
      countyRate: Number(row.county_rate),
      city: row.city,
      cityRate: Number(row.city_rate),
      districts: row.districts as unknown as TaxRateRow['districts'],
      needsCheck: row.needs_check,
    };
    return { rate, combined: combineRates(rate) };
  });
  return { rates, zip, page, pageCount, total, current: current ?? null };
}
