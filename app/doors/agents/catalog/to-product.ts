import { canBeBought, isInStock, type Part, partDescription } from '#core/catalog/part.ts';
import { describeCondition } from '#core/catalog/origin.ts';
import { partAddress, partWithVehicle } from '#core/catalog/part-address.ts';
import { isIllustration, publicPicture, type ShownPicture } from '#core/catalog/picture.ts';
import type { FoundAnswer } from '#core/fitment/fits.server.ts';
import { findCoreCharge } from '#core/pricing/core-charge.ts';
import { describeCore } from '#core/pricing/describe-shipping.ts';
import { findPartTerms } from '#core/settings/part-terms.ts';
import type { Settings } from '#core/settings/settings.ts';
import { vehicleName } from '#core/vehicles/vehicle-name.ts';
import type { Price } from '#core/agents/ucp.ts';
import type { Verdict } from './catalog-input.ts';

const PREFIX = 'product-';

export function productId(partId: string): string {
  return PREFIX + partId;
}

/** Returns the part of a product's id. Undefined for another text. */
export function partOfProduct(id: string): string | undefined {
  return id.startsWith(PREFIX) ? id.slice(PREFIX.length) : undefined;
}

/** Says how a part fits a car. */
export interface FoundVerdict {
  verdict: Verdict;
  reason: string;
  /** Example: 'interchange'. */
  rule: string;
}

export function toVerdict({ fit, reason, rule }: FoundAnswer): FoundVerdict {
  return { verdict: toSnake(fit) as Verdict, reason, rule: toSnake(rule) };
}

function toSnake(text: string): string {
  return text.replaceAll('-', '_');
}

export interface ProductContext {
  siteUrl: string;
  settings: Pick<Settings, 'business' | 'cores'>;
}

interface ProductDetails {
  /** How the part fits the car of the request. */
  fit?: (FoundVerdict & { car: string }) | undefined;
  /** The default is the first picture. */
  pictures?: readonly ShownPicture[];
  /** The day from which it can be taken off its car, or 'unknown'. */
  readyFrom: string | null;
  /** The cars that it fits, in words. */
  vehicles?: readonly string[];
  /** The ids of a lookup that stand for the part. */
  inputs?: readonly { id: string; match: 'exact' | 'featured' }[];
}

/** Describes a part with a price, restricted as the law wants, as a product with one variant. Amounts are cents. */
export function toProduct(part: Part, priceCents: number, details: ProductDetails, context: ProductContext) {
  const { fit, inputs } = details;
  const price: Price = { amount: priceCents, currency: 'USD' };
  const media = toMedia(part, details.pictures, context.siteUrl);
  const description = { plain: describe(part, details, context) };
  const url = context.siteUrl + partAddress(part);
  const available = canBeBought(part);
  return {
    id: productId(part.id),
    title: partWithVehicle(part),
    description,
    url,
    categories: [{ value: part.category, taxonomy: 'merchant' }],
    price_range: { min: price, max: price },
    ...(media.length > 0 && { media }),
    tags: tagsOf(part),
    variants: [
      {
        id: part.id,
        ...(part.stockNumber && { sku: part.stockNumber }),
        // A used part says first that it is used (16 CFR 20.1).
        title: describeCondition(part),
        description,
        url,
        price,
        availability: { available, status: isInStock(part) ? 'in_stock' : 'out_of_stock' },
        metadata: withoutNull({
          verdict: fit?.verdict ?? null,
          reason: fit?.reason ?? null,
          rule: fit?.rule ?? null,
          ...factsOf(part, details, context),
        }),
        ...(inputs && { inputs }),
      },
    ],
  };
}

export type Product = ReturnType<typeof toProduct>;

function factsOf(part: Part, { readyFrom, vehicles }: ProductDetails, { settings }: ProductContext) {
  const { year, make, model, engine } = part;
  const own = withoutNull({ year, make, model, engine });
  return {
    condition: part.condition,
    origin: part.origin,
    grade: part.grade,
    mileage: part.mileage,
    mileage_source: part.mileageSource,
    warranty: findPartTerms(part, settings.business).warranty,
    core_charge: findCoreCharge(part, settings.cores).unitCents || null,
    shipping_class: part.shippingClass,
    stock_number: part.stockNumber,
    oem_number: part.oemNumber,
    brand: part.brand,
    vehicle: Object.keys(own).length > 0 ? own : null,
    fits_vehicles: vehicles && vehicles.length > 0 ? vehicles : null,
    needs_programming: part.needsProgramming || null,
    ready_from: readyFrom,
  };
}

function withoutNull(facts: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== null));
}

function tagsOf({ origin, condition, brand, grade }: Part): string[] {
  const graded = grade === null || grade === 'X' ? null : `Grade ${grade}`;
  return [origin, condition, brand, graded].filter((tag) => tag !== null);
}

/** Says in words what the metadata has. */
function describe(part: Part, { fit }: ProductDetails, { settings }: ProductContext): string {
  const vehicle = vehicleName(part);
  const sentences = [
    part.summary,
    fit && `${verdictWords(fit.verdict, fit.car)}: ${fit.reason}`,
    vehicle && `Its own car: ${[vehicle, part.engine].filter(Boolean).join(', ')}`,
    part.oemNumber && `OEM number ${part.oemNumber}`,
    `Warranty: ${findPartTerms(part, settings.business).warranty}`,
    describeCore(part, settings.cores),
    part.needsProgramming && 'Needs programming',
    partDescription(part),
  ];
  return sentences
    .filter((sentence) => typeof sentence === 'string' && sentence !== '')
    .map((sentence) => String(sentence).replace(/[^.!?]$/, '$&.'))
    .join(' ');
}

function verdictWords(verdict: Verdict, car: string): string {
  switch (verdict) {
    case 'fits':
      return `Fits a ${car}`;
    case 'same_number':
      return `Has the same part number as a part for a ${car}`;
    case 'check_number':
      return `Compare its number with the one on the part of the ${car}`;
    case 'unknown':
      return `Not known to fit a ${car}`;
    case 'no':
      return `Does not fit a ${car}`;
  }
}

/** Leaves out drawings, which do not show this very part. */
function toMedia(part: Part, pictures: readonly ShownPicture[] | undefined, siteUrl: string) {
  const shown = pictures ?? (part.imageUrl ? [{ address: part.imageUrl, size: null, alt: null }] : []);
  return shown.flatMap(({ address, size, alt }) => {
    const url = isIllustration(address) ? undefined : publicPicture(address, siteUrl);
    return url ? [{ type: 'image', url, alt_text: alt ?? partWithVehicle(part), ...size }] : [];
  });
}
