import { dollarsFromCents } from '#core/values/money.ts';
import type { Offer, OfferShippingDetails, Product, PropertyValue, Vehicle, WithContext } from 'schema-dts';
import type { ConditionKind } from '#core/catalog/condition-kind.ts';
import type { Fitment } from '#core/catalog/fitment.ts';
import { describeFitment } from '#core/catalog/fitment-list.ts';
import { isInStock, type Part, partDescription } from '#core/catalog/part.ts';
import { describeOrigin, findOfferKind } from '#core/catalog/origin.ts';
import { partAddress } from '#core/catalog/part-address.ts';
import { vehicleName } from '#core/vehicles/vehicle-name.ts';
import { isIllustration, publicPicture, type ShownPicture } from '#core/catalog/picture.ts';
import type { ShippingOffer } from '#core/pricing/offered-shipping.ts';
import type { SiteData } from '#core/settings/page-meta.ts';
import { storeReference } from '#core/settings/store-data.ts';

type Site = NonNullable<SiteData>;

const conditions = {
  new: 'https://schema.org/NewCondition',
  used: 'https://schema.org/UsedCondition',
  refurbished: 'https://schema.org/RefurbishedCondition',
} as const satisfies Record<ConditionKind, string>;

/** Maximum vehicles in the data of a part. */
export const MAX_VEHICLES = 30;

interface PartDataOptions {
  site: Site;
  pictures: ShownPicture[];
  shipping: ShippingOffer[];
  /** The vehicles that are listed for the part, its own among them. */
  vehicles: readonly Fitment[];
}

/** Contains only what the part's page shows. schema.org has no type for car parts. */
export function partData(
  part: Part,
  { site, pictures, shipping, vehicles }: PartDataOptions,
): WithContext<Product> {
  const { siteUrl } = site;
  const { brand, oemNumber } = part;
  const image = listImages(pictures, siteUrl);
  const fitted = listVehicles(part, vehicles);
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: part.name,
    url: siteUrl + partAddress(part),
    sku: part.id,
    description: partDescription(part),
    category: part.category,
    itemCondition: conditions[findOfferKind(part)],
    ...(oemNumber && { mpn: oemNumber }),
    ...properties(part),
    ...(brand && { brand: { '@type': 'Brand', name: brand } }),
    ...(image && { image }),
    ...(fitted.length > 0 && {
      isAccessoryOrSparePartFor: fitted.length === 1 ? fitted[0] : fitted,
    }),
    ...(part.priceCents && { offers: offer(part, part.priceCents, site, shipping) }),
  };
}

/** Lists photographs. If there are none, lists illustrations with a caption that says so. */
function listImages(pictures: ShownPicture[], siteUrl: string): Product['image'] {
  const shown = pictures.flatMap(({ address }) => {
    const url = publicPicture(address, siteUrl);
    return url ? [{ url, isDrawn: isIllustration(address) }] : [];
  });
  const photographs = shown.filter(({ isDrawn }) => !isDrawn).map(({ url }) => url);
  if (photographs.length > 0) return photographs.length === 1 ? photographs[0] : photographs;
  return shown.length === 0
    ? undefined
    : shown.map(({ url }) => ({ '@type': 'ImageObject', contentUrl: url, caption: 'Illustration' }));
}

function properties({ origin, rebuilder, grade, mileage, stockNumber }: Part) {
  const property = (name: string, value: string) => ({ '@type': 'PropertyValue', name, value }) as const;
  const additionalProperty: PropertyValue[] = [
    property('Origin', describeOrigin({ origin, rebuilder })),
    ...(stockNumber ? [property('Stock number', stockNumber)] : []),
    ...(grade ? [property('Grade', grade)] : []),
    ...(mileage === null
      ? []
      : [{ '@type': 'PropertyValue', name: 'Mileage', value: mileage, unitCode: 'SMI' } as const]),
  ];
  return { additionalProperty };
}

/** A part without listed vehicles may still name a make. */
function listVehicles(part: Part, vehicles: readonly Fitment[]): Vehicle[] {
  if (vehicles.length > 0) return vehicles.slice(0, MAX_VEHICLES).map(listedVehicle);
  const name = vehicleName(part);
  return name ? [ownVehicle(part, name)] : [];
}

function ownVehicle({ make, model, year, engine }: Part, name: string): Vehicle {
  return {
    '@type': 'Vehicle',
    name,
    ...(make && { brand: { '@type': 'Brand', name: make } }),
    ...(model && { model }),
    ...(year && { vehicleModelDate: String(year) }),
    ...describeEngine(engine),
  };
}

function listedVehicle({ make, model, fromYear, toYear, engine, trim }: Fitment): Vehicle {
  const years = Array.from({ length: toYear - fromYear + 1 }, (_, index) => String(fromYear + index));
  return {
    '@type': 'Vehicle',
    name: describeFitment({ make, model, fromYear, toYear, engine: null, trim: null }),
    brand: { '@type': 'Brand', name: make },
    model,
    vehicleModelDate: years.length === 1 ? years[0] : years,
    ...(trim && { vehicleConfiguration: trim }),
    ...describeEngine(engine),
  };
}

function describeEngine(engine: string | null) {
  return engine ? { vehicleEngine: { '@type': 'EngineSpecification', name: engine } as const } : {};
}

function offer(part: Part, priceCents: number, site: Site, shipping: ShippingOffer[]): Offer {
  const { siteUrl, shop } = site;
  return {
    '@type': 'Offer',
    url: siteUrl + partAddress(part),
    price: dollarsFromCents(priceCents),
    priceCurrency: 'USD',
    availability: isInStock(part) ? 'https://schema.org/InStock' : 'https://schema.org/OutOfStock',
    itemCondition: conditions[findOfferKind(part)],
    seller: storeReference(site),
    ...(shipping.length > 0 && {
      shippingDetails:
        shipping[0]?.states === null ? describeOffer(shipping[0]) : shipping.map(describeOffer),
    }),
    hasMerchantReturnPolicy: {
      '@type': 'MerchantReturnPolicy',
      applicableCountry: 'US',
      returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
      merchantReturnDays: shop.returns.days,
      merchantReturnLink: `${siteUrl}/terms`,
    },
  };
}

function describeOffer({ states, cents, days }: ShippingOffer): OfferShippingDetails {
  return {
    '@type': 'OfferShippingDetails',
    shippingRate: { '@type': 'MonetaryAmount', value: dollarsFromCents(cents), currency: 'USD' },
    shippingDestination: {
      '@type': 'DefinedRegion',
      addressCountry: 'US',
      ...(states && { addressRegion: states }),
    },
    ...(days && {
      deliveryTime: {
        '@type': 'ShippingDeliveryTime',
        transitTime: {
          '@type': 'QuantitativeValue',
          minValue: days.min,
          maxValue: days.max,
          unitCode: 'DAY',
        },
      },
    }),
  };
}
