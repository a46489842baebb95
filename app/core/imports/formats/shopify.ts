import type { RawLine } from '../files/raw-line.ts';
import type { FileFormat, Row } from './file-format.ts';
import { htmlToText } from './html-text.ts';
import {
  type CellTable,
  createCellTable,
  createGroupJoiner,
  type JoinedLine,
  joinPictures,
} from './line-joiner.ts';

const handles = ['handle', 'urlhandle'] as const;
const pictures = ['imagesrc', 'productimageurl'] as const;
const variantPictures = ['variantimage', 'variantimageurl'] as const;
const skus = ['variantsku', 'sku'] as const;
const prices = ['variantprice', 'price'] as const;

/** A product's first line has these, and its variants do not repeat them. */
const ofProduct = [
  'title',
  'bodyhtml',
  'description',
  'vendor',
  'productcategory',
  'type',
  'tags',
  'published',
  'publishedononlinestore',
  'status',
  'option1name',
  'option2name',
  'option3name',
  'giftcard',
  'googleshoppingcondition',
];

/** The export of products, with its column names before and since 2025. */
export const shopify: FileFormat = {
  key: 'shopify',
  name: 'a Shopify export',
  facts: [
    'Each variant is a part, named by title and option. Lines with further pictures are joined with their product.',
    'Drafts, archived and unpublished products come as hidden parts.',
    'Tags, compare-at prices, barcodes and texts for search engines are not imported.',
  ],
  recognizes: (headings) =>
    (headings.has('handle') && headings.has('variantsku') && headings.has('title')) ||
    (headings.has('urlhandle') && headings.has('option1value') && headings.has('title')),
  columns: {
    title: 'part_name',
    bodyhtml: 'description',
    description: 'description',
    vendor: 'brand',
    type: 'category',
    variantsku: 'stock_number',
    sku: 'stock_number',
    variantprice: 'price',
    price: 'price',
    variantinventoryqty: 'stock_quantity',
    inventoryquantity: 'stock_quantity',
    variantgrams: 'weight_pounds',
    weightvaluegrams: 'weight_pounds',
    costperitem: 'cost_price',
    imagesrc: 'pictures',
    productimageurl: 'pictures',
    googleshoppingmpn: 'oem_number',
    googleshoppingcondition: 'part_type',
    status: 'hidden',
    published: 'hidden',
    publishedononlinestore: 'hidden',
  },
  isWhole: true,
  uses: {
    option1value: 'Added to the name',
    option2value: 'Added to the name',
    option3value: 'Added to the name',
    published: 'Products that are not published are hidden',
    publishedononlinestore: 'Products that are not published are hidden',
    variantimage: 'The first picture of the variant',
    variantimageurl: 'The first picture of the variant',
    handle: 'Names the product when the file is imported again',
    urlhandle: 'Names the product when the file is imported again',
  },
  convert: {
    bodyhtml: htmlToText,
    description: htmlToText,
    variantgrams: (cell) => cell.trim() && `${cell} g`,
    weightvaluegrams: (cell) => cell.trim() && `${cell} g`,
  },
  read: (row) => ({
    texts: {
      part_name: [row('title'), ...optionsOf(row)].join(', '),
      oem_number: readMpn(row),
      hidden: isHidden(row) ? 'yes' : 'no',
    },
  }),
  keyOf: (row) => {
    const handle = row('handle') || row('urlhandle');
    return handle && [handle, ...optionsOf(row)].join('\n').toLowerCase();
  },
  keyName: 'the handle and the options',
  readsNames: true,
  createJoiner(header) {
    const table = createCellTable(header);
    const handleOf = (line: RawLine) => table.get(line, ...handles);
    return createGroupJoiner({
      belongs: (first, line) => handleOf(line) !== '' && handleOf(line) === handleOf(first),
      join: (lines, first) => joinProduct(table, lines, first),
    });
  },
};

function optionsOf(row: Row): string[] {
  return [row('option1value'), row('option2value'), row('option3value')].filter(
    (value) => value !== '' && value.toLowerCase() !== 'default title',
  );
}

/** The number is often the SKU or an option: those are no numbers of the maker. */
function readMpn(row: Row): string {
  const mpn = row('googleshoppingmpn');
  const sku = row('variantsku') || row('sku');
  return /\d/.test(mpn) && mpn.length >= 4 && mpn !== sku.replace(/^'/, '') && mpn !== sku ? mpn : '';
}

function isHidden(row: Row): boolean {
  const status = row('status').toLowerCase();
  const published = (row('published') || row('publishedononlinestore')).toLowerCase();
  return (status !== '' && status !== 'active') || published === 'false';
}

function joinProduct(table: CellTable, lines: readonly RawLine[], first: RawLine): JoinedLine[] {
  const all = lines.map((line) => table.get(line, ...pictures));
  const ofVariants = new Set(lines.map((line) => table.get(line, ...variantPictures)).filter(Boolean));
  const shared = joinPictures(all.filter((address) => !ofVariants.has(address))).split(' ');
  return lines.map((line): JoinedLine => {
    if (table.get(first, 'giftcard').toLowerCase() === 'true') return { ...line, notPart: 'A gift card' };
    const isVariant =
      line === first ||
      [...skus, ...prices, 'option1value'].some((heading) => table.get(line, heading) !== '');
    if (!isVariant) {
      return {
        ...line,
        notPart:
          table.get(line, ...pictures) === ''
            ? `Belongs to the product of line ${first.line}`
            : `A picture of the product of line ${first.line}`,
      };
    }
    const own = table.get(line, ...variantPictures);
    const wanted = joinPictures([own, ...shared]);
    let joined = line === first ? line : table.fill(line, first, ofProduct);
    for (const heading of pictures) joined = table.set(joined, heading, wanted);
    return joined;
  });
}
