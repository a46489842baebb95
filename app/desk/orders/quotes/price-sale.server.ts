import type { Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { taxedPlace } from '#core/addresses/destination.ts';
import { describeCondition } from '#core/catalog/origin.ts';
import { vehicleName } from '#core/vehicles/vehicle-name.ts';
import type { PricingTerms, ShippingTerms } from '#core/pricing/pricing-terms.ts';
import { replaceTax } from './replace-tax.ts';
import type { TaxCalculation } from '#core/pricing/tax-calculation.ts';
import { priceOrder } from '#core/pricing/pricing.ts';
import { type AnsweredCalculation, readTaxRates } from '#core/checkout/tax-rates.server.ts';
import { findSharedPieces, lockParts, readParts } from '#core/checkout/parts-for-sale.server.ts';
import { isClaimedMeanwhile } from '#core/payments/stock.server.ts';
import { type CheckoutLine, type PricedPurchase, toLine } from '#core/checkout/price-parts.server.ts';
import { readSettingsVersion } from '#core/settings/settings.server.ts';
import type { Sale } from './sale.ts';
import type { DraftProblems, OfferedPart } from '#core/orders/quotes/sale-draft.ts';

/** Part id -> units that the changed quote holds, which are free for its change. */
type HeldUnits = ReadonlyMap<string, number>;

/** Reads the current parts of a draft, without deleted ones. `held`: units that the changed quote holds. */
export async function readOfferedParts(
  transaction: Transaction<DB>,
  ids: readonly string[],
  held?: HeldUnits,
): Promise<OfferedPart[]> {
  const parts = await readParts(transaction, ids);
  return [...parts.values()].map((part) => ({
    id: part.id,
    name: part.name,
    oemNumber: part.oemNumber,
    vehicle: vehicleName(part) || null,
    condition: describeCondition(part),
    priceCents: part.priceCents,
    stock: part.stock + (held?.get(part.id) ?? 0),
  }));
}

/** Says that a part was sold between its check and its sale. @throws other errors */
export function refuseSoldMeanwhile(error: unknown): { problems: DraftProblems } {
  if (!isClaimedMeanwhile(error)) throw error;
  return { problems: { form: 'A piece of one of the parts, or an assembly with it, was sold a moment ago' } };
}

interface PriceSale {
  sale: Sale;
  answered: AnsweredCalculation | undefined;
  /** Locks the parts, for the transaction that takes them out of stock. */
  locks: boolean;
  /** Units that the changed quote holds. They are locked too. */
  held?: HeldUnits | undefined;
}

/**
 * Prices a sale: staff set the prices of the parts, and perhaps shipping and tax; everything else follows the settings of
 * this transaction. Refuses units that are not in stock.
 */
export async function priceSale(
  transaction: Transaction<DB>,
  { sale, answered, locks, held = new Map() }: PriceSale,
): Promise<PricedPurchase | { problems: DraftProblems } | { ask: TaxCalculation }> {
  const ids = sale.lines.map(({ partId }) => partId);
  const parts = locks
    ? await lockParts(transaction, [...ids, ...held.keys()])
    : await readParts(transaction, ids);
  const { settings, version } = await readSettingsVersion(transaction);
  const problems: DraftProblems = {};
  const lines: CheckoutLine[] = [];
  const shared = findSharedPieces(ids.flatMap((id) => parts.get(id) ?? []));
  for (const [index, { partId, quantity, unitPriceCents }] of sale.lines.entries()) {
    const part = parts.get(partId);
    const stock = (part?.stock ?? 0) + (held.get(partId) ?? 0);
    if (!part) problems[`units:${partId}`] = 'This part is no longer in the catalog';
    else if (stock < quantity)
      problems[`units:${partId}`] =
        stock === 0 ? 'Out of stock, or held by open payments' : `Only ${stock} in stock`;
    else if (shared.has(partId)) problems[`units:${partId}`] = shared.get(partId) ?? '';
    else {
      // The first line has the price for the whole shipment.
      const ownShipping =
        sale.shippingCents === null ? {} : { shippingCostCents: index === 0 ? sale.shippingCents : 0 };
      lines.push({ ...toLine(part, { unitPriceCents, quantity }, settings), ...ownShipping });
    }
  }
  if (Object.keys(problems).length > 0) return { problems };

  const place = sale.destination && taxedPlace(sale.destination, settings.business.locations);
  const terms: PricingTerms = {
    shipping: termsOfSale(settings.shipping, sale),
    tax: settings.tax,
    cores: settings.cores,
    destination: sale.destination,
    pickupState: place?.state,
    taxRates: null,
    exempt: false,
  };
  const foundTaxes = await readTaxRates(transaction, settings, place, {
    userId: null,
    answered,
    lines,
    price: (taxRates) => priceOrder(lines, { ...terms, taxRates }),
  });
  if (foundTaxes.ask) return { ask: foundTaxes.ask };
  const quote = priceOrder(lines, { ...terms, ...foundTaxes });
  if (quote.status === 'refused') {
    const [first] = quote.refusals;
    return {
      problems: {
        form: `${lines[first?.line ?? 0]?.name}: ${refusalTexts[first?.reason ?? ''] ?? first?.text}`,
      },
    };
  }
  if (quote.status === 'open') {
    return quote.needs === 'taxRates'
      ? {
          problems: {
            form: 'The sales tax for this location is unknown. Check the location or ZIP code, and the tax rates in the settings',
          },
        }
      : { problems: { state: 'Tax and shipping depend on the address: enter the state and ZIP code' } };
  }
  return {
    lines,
    quote: sale.tax ? replaceTax(quote, sale.tax.cents) : quote,
    foundTaxes,
    destination: sale.destination,
    settingsVersion: version,
    coreReturnDays: settings.cores.returnDays,
  };
}

const refusalTexts: Partial<Record<string, string>> = {
  quote: 'the settings have no shipping price for it. Enter one',
  'pickup-only': 'it can only be picked up',
};

/** Lets staff agree on a pickup, and on one price for the whole shipment, whatever the cart offers. */
function termsOfSale(shipping: ShippingTerms, { destination, shippingCents }: Sale): ShippingTerms {
  return {
    ...shipping,
    pickup: { ...shipping.pickup, offered: destination?.kind === 'pickup' },
    ...(shippingCents !== null && {
      remote: { alaska: 'same', hawaii: 'same', territories: 'same', military: 'same' },
    }),
  };
}
