import type { FileFormat } from './file-format.ts';
import { htmlToText } from './html-text.ts';

/** A product feed of Google Merchant Center as text. */
export const googleMerchant: FileFormat = {
  key: 'google-merchant',
  name: 'a Google Merchant product feed',
  facts: [
    'A feed says whether a product is in stock, not how many: without a quantity, it comes with one unit.',
    'Links, GTINs, shipping and custom labels are not imported.',
  ],
  recognizes: (headings) =>
    headings.has('id') && headings.has('title') && headings.has('imagelink') && headings.has('availability'),
  columns: {
    title: 'part_name',
    description: 'description',
    price: 'price',
    quantity: 'stock_quantity',
    sellongooglequantity: 'stock_quantity',
    availability: 'stock_quantity',
    brand: 'brand',
    mpn: 'oem_number',
    condition: 'part_type',
    producttype: 'category',
    imagelink: 'pictures',
    shippingweight: 'weight_pounds',
    costofgoodssold: 'cost_price',
  },
  isWhole: true,
  uses: {
    additionalimagelink: 'Further pictures',
    id: 'Names the product when the file is imported again',
    availability: 'One unit, if the feed has no quantity',
  },
  convert: { description: htmlToText },
  read(row) {
    const [category = '', ...rest] = row('producttype')
      .split('>')
      .map((name) => name.trim());
    return {
      texts: {
        category,
        ...(rest.length > 0 && { subcategory: rest.at(-1) ?? '' }),
        stock_quantity:
          row('quantity') ||
          row('sellongooglequantity') ||
          (/^in[ _]stock$/i.test(row('availability')) ? '1' : '0'),
        pictures: [row('imagelink'), ...row('additionalimagelink').split(/,(?=https?:)/)]
          .filter(Boolean)
          .join(' '),
      },
    };
  },
  derived: ['subcategory'],
  keyOf: (row) => row('id'),
  keyName: 'the id',
  readsNames: true,
};
