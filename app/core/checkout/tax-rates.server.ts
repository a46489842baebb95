import { type Kysely, sql, type SqlBool, type Transaction } from 'kysely';
import { raiseAlert } from '#core/alerts/alerts.server.ts';
import type { DB } from '#db/types.ts';
import { dollarsFromCents } from '#core/values/money.ts';
import { noTaxes } from '#core/pricing/tax.ts';
import type { TaxCalculation } from '#core/pricing/tax-calculation.ts';
import type { TaxJurisdiction } from '#core/pricing/tax-rates.ts';
import type { PricedQuote } from '#core/pricing/pricing.ts';
import type { Settings } from '#core/settings/settings.ts';
import { type TaxService, TaxServiceError } from '#core/pricing/tax-service.server.ts';
import {
  type AnsweredCalculation,
  chooseTaxes,
  type Place,
  type PlaceTaxes,
  type TaxQuestion,
  toJurisdictions,
} from './choose-taxes.server.ts';

/**
 * Finds the taxes at a place (`taxedPlace`, null abroad), in the transaction that charges them, as service_role. With
 * neither rates, calculated taxes nor `ask`, the tax is flat, the lines have no price, or the rates are not known.
 */
export async function readTaxRates(
  database: Kysely<DB>,
  settings: Settings,
  place: Place | null,
  question: TaxQuestion,
): Promise<PlaceTaxes> {
  const { tax } = settings;
  if (tax.mode === 'flat' || place === null) return { taxRates: null, exempt: false, place };
  const registered = tax.states.find(({ state }) => state === place.state);
  if (!registered) return { taxRates: noTaxes, exempt: false, place };

  const isInTable = tax.mode === 'table' && registered.usesTable;
  const jurisdictions = isInTable ? await readJurisdictions(database, place) : undefined;
  const certificateId = await findCertificate(database, settings, place.state, question.userId);
  return chooseTaxes(settings, { place, registered, jurisdictions, certificateId }, question);
}

async function readJurisdictions(
  database: Kysely<DB>,
  { state, zip }: Place,
): Promise<TaxJurisdiction[] | undefined> {
  const row = await database
    .selectFrom('tax_rates')
    .select(['state_rate', 'county', 'county_rate', 'city', 'city_rate', 'districts'])
    .where('state', '=', state)
    .where('zip', '=', zip)
    .executeTakeFirst();
  return row && toJurisdictions(state, row);
}

async function findCertificate(
  database: Kysely<DB>,
  { business }: Settings,
  state: string,
  userId: string | null,
): Promise<string | undefined> {
  if (userId === null) return undefined;
  const certificate = await database
    .selectFrom('resale_certificates')
    .select('id')
    .where('user_id', '=', userId)
    .where('state', '=', state)
    .where('revoked_at', 'is', null)
    .where(sql<SqlBool>`expires_on >= (now() at time zone ${business.timeZone})::date`)
    .orderBy('expires_on', 'desc')
    .limit(1)
    .executeTakeFirst();
  return certificate?.id;
}

const MAX_CALCULATIONS = 3;

const SERVICE_FAILED = "We couldn't calculate the tax. Please try again.";

/** Runs a transaction, and repeats it with the service's answer as long as it asks. */
export async function withTaxService<Result extends object>(
  taxService: TaxService,
  transact: (answered: AnsweredCalculation | undefined) => Promise<Result | { ask: TaxCalculation }>,
): Promise<Result | { error: string }> {
  let answered: AnsweredCalculation | undefined;
  try {
    for (let attempt = 0; attempt <= MAX_CALCULATIONS; attempt += 1) {
      const result = await transact(answered);
      if (!('ask' in result)) return result;
      answered = { request: result.ask, taxes: await taxService.calculate(result.ask) };
    }
  } catch (error) {
    if (!(error instanceof TaxServiceError)) throw error;
  }
  return { error: SERVICE_FAILED };
}

/** The rows of what was charged with an order, or of what an exempt buyer was not charged. */
export function toTaxRows(
  orderId: string,
  { taxes, totalCents, shippingCents }: Pick<PricedQuote, 'taxes' | 'totalCents' | 'shippingCents'>,
  found?: PlaceTaxes,
) {
  const state = found?.place?.state ?? taxes.find(({ level }) => level === 'state')?.name ?? null;
  const charged = taxes.map(({ level, name, rate, taxableCents, taxCents }, position) => ({
    order_id: orderId,
    position,
    level,
    name,
    state,
    rate,
    taxable: dollarsFromCents(taxableCents),
    exempt: '0',
    tax: dollarsFromCents(taxCents),
    certificate_id: null,
  }));
  if (!found?.exemption) return charged;
  const { certificateId, rates } = found.exemption;
  const exempt = dollarsFromCents(totalCents - (rates.taxesShipping ? 0 : shippingCents));
  const exempted = rates.jurisdictions.map(({ level, name, rate }, position) => ({
    order_id: orderId,
    position,
    level,
    name,
    state,
    rate,
    taxable: '0',
    exempt,
    tax: '0',
    certificate_id: certificateId,
  }));
  return [...charged, ...exempted];
}

/** Keeps what was charged with an order, once, after the order was written. Alerts if its ZIP code has no rate. */
export async function writeOrderTaxes(
  transaction: Transaction<DB>,
  orderId: string,
  quote: Parameters<typeof toTaxRows>[1],
  found?: PlaceTaxes,
): Promise<void> {
  const rows = toTaxRows(orderId, quote, found);
  if (rows.length > 0) await transaction.insertInto('order_taxes').values(rows).execute();
  if (found) await alertMissingZip(transaction, orderId, found);
}

/** Call it in the transaction that writes the order. */
export async function alertMissingZip(
  database: Kysely<DB>,
  orderId: string,
  { isZipMissing, place }: PlaceTaxes,
): Promise<void> {
  if (!isZipMissing || !place) return;
  await raiseAlert(database, {
    kind: 'tax-rate-missing',
    subject: place.state,
    orderId,
    details: { 'ZIP code': `${place.state} ${place.zip}` },
  });
}
