import { dollarsFromCents } from '#core/values/money.ts';
import { describeOrigin, findOfferKind } from '#core/catalog/origin.ts';
import type { Fitment } from '#core/catalog/fitment.ts';
import { describeFitment } from '#core/catalog/fitment-list.ts';
import { isInStock, type Part, partDescription } from '#core/catalog/part.ts';
import { partAddress } from '#core/catalog/part-address.ts';
import { vehicleName } from '#core/vehicles/vehicle-name.ts';
import { publicPicture } from '#core/catalog/picture.ts';
import { findShippingOffers, type ShippingOffer } from '#core/pricing/offered-shipping.ts';
import type { ShippingTerms } from '#core/pricing/pricing-terms.ts';
import type { Shop } from '#core/settings/shop.ts';
import { truncate } from '#core/settings/page-meta.ts';
import { element, xmlText } from './xml.ts';

/** Google's category Vehicles & Parts > Vehicle Parts & Accessories > Motor Vehicle Parts. */
const MOTOR_VEHICLE_PARTS = '899';

const MAX_LENGTHS = {
  title: 150,
  description: 5_000,
  name: 70,
  productType: 750,
  detail: 1_000,
  address: 2_000,
};

export function feedBegin(siteUrl: string, shop: Pick<Shop, 'name' | 'blurb'>): string {
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    '<rss xmlns:g="http://base.google.com/ns/1.0" version="2.0">\n<channel>\n' +
    `${element('title', shop.name)}${element('link', siteUrl)}${element('description', shop.blurb || shop.name)}\n`
  );
}

export const feedEnd = '</channel>\n</rss>\n';

/** Google takes this many pictures besides the first. */
const MAX_MORE_PICTURES = 10;

export interface FeedDetails {
  /** Addresses of the pictures after the first one. */
  morePictures?: string[] | undefined;
  /** The vehicles that are listed for the part, besides its own. */
  vehicles?: readonly Fitment[] | undefined;
}

/** Writes a feed item, or '' if the part lacks a price, a public picture or a shipping cost, which Google requires. */
export function feedItem(
  part: Part,
  siteUrl: string,
  terms: ShippingTerms,
  { morePictures = [], vehicles = [] }: FeedDetails = {},
): string {
  const picture = publicPicture(part.imageUrl, siteUrl);
  if (!part.priceCents || !picture || picture.length > MAX_LENGTHS.address) return '';
  const { priceCents, category } = part;
  const shipping = findShippingOffers({ ...part, unitPriceCents: priceCents }, terms)
    .map(shippingElement)
    .join('');
  if (shipping === '') return '';
  const vehicle = vehicleName(part);
  const brand = readIfShort(part.brand);
  const mpn = readIfShort(part.oemNumber);
  return (
    '<item>' +
    element('g:id', part.id) +
    element('g:title', truncate(`${part.name}${vehicle && ` for ${vehicle}`}`, MAX_LENGTHS.title)) +
    element('g:description', truncate(partDescription(part), MAX_LENGTHS.description)) +
    element('g:link', siteUrl + partAddress(part)) +
    element('g:image_link', picture) +
    morePictures
      .slice(0, MAX_MORE_PICTURES)
      .map((address) => element('g:additional_image_link', publicPicture(address, siteUrl)))
      .join('') +
    element('g:availability', isInStock(part) ? 'in_stock' : 'out_of_stock') +
    element('g:price', `${dollarsFromCents(priceCents)} USD`) +
    element('g:condition', findOfferKind(part)) +
    element('g:brand', brand) +
    element('g:mpn', mpn) +
    // Brand and number together identify a product.
    (brand && mpn ? '' : element('g:identifier_exists', 'no')) +
    element('g:google_product_category', MOTOR_VEHICLE_PARTS) +
    element('g:product_type', truncate(category, MAX_LENGTHS.productType)) +
    detail('Origin', describeOrigin(part)) +
    detail('Grade', part.grade) +
    detail('Mileage', part.mileage === null ? null : `${part.mileage} mi`) +
    detail('Stock number', part.stockNumber) +
    detail('Fits', listVehicles(part, vehicles)) +
    shipping +
    '</item>\n'
  );
}

/** Names as many vehicles as Google takes in one value: '2008 Honda Civic, 1.8L; 2006-2011 Acura CSX; and more'. */
function listVehicles(part: Part, vehicles: readonly Fitment[]): string | null {
  const own = vehicleName(part);
  const names = [
    ...(own ? [[own, part.engine].filter(Boolean).join(', ')] : []),
    ...vehicles.map((vehicle) => describeFitment(vehicle)),
  ];
  const joined = [...new Set(names)].join('; ');
  if (joined.length <= MAX_LENGTHS.detail) return joined || null;
  const room = MAX_LENGTHS.detail - MORE.length;
  const last = joined.lastIndexOf('; ', room);
  return last > 0 ? joined.slice(0, last) + MORE : null;
}

const MORE = '; and more';

function detail(name: string, value: string | null): string {
  if (!value) return '';
  return `<g:product_detail>${element('g:attribute_name', name)}${element('g:attribute_value', value)}</g:product_detail>`;
}

function shippingElement({ states, cents }: ShippingOffer): string {
  const price = element('g:price', `${dollarsFromCents(cents)} USD`);
  return (states ?? [undefined])
    .map((state) => `<g:shipping><g:country>US</g:country>${element('g:region', state)}${price}</g:shipping>`)
    .join('');
}

function readIfShort(name: string | null): string | undefined {
  const text = name?.trim();
  return text && xmlText(text) !== '' && text.length <= MAX_LENGTHS.name ? text : undefined;
}
