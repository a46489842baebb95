import { isDeepStrictEqual } from 'node:util';
import { sql, type SqlBool, type Transaction } from 'kysely';
import { raiseAlert } from '#alerts';
import type { DB } from '#db/types.ts';
import { dollarsFromCents } from '#domain/money.ts';
import type { Quote } from '#domain/pricing.ts';
import type { PricedLine } from '#domain/pricing/line.ts';
import { findStateRates, noTaxes } from '#domain/pricing/tax.ts';
import { findTaxCalculation, type TaxCalculation } from '#domain/pricing/tax-calculation.ts';
import type { TaxAmount, TaxJurisdiction, TaxRates, Taxes } from '#domain/pricing/tax-rates.ts';
import type { Settings } from '#domain/settings/settings.ts';
import { type TaxService, TaxServiceError } from '#services';

interface Place {
  state: string;
  zip: string;
}

export interface AnsweredCalculation {
  request: TaxCalculation;
  taxes: Taxes;
}

interface TaxQuestion {
  /** The signed-in buyer. */
  userId: string | null;
  lines: readonly PricedLine[];
  /** Prices the lines with these rates and all other terms of the purchase. */
  price: (taxRates: TaxRates) => Quote;
  /** The service's answer to an earlier `ask`. */
  answered?: AnsweredCalculation | undefined;
}

/** The first three are terms of the purchase (PricingTerms). */
export interface PlaceTaxes {
  taxRates: TaxRates | null;
  calculatedTaxes?: Taxes;
  exempt: boolean;
  place: Place | null;
  /** The certificate of an exempt buyer, and the jurisdictions that do not tax the order. */
  exemption?: { certificateId: string; rates: TaxRates };
  /** The table does not have the ZIP code: the state's own rate holds. */
  isZipMissing?: boolean;
  /** End the transaction, ask the service, and repeat it with the answer: `withTaxService`. */
  ask?: TaxCalculation;
}

/**
 * Finds the taxes at a place (`taxedPlace`, null abroad), in the transaction that charges them, as service_role. With
 * neither rates, calculated taxes nor `ask`, the tax is flat, the lines have no price, or the rates are not known.
 */
export async function readTaxRates(
  transaction: Transaction<DB>,
  settings: Settings,
  place: Place | null,
  question: TaxQuestion,
): Promise<PlaceTaxes> {
  const { tax } = settings;
  if (tax.mode === 'flat' || place === null) return { taxRates: null, exempt: false, place };
  const registered = tax.states.find(({ state }) => state === place.state);
  if (!registered) return { taxRates: noTaxes, exempt: false, place };

  const { taxesShipping } = registered;
  const ownRates: TaxRates = {
    jurisdictions: [{ level: 'state', name: place.state, rate: registered.rate }],
    taxesShipping,
  };
  const stateRates = findStateRates(tax, place);
  const jurisdictions =
    stateRates || tax.mode === 'service' ? undefined : await readJurisdictions(transaction, place);
  const tableRates = jurisdictions && { jurisdictions, taxesShipping };
  const certificateId = await findCertificate(transaction, settings, place.state, question.userId);
  if (certificateId !== undefined) {
    const rates = stateRates ?? tableRates ?? ownRates;
    return { taxRates: noTaxes, exempt: true, place, exemption: { certificateId, rates } };
  }
  if (stateRates) return { taxRates: stateRates, exempt: false, place };
  if (tax.mode === 'service') return { exempt: false, place, ...findCalculation(settings, place, question) };
  if (tableRates) return { taxRates: tableRates, exempt: false, place };
  if (registered.rate > 0) return { taxRates: ownRates, exempt: false, place, isZipMissing: true };
  return { taxRates: null, exempt: false, place };
}

async function readJurisdictions(
  transaction: Transaction<DB>,
  { state, zip }: Place,
): Promise<TaxJurisdiction[] | undefined> {
  const row = await transaction
    .selectFrom('tax_rates')
    .select(['state_rate', 'county', 'county_rate', 'city', 'city_rate', 'districts'])
    .where('state', '=', state)
    .where('zip', '=', zip)
    .executeTakeFirst();
  if (!row) return undefined;
  const districts = row.districts as { name: string; rate: number }[];
  const local: TaxJurisdiction[] = [
    { level: 'county', name: row.county, rate: Number(row.county_rate) },
    { level: 'city', name: row.city ?? '', rate: Number(row.city_rate) },
    ...districts.map(({ name, rate }) => ({ level: 'district' as const, name, rate })),
  ];
  // The state and the county are kept without a rate too: the report needs them.
  return [
    { level: 'state', name: state, rate: Number(row.state_rate) },
    ...local.filter(({ level, rate }) => level === 'county' || rate > 0),
  ];
}

async function findCertificate(
  transaction: Transaction<DB>,
  { business }: Settings,
  state: string,
  userId: string | null,
): Promise<string | undefined> {
  if (userId === null) return undefined;
  const certificate = await transaction
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

function findCalculation(
  { cores }: Settings,
  place: Place,
  { lines, price, answered }: TaxQuestion,
): Pick<PlaceTaxes, 'taxRates' | 'calculatedTaxes' | 'ask'> {
  const request = findTaxCalculation(place, lines, cores, price(noTaxes));
  if (!request) return { taxRates: null };
  if (request.lines.every((line) => line.partCents + line.coreCents + line.shippingCents === 0))
    return { taxRates: noTaxes };
  // Parts, prices or settings may have changed since.
  if (!isDeepStrictEqual(answered?.request, request)) return { taxRates: null, ask: request };
  return { taxRates: null, ...(answered && { calculatedTaxes: answered.taxes }) };
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

/** Keeps what was charged with an order, once, after the order was written. Alerts if its ZIP code has no rate. */
export async function writeOrderTaxes(
  transaction: Transaction<DB>,
  orderId: string,
  taxes: readonly TaxAmount[],
  found?: PlaceTaxes,
): Promise<void> {
  const state = found?.place?.state ?? taxes.find(({ level }) => level === 'state')?.name ?? null;
  if (taxes.length > 0) {
    await transaction
      .insertInto('order_taxes')
      .values(
        taxes.map(({ level, name, rate, taxableCents, taxCents }, position) => ({
          order_id: orderId,
          position,
          level,
          name,
          state,
          rate,
          taxable: dollarsFromCents(taxableCents),
          tax: dollarsFromCents(taxCents),
        })),
      )
      .execute();
  }
  if (found?.exemption) await writeExemption(transaction, orderId, found.exemption, state);
  if (found?.isZipMissing && found.place) {
    await raiseAlert(transaction, {
      kind: 'tax-rate-missing',
      subject: found.place.state,
      orderId,
      details: { 'ZIP code': `${found.place.state} ${found.place.zip}` },
    });
  }
}

async function writeExemption(
  transaction: Transaction<DB>,
  orderId: string,
  { certificateId, rates }: NonNullable<PlaceTaxes['exemption']>,
  state: string | null,
): Promise<void> {
  const order = transaction.selectFrom('orders').where('id', '=', orderId);
  const { exempt } = await order
    .select(sql<string>`amount - case when ${rates.taxesShipping} then 0 else shipping end`.as('exempt'))
    .executeTakeFirstOrThrow();
  await transaction
    .insertInto('order_taxes')
    .values(
      rates.jurisdictions.map(({ level, name, rate }, position) => ({
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
      })),
    )
    .execute();
}
