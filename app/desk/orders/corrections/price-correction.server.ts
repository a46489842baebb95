import type { Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import type { Destination } from '#core/addresses/destination.ts';
import { taxedPlace } from '#core/addresses/destination.ts';
import { lockParts, type PartForSale, readParts } from '#core/checkout/parts-for-sale.server.ts';
import {
  type CheckoutLine,
  type LinesToPrice,
  priceLines,
  toLine,
} from '#core/checkout/price-parts.server.ts';
import type { AnsweredCalculation, PlaceTaxes } from '#core/checkout/tax-rates.server.ts';
import { keepClosedUnits, type LineAmounts } from '#core/orders/correction.ts';
import type { DeskLine, DeskOrder } from '#core/orders/desk-order.server.ts';
import { countToShip } from '#core/orders/line-units.ts';
import { MAX_CHARGE_CENTS } from '#core/orders/payment.ts';
import { formatDollars } from '#core/values/money.ts';
import type { LineQuote, PricedQuote } from '#core/pricing/pricing.ts';
import type { PricingTerms } from '#core/pricing/pricing-terms.ts';
import type { TaxCalculation } from '#core/pricing/tax-calculation.ts';
import type { Settings } from '#core/settings/settings.ts';
import { readSettingsVersion } from '#core/settings/settings.server.ts';
import { Refused } from '#core/values/refused.ts';

/** What a correction changes, besides the buyer's name, street and phone. */
export interface Corrected {
  destination: Destination | null;
  /** Price of the shipment in cents, set by staff. Null means as the shop computes it. */
  shippingCents: number | null;
  /** Units that are taken off, by line. */
  off?: ReadonlyMap<string, number>;
  added?: AddedPart | null;
}

export interface AddedPart {
  partId: string;
  quantity: number;
  /** Null means the price of the catalog. */
  unitPriceCents: number | null;
}

export interface PricedCorrection {
  /** Lines that were priced anew, with the amounts of all their units. Without a quote, no unit of the line is left to ship. */
  lines: { id: string; amounts: LineAmounts; quote: LineQuote | null }[];
  added: { line: CheckoutLine; quote: LineQuote } | null;
  /** The open units alone, priced anew. */
  quote: PricedQuote;
  foundTaxes: PlaceTaxes;
  /** Share of the order's parts that was not priced anew, from 0 to 1. */
  keptShare: number;
  /** Amounts of the order afterwards, in cents. */
  after: OrderAmounts;
  settingsVersion: number;
  coreReturnDays: number;
}

export type OrderAmounts = Pick<
  PricedQuote,
  'taxCents' | 'shippingCents' | 'coreCents' | 'batteryFeeCents' | 'totalCents'
>;

interface Pricing {
  answered: AnsweredCalculation | undefined;
  /** Locks the parts, for the transaction that corrects the order. */
  locks: boolean;
}

/**
 * Prices the units of an order that are still to ship anew, as the cart would, at the prices that were agreed. What has left the
 * shop or was canceled keeps its amounts; once a parcel has left, so does the shipping. Runs as service_role.
 * @throws {Refused}
 */
export async function priceCorrection(
  transaction: Transaction<DB>,
  order: DeskOrder,
  corrected: Corrected,
  { answered, locks }: Pricing,
): Promise<PricedCorrection | { ask: TaxCalculation }> {
  const { shippingCents: byHand, destination, off, added } = corrected;
  const open = order.lines
    .map((line) => ({ line, units: countToShip(line) }))
    .filter(({ units }) => units > 0);
  const ids = [...open.flatMap(({ line }) => line.partId ?? []), ...(added ? [added.partId] : [])];
  const parts = await (locks ? lockParts : readParts)(transaction, ids);
  const { settings, version } = await readSettingsVersion(transaction);
  const keepsShipping = order.lines.some(({ shipped }) => shipped > 0);
  const closed = open.map(({ line, units }) => keepClosedUnits(line, units, keepsShipping));
  const left = open.map(({ line, units }) => units - (off?.get(line.id) ?? 0));
  const lines = open.flatMap(({ line, units: before }, index): CheckoutLine[] => {
    const units = left[index] ?? 0;
    if (units === 0) return [];
    const part = parts.get(line.partId ?? '');
    if (!part)
      throw new Refused(`${line.name} is no longer in the catalog, so its tax and shipping are unknown`);
    const { unitPriceCents } = line;
    const shippingCents = line.shippingCents - (closed[index]?.shippingCents ?? 0);
    return [
      {
        ...toLine(part, { unitPriceCents, quantity: units }, settings),
        ...(keepsShipping && { shippingCostCents: Math.round((shippingCents * units) / before) }),
        coreChargeCents: line.coreCents / line.quantity,
      },
    ];
  });
  if (added) lines.push(toAddedLine(parts.get(added.partId), added, settings));
  if (lines.length === 0)
    throw new Refused('nothing would be left to ship. Cancel the order or refund the units instead');
  if (byHand !== null && !keepsShipping)
    for (const [index, line] of lines.entries()) line.shippingCostCents = index === 0 ? byHand : 0;

  const buyer = await transaction
    .selectFrom('orders')
    .select(['user_id', 'purchase'])
    .where('id', '=', order.id)
    .executeTakeFirstOrThrow();
  const place = destination && taxedPlace(destination, settings.business.locations);
  const { shipping } = settings;
  const terms: PricingTerms = {
    shipping: {
      ...shipping,
      pickup: { ...shipping.pickup, offered: destination?.kind === 'pickup' },
      ...(byHand !== null && { remote: sameEverywhere }),
    },
    tax: settings.tax,
    cores: settings.cores,
    destination,
    pickupState: place?.state,
    taxRates: null,
    exempt: false,
  };
  const priced = await priceLines(transaction, {
    lines,
    terms,
    settings,
    purchase: buyer.purchase === 'buy_now' && lines.length === 1 ? 'buy_now' : 'cart',
    buyer: { userId: buyer.user_id, answered },
  } satisfies LinesToPrice);
  if (!('quote' in priced)) return priced;
  const { quote, foundTaxes } = priced;
  if (quote.status === 'refused') {
    const [first] = quote.refusals;
    throw new Refused(`${lines[first?.line ?? 0]?.name}: ${first?.text}`);
  }
  if (quote.status === 'open')
    throw new Refused(
      quote.needs === 'taxRates'
        ? 'the sales tax for this ZIP code is unknown. Check the ZIP code, and the tax rates in the settings'
        : 'tax and shipping depend on the address. Change the address first',
    );
  const after = addQuote(order, { open, closed, keepsShipping }, quote);
  if (after.totalCents > MAX_CHARGE_CENTS)
    throw new Refused(`an order can cost at most ${formatDollars(MAX_CHARGE_CENTS)}`);
  return {
    ...pairQuotes({ open, closed, left }, lines, quote),
    quote,
    foundTaxes,
    keptShare: 1 - sumOpen(open) / sumOpen(order.lines.map((line) => ({ line, units: line.quantity }))),
    after,
    settingsVersion: version,
    coreReturnDays: settings.cores.returnDays,
  };
}

/** @throws {Refused} */
function toAddedLine(part: PartForSale | undefined, added: AddedPart, settings: Settings): CheckoutLine {
  const { quantity } = added;
  if (!part) throw new Refused('this part is no longer in the catalog');
  if (part.stock < quantity)
    throw new Refused(
      part.stock === 0
        ? `${part.name} is out of stock, or held by open payments`
        : `only ${part.stock} of ${part.name} in stock`,
    );
  const unitPriceCents = added.unitPriceCents ?? part.priceCents;
  if (!unitPriceCents) throw new Refused(`enter a price for ${part.name}`, 'price');
  return toLine(part, { unitPriceCents, quantity }, settings);
}

/** Finds the new amounts of each line. The added line is the last one. */
function pairQuotes(
  { open, closed, left }: Omit<OpenLines, 'keepsShipping'> & { left: readonly number[] },
  lines: readonly CheckoutLine[],
  quote: PricedQuote,
): Pick<PricedCorrection, 'lines' | 'added'> {
  const quotes = quote.lines.values();
  const paired = open.map(({ line }, index) => {
    const kept = closed[index] as LineAmounts;
    const one = left[index] === 0 ? null : (quotes.next().value as LineQuote);
    return { id: line.id, amounts: one ? addAmounts(kept, one) : kept, quote: one };
  });
  const last = quotes.next().value;
  return { lines: paired, added: last ? { line: lines.at(-1) as CheckoutLine, quote: last } : null };
}

const sameEverywhere = { alaska: 'same', hawaii: 'same', territories: 'same', military: 'same' } as const;

interface OpenLine {
  line: DeskLine;
  units: number;
}

function sumOpen(open: readonly OpenLine[]): number {
  return open.reduce((cents, { line, units }) => cents + line.unitPriceCents * units, 0);
}

function addAmounts(one: LineAmounts, other: LineAmounts): LineAmounts {
  return {
    taxCents: one.taxCents + other.taxCents,
    shippingCents: one.shippingCents + other.shippingCents,
    coreCents: one.coreCents + other.coreCents,
    coreTaxCents: one.coreTaxCents + other.coreTaxCents,
    batteryFeeCents: one.batteryFeeCents + other.batteryFeeCents,
  };
}

interface OpenLines {
  open: readonly OpenLine[];
  /** Amounts of their other units. */
  closed: readonly LineAmounts[];
  keepsShipping: boolean;
}

/** Replaces the amounts of the open units in those of the order. */
function addQuote(
  order: DeskOrder,
  { open, closed, keepsShipping }: OpenLines,
  quote: PricedQuote,
): OrderAmounts {
  const gone = (name: keyof LineAmounts) =>
    open.reduce((cents, { line }, index) => cents + line[name] - (closed[index]?.[name] ?? 0), 0);
  const taxCents = order.taxCents - gone('taxCents') - gone('coreTaxCents') + quote.taxCents;
  const openIds = new Set(open.map(({ line }) => line.id));
  // Lines of old orders do not have their shipping.
  const keptCents = keepsShipping
    ? order.shippingCents - gone('shippingCents')
    : order.lines.reduce((cents, line) => cents + (openIds.has(line.id) ? 0 : line.shippingCents), 0);
  const shippingCents = keptCents + quote.shippingCents;
  const coreCents = order.coreCents - gone('coreCents') + quote.coreCents;
  const batteryFeeCents = order.batteryFeeCents - gone('batteryFeeCents') + quote.batteryFeeCents;
  const before = order.taxCents + order.shippingCents + order.coreCents + order.batteryFeeCents;
  const totalCents =
    order.amountCents -
    before -
    sumOpen(open) +
    quote.subtotalCents +
    taxCents +
    shippingCents +
    coreCents +
    batteryFeeCents;
  return { taxCents, shippingCents, coreCents, batteryFeeCents, totalCents };
}
