import { ownValue } from '#core/values/own-value.ts';
import type { Fitment } from '#core/catalog/fitment.ts';
import { MAX_FITMENTS } from '#core/catalog/fitment-list.ts';
import { writeFitmentsCell } from '../cells/fitments-cell.ts';
import { joinRanges, readYearList } from '../cells/years-cell.ts';
import type { RawLine } from '../files/raw-line.ts';
import { readVariation } from './ebay-report.ts';
import type { FileFormat } from './file-format.ts';
import { htmlToText } from './html-text.ts';
import { type CellTable, createCellTable, createGroupJoiner, type JoinedLine } from './line-joiner.ts';

const conditionNames: Readonly<Record<string, string>> = {
  '1000': 'New',
  '1500': 'New other',
  '1750': 'New with defects',
  '2000': 'Certified refurbished',
  '2010': 'Excellent refurbished',
  '2020': 'Very good refurbished',
  '2030': 'Good refurbished',
  '2500': 'Remanufactured',
  '2750': 'Like new',
  '3000': 'Used',
  '4000': 'Very good',
  '5000': 'Good',
  '6000': 'Acceptable',
  '7000': 'For parts or not working',
};

const nothing = /^(does not apply|n\/?a|unbranded)$/i;

/** The files that Seller Hub takes and gives: one line for a listing, and lines for its variations and compatible vehicles. */
export const ebayUpload: FileFormat = {
  key: 'ebay-upload',
  name: 'an eBay listing file',
  facts: [
    'Each listing is a part; of a listing with variations, each variation is one.',
    'Lines with compatible vehicles are joined with their listing. Drafts come as hidden parts.',
    'Formatted descriptions come as plain text. Business policies, and item specifics other than those below, are not imported.',
  ],
  recognizes: (headings) =>
    headings.has('action') &&
    headings.has('title') &&
    (headings.has('startprice') || headings.has('price') || headings.has('buyitnowprice')),
  columns: {
    customlabelsku: 'stock_number',
    customlabel: 'stock_number',
    title: 'part_name',
    description: 'description',
    startprice: 'price',
    price: 'price',
    buyitnowprice: 'price',
    quantity: 'stock_quantity',
    conditionid: 'part_type',
    condition: 'part_type',
    picurl: 'pictures',
    itemphotourl: 'pictures',
    categoryname: 'category',
    cbrand: 'brand',
    cmanufacturerpartnumber: 'oem_number',
    coeoempartnumber: 'oem_number',
    csupersededpartnumber: 'superseded_numbers',
    cinterchangepartnumber: 'interchange_code',
    relationshipdetails: 'fitments',
    action: 'hidden',
    packagelength: 'length_in',
    packagewidth: 'width_in',
    packagedepth: 'height_in',
    weightmajor: 'weight_pounds',
  },
  isWhole: true,
  uses: {
    relationship: 'Says what a line is',
    itemid: 'Names the listing when the file is imported again',
    itemnumber: 'Names the listing when the file is imported again',
    cplacementonvehicle: 'Added to the description',
    conditiondescription: 'Added to the description',
    weightminor: 'Ounces of the weight',
  },
  convert: {
    conditionid: (cell) => ownValue(conditionNames, cell.trim()) ?? cell,
    cbrand: (cell) => (nothing.test(cell.trim()) ? '' : cell),
    cmanufacturerpartnumber: (cell) => (nothing.test(cell.trim()) ? '' : cell),
    coeoempartnumber: (cell) => (nothing.test(cell.trim()) ? '' : (cell.split(/[|,;]/)[0] ?? '')),
    cinterchangepartnumber: (cell) => (nothing.test(cell.trim()) ? '' : (cell.split(/[|,;]/)[0] ?? '')),
    csupersededpartnumber: (cell) => cell.replaceAll('|', ', '),
  },
  read(row) {
    const pounds = Number(row('weightmajor') || 0) + Number(row('weightminor') || 0) / 16;
    const placement = row('cplacementonvehicle').replaceAll('|', ', ');
    return {
      texts: {
        hidden: /^draft/i.test(row('action')) ? 'yes' : 'no',
        description: [
          htmlToText(row('description')),
          row('conditiondescription'),
          placement && `Placement: ${placement}`,
        ]
          .filter(Boolean)
          .join('\n'),
        ...(row('weightmajor') !== '' && Number.isFinite(pounds) && { weight_pounds: pounds.toFixed(2) }),
      },
    };
  },
  keyOf: (row) => row('itemid') || row('itemnumber'),
  keyName: 'the item number',
  readsNames: true,
  createJoiner(header) {
    const table = createCellTable(header);
    return createGroupJoiner({
      belongs: (_, line) => table.get(line, 'relationship') !== '',
      join: (lines, first) => joinListing(table, lines, first),
    });
  },
};

