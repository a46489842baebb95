import { partFileColumns, type PartFileColumn } from '../cells/columns.ts';
import { readHiddenCell } from '../cells/hidden-cell.ts';
import { placesOf, simplifyHeading } from '../formats/heading.ts';
import { recognizeFormat } from '../formats/known-formats.ts';
import { addsFitments, lineColumns } from '../standards/line-columns.ts';
import { type MappingOptions, readOptions } from './mapping-options.ts';

/** Says what becomes of each column of a file. part_changes.mapping stores it. */
export interface Mapping extends MappingOptions {
  /** Headers of the shop's own file, one for each column of this file. Null means that the column is ignored. */
  fields: (string | null)[];
  /** Says whether an empty cell clears the value of a part in the catalog. */
  empty: 'keep' | 'clear';
  /** The condition of new parts whose line has none. Null means no condition. */
  condition: string | null;
}

/** Says whether a new part is hidden. Existing parts stay where they are. */
const hidden: PartFileColumn = {
  header: 'hidden',
  field: null,
  label: 'Hidden',
  isPrivate: false,
  isComputed: false,
  write: () => '',
  parse: readHiddenCell,
};

/** The columns that a file can set, including the id. */
export const importableColumns = [...partFileColumns.filter(({ isComputed }) => !isComputed), hidden];

/** Suppliers' words for a field, besides its own name and label. They have no spaces and signs. */
const aliases: Readonly<Record<string, readonly string[]>> = {
  id: ['partid', 'recordid'],
  donor_stock_number: ['vehiclestocknumber', 'carstocknumber', 'donorstock'],
  stock_number: ['stockno', 'stocknum', 'stocknr', 'sku', 'tag', 'tagnumber', 'tagno', 'inventorynumber'],
  part_name: [
    'name',
    'part',
    'title',
    'item',
    'itemname',
    'product',
    'productname',
    'parttype',
    'partdescription',
    'bezeichnung',
    'artikelbezeichnung',
  ],
  oem_number: [
    'oem',
    'oempartnumber',
    'oemno',
    'oemnr',
    'partnumber',
    'partno',
    'partnr',
    'mpn',
    'number',
    'itemnumber',
    'artikelnr',
    'artikelnummer',
    'teilenummer',
  ],
  brand: ['manufacturer', 'mfr', 'mfg', 'maker', 'brandname', 'vendor', 'hersteller'],
  category: ['group', 'productcategory', 'partcategory', 'department'],
  subcategory: ['subgroup', 'category2'],
  description: ['details', 'notes', 'comment', 'comments', 'longdescription', 'remarks', 'text'],
  vehicle_make: ['make', 'vehiclebrand', 'carmake'],
  vehicle_model: ['model', 'carmodel', 'vehicle', 'makemodel', 'yearmakemodel', 'fahrzeug'],
  vehicle_year: ['year', 'modelyear', 'my', 'caryear'],
  vehicle_engine: ['engine', 'motor', 'enginesize'],
  part_type: ['condition', 'cond', 'state', 'quality'],
  price: [
    'retail',
    'retailprice',
    'sellprice',
    'saleprice',
    'list',
    'listprice',
    'msrp',
    'unitprice',
    'priceusd',
    'amount',
    'vkbrutto',
    'vk',
    'preis',
  ],
  stock_quantity: [
    'qty',
    'quantity',
    'onhand',
    'qtyonhand',
    'quantityonhand',
    'qoh',
    'available',
    'stockqty',
    'instock',
    'inventory',
    'pieces',
    'bestand',
    'menge',
  ],
  cost_price: [
    'cost',
    'yourcost',
    'yourprice',
    'jobber',
    'unitcost',
    'dealerprice',
    'wholesale',
    'netprice',
    'purchaseprice',
    'eknetto',
    'ek',
  ],
  core_charge: ['core', 'coreprice', 'coredeposit', 'deposit'],
  weight_pounds: ['weight', 'weightlb', 'weightlbs', 'lbs', 'shippingweight'],
  length_in: ['length', 'lengthin'],
  width_in: ['width', 'widthin'],
  height_in: ['height', 'heightin'],
  mileage: ['miles', 'odometer'],
  donor_vin: ['vin', 'vinnumber', 'donorvin'],
  yard_place: ['location', 'bin', 'shelf', 'row', 'place', 'warehouselocation'],
  interchange_code: ['interchange', 'hollander', 'hollandernumber', 'ic', 'icnumber'],
  warranty: ['guarantee', 'ownwarranty'],
  damage_codes: ['damage', 'damagecode'],
  pictures: ['picture', 'image', 'images', 'imageurl', 'photo', 'photos', 'photourl', 'pictureurl', 'img'],
  fitments: ['fitment', 'fits', 'applications', 'compatibility', 'compatible'],
};

/**
 * Guesses a field for each column by its name. No two columns get the same field. A field's own name wins over another word.
 * @param remembered an admin's choices for the supplier's earlier files, by the name of the column.
 */
