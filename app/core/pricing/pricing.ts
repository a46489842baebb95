import type { Destination } from '#core/addresses/destination.ts';
import { computeBatteryFee } from './battery-fee.ts';
import { findCoreCharge } from './core-charge.ts';
import { computeLineCents, type PricedLine, sum } from './line.ts';
import { type DayRange, defaultTerms, type PricingTerms } from './pricing-terms.ts';
import type { ShippingClass } from '#core/catalog/shipping-class.ts';
import { packLine } from './parcel.ts';
import { askedInCart } from './questions.ts';
import { findRestricted, type LineRefusal, type LineShipping, priceShipping } from './shipping.ts';
import { computeTaxes, noTaxes } from './tax.ts';
import type { TaxAmount, TaxRates, Taxes } from './tax-rates.ts';

/** All amounts are in cents. */
export interface Totals {
  /** Leaves out core charges. */
  subtotalCents: number;
  taxCents: number;
  shippingCents: number;
  coreCents: number;
  batteryFeeCents: number;
  totalCents: number;
}

/** The amounts of a line, in cents. They add up to the totals. */
export interface LineQuote {
  /** Price of all units. */
  partCents: number;
  shippingCents: number;
  /** Tax on the parts, and on their shipping where it is taxed. */
  taxCents: number;
  coreCents: number;
  coreTaxCents: number;
  /** True if a returned core also brings its tax back. */
  refundsCoreTax: boolean;
  /** California battery fee. It is not taxed. */
  batteryFeeCents: number;
  /** True if a returned battery also brings the fee back. */
  refundsBatteryFee: boolean;
  class: ShippingClass;
  boxes: number;
  /** Business days. */
  days: DayRange | null;
}

export interface PricedQuote extends Totals {
  status: 'priced';
  lines: LineQuote[];
  taxes: TaxAmount[];
  /** Parcels and oversize units. */
  boxes: number;
  /** Business days until everything has arrived. Null if unknown for a line, or picked up. */
  days: DayRange | null;
}

type KnownTotals = Pick<Totals, 'subtotalCents' | 'coreCents'>;

/** A quote that needs an answer first: ship or pick up, the destination, or the tax rates there. */
export interface OpenQuote extends KnownTotals {
  status: 'open';
  needs: 'fulfillment' | 'destination' | 'taxRates';
}

export interface RefusedQuote extends KnownTotals {
  status: 'refused';
  refusals: LineRefusal[];
}

export type Quote = PricedQuote | OpenQuote | RefusedQuote;

