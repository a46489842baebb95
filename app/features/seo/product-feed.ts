import { dollarsFromCents } from '#domain/money.ts';
import { conditionKind } from '#domain/condition-kind.ts';
import { isInStock, type Part, partDescription } from '#domain/part.ts';
import { partAddress, vehicleName } from '#domain/part-address.ts';
import { publicPicture } from '#domain/picture.ts';
import { priceOrder } from '#domain/pricing.ts';
import { shop } from '#domain/shop.ts';
import { clipped } from './page-meta.ts';
import { element, xmlText } from './xml.ts';

/** Vehicles & Parts > Vehicle Parts & Accessories > Motor Vehicle Parts, in Google's taxonomy. */
const MOTOR_VEHICLE_PARTS = '899';

/** The most letters of each, by Google's product data specification. */
const most = { title: 150, description: 5_000, name: 70, productType: 750, address: 2_000 };

export function feedBegin(siteUrl: string): string {
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    '<rss xmlns:g="http://base.google.com/ns/1.0" version="2.0">\n<channel>\n' +
    `${element('title', shop.name)}${element('link', siteUrl)}${element('description', shop.blurb)}\n`
  );
}

export const feedEnd = '</channel>\n</rss>\n';

/**
 * A part as Google's product feed takes it; '' for one that it refuses: a part without a price, or without a picture
 * that others can open. What is said is what the part's page says.
 */
export function feedItem(part: Part, siteUrl: string): string {
  const picture = publicPicture(part.imageUrl, siteUrl);
  if (!part.priceCents || !picture || picture.length > most.address) return '';
  const { priceCents, shippingCostCents, category } = part;
  const { shippingCents } = priceOrder([{ unitPriceCents: priceCents, quantity: 1, shippingCostCents }]);
  const vehicle = vehicleName(part);
  const brand = short(part.brand);
  const mpn = short(part.oemNumber);
  return (
    '<item>' +
    element('g:id', part.id) +
    element('g:title', clipped(`${part.name}${vehicle && ` for ${vehicle}`}`, most.title)) +
    element('g:description', clipped(partDescription(part), most.description)) +
    element('g:link', siteUrl + partAddress(part)) +
    element('g:image_link', picture) +
    element('g:availability', isInStock(part) ? 'in_stock' : 'out_of_stock') +
    element('g:price', `${dollarsFromCents(priceCents)} USD`) +
    element('g:condition', conditionKind(part.condition)) +
    element('g:brand', brand) +
    element('g:mpn', mpn) +
    // Only a brand and its number together tell one product from all others.
    (brand && mpn ? '' : element('g:identifier_exists', 'no')) +
    element('g:google_product_category', MOTOR_VEHICLE_PARTS) +
    element('g:product_type', clipped(category, most.productType)) +
    `<g:shipping><g:country>US</g:country>${element('g:price', `${dollarsFromCents(shippingCents)} USD`)}</g:shipping>` +
    '</item>\n'
  );
}

/** A name or a number whole, or not at all. */
function short(name: string | null): string | undefined {
  const said = name?.trim();
  return said && xmlText(said) !== '' && said.length <= most.name ? said : undefined;
}
