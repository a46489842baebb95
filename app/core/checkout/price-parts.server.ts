import type { Kysely } from 'kysely';
import type { DB } from '#db/types.ts';
import { type Destination, taxedPlace } from '#core/addresses/destination.ts';
import type {
  CheckoutRefusal,
  CheckoutRequest,
  PriceRequest,
  PriceResponse,
  RefusedItem,
} from './create-payment.ts';
import { dollarsFromCents } from '#core/values/money.ts';
import type { Part } from '#core/catalog/part.ts';
import { findPartTerms } from '#core/settings/part-terms.ts';
import type { PricedLine } from '#core/pricing/line.ts';
import type { PricingTerms } from '#core/pricing/pricing-terms.ts';
import { vehicleName } from '#core/vehicles/vehicle-name.ts';
import { restrictLine } from '#core/pricing/restrict-line.ts';
import type { Settings } from '#core/settings/settings.ts';
import { askedInCart } from '#core/pricing/questions.ts';
import { priceBuyNow, type PricedQuote, priceOrder, type Quote } from '#core/pricing/pricing.ts';
import { findSharedPieces, type PartForSale, type PartsById, readParts } from './parts-for-sale.server.ts';
import type { TaxCalculation } from '#core/pricing/tax-calculation.ts';
import { type AnsweredCalculation, type PlaceTaxes, readTaxRates } from './tax-rates.server.ts';
import { findUsableDestination, shippingTerms } from '#core/settings/usable-terms.ts';
import { readSettings } from '#core/settings/settings.server.ts';

/** The facts about a part that its order line stores. The warranty is the part's own, or else that of the shop's terms. */
interface SoldFacts extends Pick<Part, 'origin' | 'rebuilder' | 'stockNumber' | 'mileage' | 'grade'> {
  warranty: string;
}

export interface CheckoutLine extends PricedLine, SoldFacts, Pick<PartForSale, 'saleFacts'> {
  partId: string;
  name: string;
  oemNumber: string | null;
  condition: string | null;
  /** The vehicle's name, such as '2012 Honda Accord'. It is null for a part that is not listed for a vehicle. */
  vehicle: string | null;
}

export interface Refusal extends CheckoutRefusal {
  /** A retry can't succeed if this is missing. */
  retryInSeconds?: number;
}

/** The decisions about a purchase. The order keeps them. */
export interface PricedPurchase {
  lines: CheckoutLine[];
  /** The quote has the same lines. */
  quote: PricedQuote;
  foundTaxes: PlaceTaxes;
  /** The destination is null if the cart did not ask. */
  destination: Destination | null;
  settingsVersion: number;
  coreReturnDays: number;
}

/** The buyer, who is taxed, and the tax service's answer to an earlier attempt. */
export interface Buyer {
  userId: string | null;
  answered: AnsweredCalculation | undefined;
}

interface PricedBy {
  partsById: PartsById;
  settings: Settings;
  settingsVersion: number;
}

/** Prices a request by its parts and the settings as they were read. Refuses other amounts of the client. */
export async function priceParts(
  database: Kysely<DB>,
  request: CheckoutRequest,
  { partsById, settings, settingsVersion }: PricedBy,
  buyer: Buyer,
): Promise<PricedPurchase | Refusal | { ask: TaxCalculation }> {
  const { items } = request;
  const unresolved = items.find((item) => item.id === undefined);
  if (unresolved) {
    return { error: `${unresolved.name} does not match exactly one part of the catalog at this price` };
  }
  const terms = toTerms(settings, request.destination);
  const lines: CheckoutLine[] = [];
  const problems: (RefusedItem & { error: string })[] = [];
  const shared = findSharedPieces(items.flatMap(({ id = '' }) => partsById.get(id) ?? []));
  for (const { id = '', name, amountCents, quantity } of items) {
    const part = partsById.get(id);
    const priceCents = part?.priceCents ?? null;
    const requested = items.reduce((sum, item) => (item.id === id ? sum + item.quantity : sum), 0);
    const problem = (error: string) =>
      problems.push({ id, amountCents: priceCents, available: part?.stock ?? 0, error });

    if (!part) problem(describeGone(name));
    else if (!priceCents) problem(describeUnpriced(part.name));
    else if (part.stock === 0) problem(`${part.name} is out of stock`);
    else if (requested > part.stock) problem(`Only ${part.stock} of ${part.name} in stock`);
    else if (shared.has(id)) problem(shared.get(id) ?? '');
    else if (priceCents !== amountCents) problem(`The price of ${part.name} has changed`);
    else lines.push(toLine(part, { unitPriceCents: priceCents, quantity }, settings));
  }
  const [first] = problems;
  if (first) return { error: first.error, items: problems.map(({ error: _, ...item }) => item) };

  const priced = await priceLines(database, { ...request, terms, settings, lines, buyer });
  if (!('quote' in priced)) return priced;
  const { quote, foundTaxes } = priced;
  if (quote.status !== 'priced') return refuseQuote(quote, lines);
  const { taxCents, shippingCents, coreCents, batteryFeeCents } = quote;
  const change = describeChange(quote, request);
  if (change !== undefined) {
    const currentItems = lines.map((line) => ({
      id: line.partId,
      amountCents: line.unitPriceCents,
      available: partsById.get(line.partId)?.stock ?? 0,
    }));
    return { error: change, items: currentItems, taxCents, shippingCents, coreCents, batteryFeeCents };
  }
  return {
    lines,
    quote,
    foundTaxes,
    destination: terms.destination,
    settingsVersion,
    coreReturnDays: terms.cores.returnDays,
  };
}

