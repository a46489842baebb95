import { type Kysely, sql, type SqlBool, type Transaction } from 'kysely';
import { raiseAlert } from '#core/alerts/alerts.server.ts';
import type { DB } from '#db/types.ts';
import { dollarsFromCents } from '#core/values/money.ts';
import { noTaxes, findStateRates } from '#core/pricing/tax.ts';
import { type TaxCalculation, findTaxCalculation } from '#core/pricing/tax-calculation.ts';
import type { TaxJurisdiction, TaxRates, Taxes } from '#core/pricing/tax-rates.ts';
import type { PricedQuote, Quote } from '#core/pricing/pricing.ts';
import type { Settings } from '#core/settings/settings.ts';
import { type TaxService, TaxServiceError } from '#core/pricing/tax-service.server.ts';
import { isDeepStrictEqual } from 'node:util';
import type { PricedLine } from '#core/pricing/line.ts';
import type { RegisteredState } from '#core/pricing/pricing-terms.ts';

export interface Place {
  state: string;
  zip: string;
}

export interface AnsweredCalculation {
  request: TaxCalculation;
  taxes: Taxes;
}

interface Purchase {
  lines: readonly PricedLine[];
  /** Prices the lines with these rates and all other terms of the purchase. */
  price: (taxRates: TaxRates) => Quote;
  /** The service's answer to an earlier `ask`. */
  answered?: AnsweredCalculation | undefined;
}

export interface TaxQuestion extends Purchase {
  /** The signed-in buyer. */
  userId: string | null;
}

/** The first three are terms of the purchase (PricingTerms). */
export interface PlaceTaxes {
  taxRates: TaxRates | null;
  calculatedTaxes?: Taxes;
  exempt: boolean;
  place: Place | null;
  /** The certificate of an exempt buyer, and the jurisdictions that do not tax the order. */
  exemption?: { certificateId: string; rates: TaxRates };
  /** True if the table lacks the ZIP code: then the state's own rate holds. */
  isZipMissing?: boolean;
  /** End the transaction, ask the service, and repeat it with the answer: `withTaxService`. */
  ask?: TaxCalculation;
}

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

/** Returns rows of the taxes that an order was charged, or that an exempt buyer was not charged. */
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

/** Keeps an order's taxes, once, after the order was written. Alerts if its ZIP code has no rate. */
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

/** A row of the table. The database returns rates as texts. */
interface ZipRates {
  state_rate: string;
  county: string;
  county_rate: string;
  city: string | null;
  city_rate: string;
  districts: unknown;
}

/** The state and the county are kept without a rate too: the report needs them. */
export function toJurisdictions(state: string, row: ZipRates): TaxJurisdiction[] {
  const districts = row.districts as { name: string; rate: number }[];
  const local: TaxJurisdiction[] = [
    { level: 'city', name: row.city ?? '', rate: Number(row.city_rate) },
    ...districts.map(({ name, rate }) => ({ level: 'district' as const, name, rate })),
  ];
  return [
    { level: 'state', name: state, rate: Number(row.state_rate) },
    { level: 'county', name: row.county, rate: Number(row.county_rate) },
    ...local.filter(({ rate }) => rate > 0),
  ];
}

interface RegisteredPlace {
  place: Place;
  registered: RegisteredState;
  /** The rates of the table, if it is used and has the ZIP code. */
  jurisdictions?: TaxJurisdiction[] | undefined;
  /** The buyer's valid certificate. */
  certificateId?: string | undefined;
}

/** Chooses the taxes at a place in a state where the owner is registered. */
export function chooseTaxes(
  { tax, cores }: Pick<Settings, 'tax' | 'cores'>,
  { place, registered, jurisdictions, certificateId }: RegisteredPlace,
  purchase: Purchase,
): PlaceTaxes {
  const { rate, taxesShipping } = registered;
  const ownRates: TaxRates = {
    jurisdictions: [{ level: 'state', name: place.state, rate }],
    taxesShipping,
  };
  const tableRates = jurisdictions && { jurisdictions, taxesShipping };
  if (certificateId !== undefined) {
    const exemption = { certificateId, rates: tableRates ?? ownRates };
    return { taxRates: noTaxes, exempt: true, place, exemption };
  }
  const charged = { exempt: false, place };
  const stateRates = findStateRates(tax, place);
  if (stateRates) return { ...charged, taxRates: stateRates };
  if (tax.mode === 'service') return { ...charged, ...findCalculation(cores, place, purchase) };
  if (tableRates) return { ...charged, taxRates: tableRates };
  return rate > 0 ? { ...charged, taxRates: ownRates, isZipMissing: true } : { ...charged, taxRates: null };
}

function findCalculation(
  cores: Settings['cores'],
  place: Place,
  { lines, price, answered }: Purchase,
): Pick<PlaceTaxes, 'taxRates' | 'calculatedTaxes' | 'ask'> {
  const request = findTaxCalculation(place, lines, cores, price(noTaxes));
  if (!request) return { taxRates: null };
  if (request.lines.every((line) => line.partCents + line.coreCents + line.shippingCents === 0))
    return { taxRates: noTaxes };
  // Parts, prices or settings may have changed since.
  if (!isDeepStrictEqual(answered?.request, request)) return { taxRates: null, ask: request };
  return { taxRates: null, ...(answered && { calculatedTaxes: answered.taxes }) };
}