export function guessFields(
  header: readonly string[],
  remembered: Readonly<Record<string, string | null>> = {},
): (string | null)[] {
  const taken = new Set<string>();
  const fields: (string | null)[] = header.map(() => null);
  const take = (find: (name: string) => string | undefined) =>
    header.forEach((name, index) => {
      if (fields[index] !== null || Object.hasOwn(remembered, name)) return;
      const heading = simplifyHeading(name);
      const field = ignored.has(heading) ? undefined : find(heading);
      if (field === undefined || taken.has(field)) return;
      taken.add(field);
      fields[index] = field;
    });
  header.forEach((name, index) => {
    const field = Object.hasOwn(remembered, name) ? remembered[name] : null;
    if (!field || taken.has(field) || !isField(field)) return;
    taken.add(field);
    fields[index] = field;
  });
  const format = recognizeFormat(header);
  const places = placesOf(header);
  for (const [heading, field] of Object.entries(format?.columns ?? {})) {
    const place = places.get(heading) ?? -1;
    const name = header[place];
    if (name === undefined || taken.has(field) || fields[place] !== null || Object.hasOwn(remembered, name))
      continue;
    taken.add(field);
    fields[place] = field;
  }
  if (format?.isWhole) return fields;
  const ignored = new Set(format?.ignored);
  take((name) => mappingChoices.find((column) => simplifyHeading(column.header) === name)?.header);
  take((name) => importableColumns.find((column) => simplifyHeading(column.label) === name)?.header);
  take((name) => importableColumns.find((column) => aliases[column.header]?.includes(name) === true)?.header);
  // 'stock' is never the stock number: if it is the number of units, the number would be lost. Another column may say it more
  // exactly.
  take((name) => (name === 'stock' ? 'stock_quantity' : undefined));
  // The description is the name in a price list without names.
  if (taken.has('part_name')) return fields;
  return fields.map((field, index) =>
    field === 'description' && !Object.hasOwn(remembered, header[index] ?? '') ? 'part_name' : field,
  );
}

/** All that a column of a file can be, for a choice. */
export const mappingChoices: readonly { header: string; label: string }[] = [
  ...importableColumns,
  ...lineColumns,
];

function isField(header: string): boolean {
  return mappingChoices.some((column) => column.header === header);
}

/** Reads the form of a mapping, whose fields are named field-0, field-1 and so on. Returns what is wrong if it can't be read. */
export function readMapping(
  form: Record<string, unknown>,
  columns: number,
): { mapping: Mapping } | { problem: string } {
  const fields: (string | null)[] = [];
  const taken = new Set<string>();
  for (let index = 0; index < columns; index += 1) {
    const sent = form[`field-${index}`];
    if (sent === undefined || sent === '') {
      fields.push(null);
      continue;
    }
    if (typeof sent !== 'string' || !isField(sent)) return { problem: 'please choose a field from the list' };
    if (taken.has(sent)) {
      const label = mappingChoices.find((column) => column.header === sent)?.label ?? sent;
      return { problem: `two columns are ${label}. Please ignore one of them` };
    }
    taken.add(sent);
    fields.push(sent);
  }
  const others = [...taken].filter((field) => field !== 'id' && field !== 'hidden');
  if (others.length === 0) return { problem: 'please choose a field for at least one column' };
  if (addsFitments(fields)) {
    const problem = findFitmentProblem(taken);
    if (problem !== undefined) return { problem };
  }
  const keys = ['id', 'stock_number', 'part_name'];
  if (!addsFitments(fields) && !keys.some((key) => taken.has(key)))
    return { problem: 'one column must be the part name, the stock number or the id' };
  const { empty = 'keep', condition = '' } = form;
  if (empty !== 'keep' && empty !== 'clear') return { problem: 'please choose what empty cells do' };
  if (typeof condition !== 'string' || condition.length > 200)
    return { problem: 'please choose a condition' };
  const options = readOptions(form);
  if ('problem' in options) return options;
  return { mapping: { fields, empty, condition: condition || null, ...options } };
}

const fitmentKeys = ['id', 'stock_number', 'oem_number'];

/** A line that adds a vehicle to a part changes nothing else. */
function findFitmentProblem(fields: ReadonlySet<string>): string | undefined {
  const needed = ['fit_years', 'fit_make', 'fit_model'];
  if (!needed.every((field) => fields.has(field)))
    return 'a vehicle that a line adds needs columns for years, make and model';
  const other = [...fields].find(
    (field) =>
      ![...fitmentKeys, 'brand'].includes(field) && !lineColumns.some(({ header }) => header === field),
  );
  const label = mappingChoices.find(({ header }) => header === other)?.label;
  if (label !== undefined)
    return `lines that add vehicles can't set ${label}. Please ignore it, or import it from another file`;
  return fitmentKeys.some((field) => fields.has(field))
    ? undefined
    : 'one column must be the OEM number, the stock number or the id';
}

/** Holds what is remembered for a supplier, with the fields by the names of their columns. */
export type RememberedMapping = Omit<Mapping, 'fields'> & { fields: Record<string, string | null> };

export function rememberMapping(header: readonly string[], mapping: Mapping): RememberedMapping {
  const { fields } = mapping;
  return {
    ...mapping,
    fields: Object.fromEntries(header.map((name, index) => [name, fields[index] ?? null])),
  };
}