function describeChange(quote: PricedQuote, request: CheckoutRequest): string | undefined {
  if (quote.coreCents !== request.coreCents) return 'The core charge has changed';
  if (quote.batteryFeeCents !== request.batteryFeeCents) return 'The California battery fee has changed';
  const isSame = quote.taxCents === request.taxCents && quote.shippingCents === request.shippingCents;
  return isSame ? undefined : 'Tax or shipping has changed';
}

export interface LinesToPrice extends Pick<CheckoutRequest, 'purchase'> {
  lines: readonly CheckoutLine[];
  terms: PricingTerms;
  settings: Settings;
  buyer: Buyer;
}

/** Prices lines by the settings as they were read, or asks for the tax service's answer. */
export async function priceLines(
  database: Kysely<DB>,
  { lines, purchase, terms, settings, buyer }: LinesToPrice,
): Promise<{ quote: Quote; foundTaxes: PlaceTaxes } | { ask: TaxCalculation }> {
  const [only] = lines;
  const price = (taxes: Partial<PricingTerms>) =>
    purchase === 'buy_now' && only
      ? priceBuyNow(only, { ...terms, ...taxes })
      : priceOrder(lines, { ...terms, ...taxes });
  const place = terms.destination && taxedPlace(terms.destination, settings.business.locations);
  const foundTaxes = await readTaxRates(database, settings, place, {
    ...buyer,
    lines,
    price: (taxRates) => price({ taxRates }),
  });
  if (foundTaxes.ask) return { ask: foundTaxes.ask };
  return { quote: price(foundTaxes), foundTaxes };
}

/** Prices a cart as `priceParts` would, whatever its stock. */
export async function priceCart(
  database: Kysely<DB>,
  { items, destination }: PriceRequest,
  buyer: Buyer,
): Promise<PriceResponse | CheckoutRefusal | { ask: TaxCalculation }> {
  const partsById = await readParts(
    database,
    items.map(({ id }) => id),
  );
  const settings = await readSettings(database);
  const terms = toTerms(settings, destination);
  const lines: CheckoutLine[] = [];
  for (const { id, quantity } of items) {
    const part = partsById.get(id);
    if (!part) return { error: describeGone('A part in your cart') };
    if (!part.priceCents) return { error: describeUnpriced(part.name) };
    lines.push(toLine(part, { unitPriceCents: part.priceCents, quantity }, settings));
  }
  const priced = await priceLines(database, { terms, settings, lines, purchase: 'cart', buyer });
  if (!('quote' in priced)) return priced;
  return { quote: priced.quote, asked: askedInCart(lines, terms) };
}

function describeGone(name: string): string {
  return `${name} is no longer in the catalog`;
}

function describeUnpriced(name: string): string {
  return `${name} has no price yet: please request it`;
}

export function toLine(
  part: PartForSale,
  { unitPriceCents, quantity }: Pick<PricedLine, 'unitPriceCents' | 'quantity'>,
  { business, restricted }: Pick<Settings, 'business' | 'restricted'>,
): CheckoutLine {
  const line = {
    ...part,
    partId: part.id,
    vehicle: vehicleName(part) || null,
    warranty: findPartTerms(part, business).warranty,
    unitPriceCents,
    quantity,
  };
  return restrictLine(line, restricted);
}

const questions = {
  fulfillment: 'Please choose whether we ship your parts or you pick them up',
  destination: 'Please enter the state and the ZIP code that we ship to',
  taxRates: "We can't look up the sales tax for this ZIP code. Please check it, or contact us.",
};

function refuseQuote(quote: Exclude<Quote, PricedQuote>, lines: readonly CheckoutLine[]): Refusal {
  if (quote.status === 'open') return { error: questions[quote.needs], needs: quote.needs };
  const { refusals } = quote;
  const first = refusals[0];
  return { error: `${lines[first?.line ?? 0]?.name}: ${first?.text}`, refusals };
}

type RequestedItem = CheckoutRequest['items'][number];

/** Finds missing ids by name and price, if exactly one part matches. */
export async function resolveIds(database: Kysely<DB>, items: RequestedItem[]): Promise<RequestedItem[]> {
  const resolved: RequestedItem[] = [];
  for (const item of items) {
    if (item.id !== undefined) {
      resolved.push(item);
      continue;
    }
    const parts = await database
      .selectFrom('parts_catalog')
      .select('id')
      .where('part_name', '=', item.name)
      .where('price', '=', dollarsFromCents(item.amountCents))
      .limit(2)
      .execute();
    resolved.push(parts.length === 1 && parts[0] ? { ...item, id: parts[0].id } : item);
  }
  return resolved;
}

/** Collects what a price depends on besides the parts and the taxes. */
export function toTerms(settings: Settings, requested: Destination | null): PricingTerms {
  const destination = findUsableDestination(requested, settings);
  return {
    shipping: shippingTerms(settings),
    tax: settings.tax,
    cores: settings.cores,
    destination,
    pickupState: (destination && taxedPlace(destination, settings.business.locations)?.state) ?? undefined,
    taxRates: null,
    exempt: false,
  };
}