/** Prices an order (Spec §9, and the owner's settings). The tax is summed over the lines and rounded once. */
export function priceOrder(lines: readonly PricedLine[], terms: PricingTerms): Quote {
  const cores = lines.map((line) => findCoreCharge(line, terms.cores));
  const coreCents = lines.map((line, index) => (cores[index]?.unitCents ?? 0) * line.quantity);
  const known = { subtotalCents: sum(lines.map(computeLineCents)), coreCents: sum(coreCents) };

  const unsold = findRestricted(lines, null);
  if (unsold.length > 0) return { status: 'refused', refusals: unsold, ...known };
  const destination = usableDestination(terms);
  const asked = askedInCart(lines, terms);
  // If pickup is not offered, a line that is sent nowhere is refused before anything is asked.
  const isChoiceOpen = destination === null && asked.fulfillment;
  if (isChoiceOpen) return { status: 'open', needs: 'fulfillment', ...known };
  const shipped = priceShipping(lines, terms.shipping, destination, terms.pickupState);
  if ('refusals' in shipped) return { status: 'refused', refusals: shipped.refusals, ...known };
  if (destination === null && asked.destination) return { status: 'open', needs: 'destination', ...known };

  const rates = findRates(terms, destination);
  if (rates === null) return { status: 'open', needs: 'taxRates', ...known };
  const taxes =
    'totalCents' in rates
      ? rates
      : computeTaxes(
          lines.map((line, index) => ({
            partCents: computeLineCents(line),
            shippingCents: shipped.lines[index]?.cents ?? 0,
            coreCents: cores[index]?.taxed ? (coreCents[index] ?? 0) : 0,
            ownRate: line.taxRate,
          })),
          rates,
        );
  const shippingCents = sum(shipped.lines.map(({ cents }) => cents));
  const batteryFees = lines.map((line) => computeBatteryFee(line, terms, destination));
  const batteryFeeCents = sum(batteryFees);
  return {
    status: 'priced',
    ...known,
    taxCents: taxes.totalCents,
    shippingCents,
    batteryFeeCents,
    totalCents: known.subtotalCents + taxes.totalCents + shippingCents + known.coreCents + batteryFeeCents,
    lines: shipped.lines.map(({ cents, ...rest }, index) => ({
      partCents: computeLineCents(lines[index] as PricedLine),
      shippingCents: cents,
      taxCents: taxes.lines[index]?.taxCents ?? 0,
      coreCents: coreCents[index] ?? 0,
      coreTaxCents: taxes.lines[index]?.coreTaxCents ?? 0,
      refundsCoreTax: cores[index]?.refundsTax ?? false,
      batteryFeeCents: batteryFees[index] ?? 0,
      refundsBatteryFee: lines[index]?.restriction?.batteryFee?.isRefunded ?? false,
      ...rest,
    })),
    taxes: taxes.amounts,
    boxes: sum(shipped.lines.map(({ boxes }) => boxes)),
    days: combineDays(shipped.lines),
  };
}

/**
 * Prices one unit (Spec §9, Buy Now): at the shop's flat rate and rule for parcels, not the part's own. All other rules hold
 * as in an order.
 */
export function priceBuyNow(part: Omit<PricedLine, 'quantity'>, terms: PricingTerms): Quote {
  const line = { ...part, quantity: 1 };
  const isParcel = packLine(line, terms.shipping).class === 'parcel';
  return priceOrder(
    [
      {
        ...line,
        ...(terms.tax.mode === 'flat' && { taxRate: null }),
        ...(isParcel && { shippingCostCents: null }),
      },
    ],
    terms,
  );
}

/** Drops a stored choice that is older than the settings and no longer possible. */
function usableDestination({ destination, shipping }: PricingTerms): Destination | null {
  return destination?.kind === 'pickup' && !shipping.pickup.offered ? null : destination;
}

/** Returns null if the rates are not looked up yet. */
function findRates(
  { tax, taxRates, calculatedTaxes, exempt }: PricingTerms,
  destination: Destination | null,
): TaxRates | Taxes | { flatRate: number } | null {
  const isAbroad = destination?.kind === 'ship' && destination.country !== 'US';
  if (exempt || isAbroad) return noTaxes;
  return tax.mode === 'flat' ? { flatRate: tax.flatRate } : (taxRates ?? calculatedTaxes ?? null);
}

function combineDays(lines: readonly LineShipping[]): DayRange | null {
  const days = lines.flatMap((line) => line.days ?? []);
  if (days.length < lines.length || lines.length === 0) return null;
  return { min: Math.max(...days.map(({ min }) => min)), max: Math.max(...days.map(({ max }) => max)) };
}

/** Prices lines by the flat rules of Spec §9, which ask nothing and refuse nothing. */
export function priceByDefaultTerms(
  lines: readonly Pick<PricedLine, 'unitPriceCents' | 'quantity' | 'taxRate' | 'shippingCostCents'>[],
): Totals {
  const quote = priceOrder(lines, defaultTerms);
  if (quote.status !== 'priced') throw new Error('The default terms price everything');
  const { subtotalCents, taxCents, shippingCents, coreCents, batteryFeeCents, totalCents } = quote;
  return { subtotalCents, taxCents, shippingCents, coreCents, batteryFeeCents, totalCents };
}