function joinListing(table: CellTable, lines: readonly RawLine[], first: RawLine): JoinedLine[] {
  const kindOf = (line: RawLine) => table.get(line, 'relationship').toLowerCase();
  const action = table.get(first, 'action').toLowerCase();
  const details = (line: RawLine) => table.get(line, 'relationshipdetails');
  const vehicles = joinVehicles(
    lines
      .filter((line) => kindOf(line) === 'compatibility')
      .flatMap((line) => readCompatibility(details(line))),
  );
  const cell = writeFitmentsCell(vehicles.slice(0, MAX_FITMENTS));
  const beyond = new Set(vehicles.slice(MAX_FITMENTS).map(nameVehicle));
  const hasVariations = lines.some((line) => kindOf(line) === 'variation');
  const shared = table.headings.filter(
    (heading) => !['customlabel', 'customlabelsku', 'relationship', 'action'].includes(heading),
  );
  return lines.map((line): JoinedLine => {
    if (/^(end|delete)/.test(action)) return { ...line, notPart: 'The listing is ended by this file' };
    if (/^(info|#)/.test(action)) return { ...line, notPart: 'No listing' };
    if (kindOf(line) === 'compatibility') {
      const [vehicle] = readCompatibility(details(line));
      const isBeyond = vehicle !== undefined && beyond.has(nameVehicle(vehicle));
      const what = vehicle ? 'A vehicle' : 'A vehicle without year, make or model, which was not read,';
      const notPart = `${what} that line ${first.line} fits${isBeyond ? `, beyond the ${MAX_FITMENTS} that a part can list` : ''}`;
      return { ...line, notPart };
    }
    if (line === first && hasVariations)
      return { ...line, notPart: 'A listing with variations, which are the parts' };
    const isVariation = line !== first && kindOf(line) === 'variation';
    const named = isVariation
      ? table.set(
          table.fill(line, first, shared),
          'title',
          [table.get(line, 'title') || table.get(first, 'title'), ...readVariation(details(line))].join(', '),
        )
      : line;
    return table.set(named, 'relationshipdetails', cell);
  });
}

/** Joins the years of each vehicle. A listing has a line for each year, up to 3,000. */
function joinVehicles(rows: readonly Fitment[]): Fitment[] {
  const alike = Map.groupBy(rows, nameVehicle);
  return [...alike.values()].flatMap((same) =>
    joinRanges(same.map(({ fromYear: from, toYear: to }) => ({ from, to }))).map(({ from, to }) =>
      Object.assign({}, same[0], { fromYear: from, toYear: to }),
    ),
  );
}

function nameVehicle({ make, model, engine, trim, note }: Fitment): string {
  return JSON.stringify([make, model, engine, trim, note]);
}

/** Reads 'Year=2008|Make=Honda|Model=Civic|Trim=EX|Engine=1.8L L4'. Returns nothing if it names no vehicle. */
function readCompatibility(details: string): Fitment[] {
  const pairs = Object.fromEntries(
    details.split('|').map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return [name.trim().toLowerCase(), value.join('=').trim()];
    }),
  );
  const { make, model } = pairs;
  if (!make || !model) return [];
  return (readYearList(pairs['year'] ?? '') ?? []).map(({ from, to }) => ({
    make: make.slice(0, 100),
    model: model.slice(0, 100),
    fromYear: from,
    toYear: to,
    engine: pairs['engine']?.slice(0, 100) || null,
    trim: (pairs['trim'] ?? pairs['submodel'])?.slice(0, 100) || null,
    position: null,
    note: pairs['notes']?.slice(0, 200) || null,
  }));
}
