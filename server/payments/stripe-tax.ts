import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { Stripe } from 'stripe';
import { splitCents, sum } from '#core/pricing/line.ts';
import type { TaxCalculation } from '#core/pricing/tax-calculation.ts';
import type { TaxAmount, TaxLevel, Taxes } from '#core/pricing/tax-rates.ts';
import { type TaxService, TaxServiceError } from '#core/pricing/tax-service.server.ts';
import { parseApiBase } from './stripe.ts';

export interface StripeTaxOptions {
  secretKey: string;
  apiBase?: string | undefined;
  log: Logger;
  timeoutMs?: number;
}

/** The cart and the payment ask for the same taxes. */
const KEEP_MS = 10 * 60_000;
const MAX_KEPT = 1_000;

type Item = Stripe.Tax.CalculationLineItem;

type Breakdown = Pick<
  Stripe.Tax.CalculationLineItem.TaxBreakdown,
  'amount' | 'taxable_amount' | 'taxability_reason' | 'jurisdiction' | 'tax_rate_details'
>;

/** Asks Stripe Tax: https://docs.stripe.com/api/tax/calculations */
export function createStripeTax({
  secretKey,
  apiBase,
  log,
  timeoutMs = 4_000,
}: StripeTaxOptions): TaxService {
  const stripe = new Stripe(secretKey, {
    ...(apiBase !== undefined && parseApiBase(apiBase)),
    timeout: timeoutMs,
    maxNetworkRetries: 1,
    telemetry: false,
  });
  const kept = new LRUCache<string, Promise<Taxes>>({ max: MAX_KEPT, ttl: KEEP_MS });

  async function calculate(request: TaxCalculation): Promise<Taxes> {
    try {
      const calculation = await stripe.tax.calculations.create(buildParams(request));
      return readTaxes(request, calculation, await readItems(calculation));
    } catch (error) {
      log.error({ err: error }, 'Stripe could not calculate a tax.');
      if (error instanceof TaxServiceError) throw error;
      throw new TaxServiceError('Stripe could not calculate a tax', { cause: error });
    }
  }

  /** Reads all items, because the response has only the first ones. */
  async function readItems({ id, line_items }: Stripe.Tax.Calculation): Promise<Item[]> {
    if (!line_items?.has_more || id === null) return line_items?.data ?? [];
    return stripe.tax.calculations
      .listLineItems(id, { limit: 100, expand: ['data.tax_breakdown'] })
      .autoPagingToArray({ limit: 1_000 });
  }

  return {
    isAvailable: true,
    calculate(request) {
      const key = JSON.stringify(request);
      const earlier = kept.get(key);
      if (earlier) return earlier;
      const taxes = calculate(request);
      kept.set(key, taxes);
      taxes.catch(() => kept.delete(key));
      return taxes;
    },
  };
}

function buildParams({ place, lines }: TaxCalculation): Stripe.Tax.CalculationCreateParams {
  const shippingCents = sum(lines.map((line) => line.shippingCents));
  return {
    currency: 'usd',
    customer_details: {
      address: { country: 'US', state: place.state, postal_code: place.zip },
      address_source: 'shipping',
    },
    line_items: lines
      .map((line, index) => ({ amount: line.partCents + line.coreCents, reference: `line-${index}` }))
      .filter(({ amount }) => amount > 0),
    ...(shippingCents > 0 && { shipping_cost: { amount: shippingCents } }),
    expand: ['line_items.data.tax_breakdown', 'shipping_cost.tax_breakdown'],
  };
}

/** Reads the amounts that Stripe calculated. They add up, or it throws a TaxServiceError. */
function readTaxes(
  { place, lines }: TaxCalculation,
  calculation: Stripe.Tax.Calculation,
  found: readonly Item[],
): Taxes {
  const items = new Map(found.map((item) => [item.reference, item]));
  const shippingTaxes = splitCents(
    calculation.shipping_cost?.amount_tax ?? 0,
    lines.map(({ shippingCents }) => shippingCents),
  );
  const lineTaxes = lines.map(({ partCents, coreCents }, index) => {
    const [part = 0, core = 0] = splitCents(items.get(`line-${index}`)?.amount_tax ?? 0, [
      partCents,
      coreCents,
    ]);
    return { taxCents: part + (shippingTaxes[index] ?? 0), coreTaxCents: core };
  });
  const amounts = sumByJurisdiction(place.state, [
    ...[...items.values()].flatMap((item) => item.tax_breakdown ?? []),
    ...(calculation.shipping_cost?.tax_breakdown ?? []),
  ]);
  const totalCents = calculation.tax_amount_exclusive;
  const sums = [
    sum(lineTaxes.map(({ taxCents, coreTaxCents }) => taxCents + coreTaxCents)),
    sum(amounts.map(({ taxCents }) => taxCents)),
  ];
  if (!Number.isSafeInteger(totalCents) || totalCents < 0 || sums.some((cents) => cents !== totalCents)) {
    throw new TaxServiceError(`The amounts of Stripe do not add up: ${[totalCents, ...sums].join(', ')}`);
  }
  return { totalCents, amounts, lines: lineTaxes };
}

const LEVELS: readonly string[] = ['state', 'county', 'city', 'district'] satisfies TaxLevel[];

function sumByJurisdiction(state: string, breakdowns: readonly Breakdown[]): TaxAmount[] {
  const amounts = new Map<string, TaxAmount>();
  for (const breakdown of breakdowns) {
    const { amount, taxable_amount, taxability_reason, jurisdiction, tax_rate_details } = breakdown;
    // The settings say that the owner is registered there.
    if (taxability_reason === 'not_collecting') {
      throw new TaxServiceError(`Stripe Tax has no registration for ${state}`);
    }
    if (!tax_rate_details || taxable_amount === 0) continue;
    const { level, display_name } = jurisdiction;
    if (!LEVELS.includes(level)) throw new TaxServiceError(`Stripe Tax has an unknown level: ${level}`);
    const rate = Number((Number(tax_rate_details.percentage_decimal) / 100).toFixed(6));
    const name = level === 'state' ? state : display_name;
    const key = JSON.stringify([level, name, rate]);
    const before = amounts.get(key) ?? { level: level as TaxLevel, name, rate, taxableCents: 0, taxCents: 0 };
    before.taxableCents += taxable_amount;
    before.taxCents += amount;
    amounts.set(key, before);
  }
  return [...amounts.values()];
}
