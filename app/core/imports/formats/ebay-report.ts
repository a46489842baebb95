import type { RawLine } from '../files/raw-line.ts';
import type { FileFormat } from './file-format.ts';
import { createCellTable, createGroupJoiner, type JoinedLine } from './line-joiner.ts';

/** The report of all active listings of Seller Hub. */
export const ebayReport: FileFormat = {
  key: 'ebay-report',
  name: "eBay's report of active listings",
  facts: [
    'Each listing is a part; of a listing with variations, each variation is one.',
    'The report has no pictures, descriptions or compatible vehicles. Vehicles and numbers are read from the titles.',
    'An auction without a Buy It Now price comes without a price.',
  ],
  recognizes: (headings) =>
    headings.has('itemnumber') &&
    headings.has('title') &&
    (headings.has('currentprice') || headings.has('startprice')) &&
    headings.has('availablequantity'),
  columns: {
    customlabelsku: 'stock_number',
    customlabel: 'stock_number',
    title: 'part_name',
    availablequantity: 'stock_quantity',
    currentprice: 'price',
    startprice: 'price',
    ebaycategory1name: 'category',
    condition: 'part_type',
    conditiondescription: 'description',
  },
  isWhole: true,
  uses: {
    itemnumber: 'Names the listing when the file is imported again',
    variationdetails: 'Added to the name',
    currency: 'Lines in another currency than dollars are rejected',
    auctionbuyitnowprice: 'The price of an auction',
  },
  read(row) {
    const currency = row('currency').toUpperCase();
    const isAuction = /auction|chinese/i.test(row('format'));
    const price = isAuction ? row('auctionbuyitnowprice') : row('currentprice') || row('startprice');
    return {
      texts: {
        part_name: [row('title'), ...readVariation(row('variationdetails'))].join(', '),
        price,
      },
      ...(isAuction && price === '' && { notes: ['An auction: it has no price yet'] }),
      ...(currency !== '' &&
        currency !== 'USD' && { problems: [`The price is in ${currency}, and the shop sells in dollars`] }),
    };
  },
  keyOf: (row) =>
    row('itemnumber') && [row('itemnumber'), ...readVariation(row('variationdetails'))].join('\n'),
  keyName: 'the item number',
  readsNames: true,
  createJoiner(header) {
    const table = createCellTable(header);
    const number = (line: RawLine) => table.get(line, 'itemnumber');
    return createGroupJoiner({
      belongs: (first, line) => number(line) !== '' && number(line) === number(first),
      join: (lines, first) =>
        lines.map((line): JoinedLine => {
          const isParent =
            line === first &&
            table.get(line, 'variationdetails') === '' &&
            lines.some((other) => table.get(other, 'variationdetails') !== '');
          if (isParent) return { ...line, notPart: 'A listing with variations, which are the parts' };
          return line === first ? line : table.fill(line, first, table.headings);
        }),
    });
  },
};

/** Reads '[Side=Left|Finish=Black]' as its values. */
export function readVariation(details: string): string[] {
  return details
    .replace(/^\[|\]$/g, '')
    .split('|')
    .map((pair) => pair.slice(pair.indexOf('=') + 1).trim())
    .filter(Boolean);
}
