import type { EbayTerms } from './ebay-file.ts';
import type { ShopLocation } from '#core/settings/shop.ts';
import type { ExportFile } from './export-parts.server.ts';

const MAX_POLICY_LENGTH = 50;

interface Shop {
  siteUrl: string;
  /** Example: 'San Diego, CA'. */
  city: string;
  locations: readonly ShopLocation[];
}

/** Reads what the export page asks for. Undefined if there is no such file. */
export function readExportFile(
  name: string,
  parameters: URLSearchParams,
  shop: Shop,
): { file: ExportFile } | { problem: string } | undefined {
  switch (name) {
    case 'parts.csv':
      return { file: { format: 'parts', withPrivate: parameters.get('private') === 'yes' } };
    case 'yard.csv':
      return { file: { format: 'yard' } };
    case 'shopify.csv':
      return { file: { format: 'shopify' } };
    case 'woocommerce.csv':
      return { file: { format: 'woocommerce' } };
    case 'ebay.csv':
      return readEbay(parameters, shop);
    default:
      return undefined;
  }
}

function readEbay(parameters: URLSearchParams, { siteUrl, city, locations }: Shop) {
  const categoryId = (parameters.get('ebay_category') ?? '').trim();
  if (!/^\d{1,10}$/.test(categoryId)) {
    return { problem: "Please enter eBay's category number, such as 177697." };
  }
  const [first] = locations;
  const policy = (field: string) =>
    (parameters.get(field) ?? '')
      .replaceAll(/[\0\s]+/g, ' ')
      .trim()
      .slice(0, MAX_POLICY_LENGTH);
  const terms: EbayTerms = {
    categoryId,
    location: { place: first ? `${first.city}, ${first.state}` : city, zip: first?.zip ?? '' },
    policies: {
      shipping: policy('shipping_policy'),
      returns: policy('return_policy'),
      payment: policy('payment_policy'),
    },
    siteUrl,
  };
  return { file: { format: 'ebay' as const, terms } };
}
