import { dollarsFromCents } from '#domain/money.ts';
import type { Offer, Product, Vehicle, WithContext } from 'schema-dts';
import { conditionKind, type ConditionKind } from '#domain/condition-kind.ts';
import { isInStock, type Part, partDescription } from '#domain/part.ts';
import { partAddress, vehicleName } from '#domain/part-address.ts';
import { publicPicture } from '#domain/picture.ts';
import { priceOrder } from '#domain/pricing.ts';
import type { SiteData } from './page-meta.ts';
import { storeReference } from './store-data.ts';

type Site = NonNullable<SiteData>;

const conditions = {
  new: 'https://schema.org/NewCondition',
  used: 'https://schema.org/UsedCondition',
  refurbished: 'https://schema.org/RefurbishedCondition',
} as const satisfies Record<ConditionKind, string>;

/** Contains only what the part's page shows. schema.org has no type for car parts. */
export function partData(part: Part, site: Site): WithContext<Product> {
  const { siteUrl } = site;
  const { brand, oemNumber, condition } = part;
  const picture = publicPicture(part.imageUrl, siteUrl);
  const vehicle = vehicleName(part);
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: part.name,
    url: siteUrl + partAddress(part),
    sku: part.id,
    description: partDescription(part),
    category: part.category,
    itemCondition: conditions[conditionKind(condition)],
    ...(oemNumber && { mpn: oemNumber }),
    ...(brand && { brand: { '@type': 'Brand', name: brand } }),
    ...(picture && { image: picture }),
    ...(vehicle && { isAccessoryOrSparePartFor: fittedVehicle(part, vehicle) }),
    ...(part.priceCents && { offers: offer(part, part.priceCents, site) }),
  };
}

function fittedVehicle({ make, model, year, engine }: Part, name: string): Vehicle {
  return {
    '@type': 'Vehicle',
    name,
    ...(make && { brand: { '@type': 'Brand', name: make } }),
    ...(model && { model }),
    ...(year && { vehicleModelDate: String(year) }),
    ...(engine && { vehicleEngine: { '@type': 'EngineSpecification', name: engine } }),
  };
}

/** Uses the rules of the cart (Spec §9). */
function offer(part: Part, priceCents: number, site: Site): Offer {
  const { siteUrl, shop } = site;
  const { shippingCents } = priceOrder([
    { unitPriceCents: priceCents, quantity: 1, shippingCostCents: part.shippingCostCents },
  ]);
  return {
    '@type': 'Offer',
    url: siteUrl + partAddress(part),
    price: dollarsFromCents(priceCents),
    priceCurrency: 'USD',
    availability: isInStock(part) ? 'https://schema.org/InStock' : 'https://schema.org/OutOfStock',
    itemCondition: conditions[conditionKind(part.condition)],
    seller: storeReference(site),
    shippingDetails: {
      '@type': 'OfferShippingDetails',
      shippingRate: { '@type': 'MonetaryAmount', value: dollarsFromCents(shippingCents), currency: 'USD' },
      shippingDestination: { '@type': 'DefinedRegion', addressCountry: 'US' },
    },
    hasMerchantReturnPolicy: {
      '@type': 'MerchantReturnPolicy',
      applicableCountry: 'US',
      returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
      merchantReturnDays: shop.returns.days,
      merchantReturnLink: `${siteUrl}/terms`,
    },
  };
}
