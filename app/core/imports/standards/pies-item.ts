import { MAX_PICTURES } from '#core/catalog/picture.ts';
import { childOf, listOf, textOf, type XmlElement } from './xml-elements.ts';
import type { LeftOut } from './left-out.ts';
import { readMeasures } from './pies-measures.ts';
import { type PriceContext, readPrices } from './pies-prices.ts';
import { readTexts } from './pies-texts.ts';
import { writeReference } from './references.ts';

/** Columns of the lines of a PIES file: the shop's own names (docs/part-files.md). */
export const piesHeader = [
  'oem_number',
  'number_type',
  'number_source',
  'brand',
  'part_name',
  'kind',
  'subcategory',
  'description',
  'origin',
  'rebuilder',
  'price',
  'cost_price',
  'core_charge',
  'weight_pounds',
  'length_in',
  'width_in',
  'height_in',
  'pictures',
  'not_imported',
] as const;

type PiesColumn = (typeof piesHeader)[number];

export interface PiesContext extends PriceContext {
  /** Language of texts that state none. */
  language: string;
}

/** Life cycle codes (EXPI 'LIS') of parts that are no longer sold. */
const endedStates: Readonly<Record<string, string>> = {
  '7': 'superseded',
  '8': 'discontinued',
  '9': 'obsolete',
};

/** Elements that are read, or say nothing about the part. */
const readElements: ReadonlySet<string> = new Set(
  `PartNumber BrandAAIAID BrandID BrandLabel SubBrandAAIAID SubBrandID SubBrandLabel PartTerminologyID ACESApplications
   Descriptions Prices ExtendedInformation Packages PartInterchangeInfo DigitalAssets HazardousMaterialCode`.split(
    /\s+/,
  ),
);

/** Elements that the shop has no field for. They are counted, and so are unknown ones. */
const unkept: Readonly<Record<string, string>> = {
  ItemLevelGTIN: 'Barcodes (GTIN or UPC)',
  MinimumOrderQuantity: 'Minimum order quantities',
  QuantityPerApplication: 'Quantities for each vehicle',
  ItemQuantitySize: 'Quantities in a unit',
  ManufacturerProductCodes: "The maker's product groups",
  ProductAttributes: 'Product attributes',
  Kits: 'Parts of kits',
  VMRSCode: 'VMRS codes',
  UNSPSC: 'UNSPSC codes',
  ItemEffectiveDate: 'Days from which an item is valid',
  AvailableDate: 'Days from which a part is available',
};

/** Reads an item of a PIES file (7 or 8) into the cells of a line. What the shop has no field for is counted. */
export function readPiesItem(item: XmlElement, context: PiesContext, leftOut: LeftOut): string[] {
  const { name, description } = readTexts(item, context.language, leftOut);
  const part = writeReference('Part', textOf(item, 'PartTerminologyID'));
  const brand =
    textOf(item, 'SubBrandLabel') ||
    textOf(item, 'BrandLabel') ||
    writeReference('Brand', textOf(item, 'BrandAAIAID') || textOf(item, 'BrandID'));
  for (const child of item.children) {
    const what = Object.hasOwn(unkept, child.name) ? unkept[child.name] : 'Other facts of a part';
    if (what !== undefined && !readElements.has(child.name)) leftOut.add(what);
  }
  leftOut.add(
    'Hazardous material codes',
    Number(textOf(item, 'HazardousMaterialCode').toUpperCase() === 'Y'),
  );
  const extended = readExtended(item, leftOut);
  const isRemanufactured = extended.get('RMN')?.toUpperCase() === 'Y';
  const cells: Record<PiesColumn, string> = {
    oem_number: textOf(item, 'PartNumber').replaceAll(/\s+/g, ' '),
    number_type: 'other',
    number_source: 'catalog',
    brand,
    part_name: name || part,
    kind: part,
    subcategory: part,
    description,
    origin: isRemanufactured ? 'remanufactured' : 'new_aftermarket',
    rebuilder: isRemanufactured ? brand : '',
    ...readPrices(item, context, leftOut),
    ...readMeasures(item, leftOut),
    pictures: readPictures(item, leftOut),
    not_imported: findReason(item, extended.get('LIS') ?? ''),
  };
  return piesHeader.map((column) => cells[column]);
}

function findReason(item: XmlElement, state: string): string {
  if (textOf(item, 'PartNumber') === '') return 'The item has no part number';
  if (item.attributes['MaintenanceType'] === 'D')
    return 'The file deletes this part. Hide or delete it in the shop, if you have it';
  const ended = Object.hasOwn(endedStates, state) ? endedStates[state] : undefined;
  return ended === undefined ? '' : `Its maker calls this part ${ended}. Hide it in the shop, if you have it`;
}

const readCodes = new Set(['RMN', 'LIS']);

/** Reads the values of extended product information by their codes. */
function readExtended(item: XmlElement, leftOut: LeftOut): Map<string, string> {
  const values = new Map<string, string>();
  for (const entry of listOf(item, 'ExtendedInformation', 'ExtendedProductInformation')) {
    const { MaintenanceType: change, EXPICode: code = '' } = entry.attributes;
    if (change === 'D') leftOut.add('Deleted values');
    else if (readCodes.has(code)) values.set(code, textOf(entry));
    else leftOut.add('Extended product information');
  }
  return values;
}

/** The first photograph of a part, then other photographs, then other pictures. */
const pictureOrder = ['P04', 'P01'] as const;

function readPictures(item: XmlElement, leftOut: LeftOut): string {
  const addresses: { type: string; address: string }[] = [];
  for (const file of listOf(item, 'DigitalAssets', 'DigitalFileInformation')) {
    const address = textOf(childOf(file, 'URI'));
    const type = textOf(file, 'AssetType').toUpperCase();
    const isPicture =
      /^(jpe?g|png|webp)$/i.test(textOf(file, 'FileType')) || /\.(jpe?g|png|webp)(\?|$)/i.test(address);
    if (file.attributes['MaintenanceType'] === 'D') leftOut.add('Deleted values');
    else if (!isPicture) leftOut.add('Files that are no pictures');
    else if (!/^https:\/\/\S+$/i.test(address)) leftOut.add('Pictures without an https address');
    else addresses.push({ type, address });
  }
  const rank = ({ type }: { type: string }) => {
    const place = pictureOrder.findIndex((each) => each === type);
    return place < 0 ? pictureOrder.length + Number(!type.startsWith('P')) : place;
  };
  const sorted = [
    ...new Set(addresses.toSorted((one, other) => rank(one) - rank(other)).map(({ address }) => address)),
  ];
  leftOut.add(`Pictures beyond ${MAX_PICTURES}`, Math.max(0, sorted.length - MAX_PICTURES));
  return sorted.slice(0, MAX_PICTURES).join(' ');
}
