import type { FileFormat, Row } from './file-format.ts';

/** Lists how yard systems name the columns of each field, the most exact name first. */
const headings: Readonly<Record<string, readonly string[]>> = {
  donor_stock_number: [
    'vehiclestocknumber',
    'carstocknumber',
    'donorstocknumber',
    'yardstocknumber',
    'stocknumber',
    'stockno',
    'stocknum',
    'stocknr',
    'stk',
    'stknumber',
    'vehiclestock',
  ],
  stock_number: [
    'tag',
    'tagnumber',
    'tagno',
    'tagid',
    'parttag',
    'inventoryid',
    'inventorynumber',
    'inventoryno',
    'invid',
    'invnumber',
    'partid',
    'partstocknumber',
    'uniqueid',
    'ticketnumber',
  ],
  part_name: ['parttype', 'parttypename', 'partname', 'part', 'partdescription', 'item'],
  interchange_code: [
    'interchange',
    'interchangenumber',
    'interchangecode',
    'hollander',
    'hollandernumber',
    'hollanderinterchange',
    'icnumber',
    'ic',
    'inumber',
  ],
  oem_number: ['oem', 'oemnumber', 'oemno', 'oempartnumber', 'mfgpartnumber', 'partnumber'],
  vehicle_year: ['year', 'modelyear', 'yr', 'years', 'vehicleyear'],
  vehicle_make: ['make', 'vehiclemake', 'carmake'],
  vehicle_model: ['model', 'vehiclemodel', 'makemodel', 'vehicle', 'yearmakemodel', 'application'],
  vehicle_engine: ['engine', 'enginesize'],
  description: [
    'description',
    'partdescription',
    'conditionoptions',
    'conditionsandoptions',
    'conditionsoptions',
    'options',
    'partoptions',
    'comments',
    'notes',
    'remarks',
  ],
  damage_codes: ['damage', 'damagecodes', 'damagecode', 'damageunits'],
  mileage: ['miles', 'mileage', 'odometer', 'mi'],
  price: ['retail', 'retailprice', 'price', 'listprice', 'sellprice', 'saleprice'],
  cost_price: ['cost', 'partcost', 'costprice'],
  core_charge: ['core', 'corecharge', 'coreprice', 'corecost'],
  yard_place: [
    'location',
    'loc',
    'locationcode',
    'yardlocation',
    'warehouselocation',
    'bin',
    'rowbin',
    'shelf',
    'row',
  ],
  donor_vin: ['vin', 'vinnumber', 'donorvin'],
  donor_color: ['color', 'exteriorcolor', 'paint'],
  stock_quantity: ['qty', 'quantity', 'onhand', 'qtyonhand', 'qoh'],
  hidden: ['status', 'partstatus'],
  pictures: [
    'images',
    'image',
    'photos',
    'photo',
    'pictures',
    'picture',
    'imageurls',
    'imageurl',
    'photourl',
    'photourls',
  ],
  warranty: ['warranty'],
};

const sides = ['side', 'leftright', 'lr', 'rl'] as const;

/** Files of warehouses may have these too. */
const weakSigns = ['core_charge', 'yard_place'].map(ofField);

/** A file with a car's number and two signs, one of them of these, comes from a yard. */
const signs = [
  ...['interchange_code', 'damage_codes', 'mileage', 'donor_vin', 'stock_number'].map(ofField),
  sides,
  ['grade'],
  ['wholesale', 'wholesaleprice'],
];

const has = (found: ReadonlySet<string>, names: readonly string[]) => names.some((name) => found.has(name));

/** Exports of yard systems, which name the same facts in many ways. */
export const yard: FileFormat = {
  key: 'yard',
  name: 'an export of a yard system',
  facts: [
    'The stock number is that of the car, which its parts share. A part is named by its tag or inventory id, else by car, part and side; the second one alike is number 2.',
    'The shop grades parts itself, by miles and damage.',
    'Parts that are sold, on hold or scrapped come as hidden parts. Wholesale prices are not imported.',
  ],
  recognizes(found) {
    const count = (of: readonly (readonly string[])[]) => of.filter((names) => has(found, names)).length;
    const strong = count(signs);
    return (
      has(found, ofField('donor_stock_number')) &&
      has(found, ofField('part_name')) &&
      (has(found, ofField('vehicle_model')) || has(found, ofField('vehicle_year'))) &&
      strong > 0 &&
      strong + count(weakSigns) > 1
    );
  },
  columns: Object.fromEntries(
    Object.entries(headings).flatMap(([field, names]) => names.map((name) => [name, field])),
  ),
  isWhole: false,
  ignored: ['wholesale', 'wholesaleprice', 'grade', 'stock', 'number', 'parttypenumber', ...sides],
  uses: {
    ...Object.fromEntries(sides.map((name) => [name, 'Added to the name'])),
    ...Object.fromEntries(
      ['options', 'partoptions', 'comments', 'notes', 'remarks', 'conditionoptions'].map((name) => [
        name,
        'Added to the description',
      ]),
    ),
  },
  read: (row) => ({
    texts: {
      part_name: nameOf(row),
      description: [
        ...new Set(
          ofField('description')
            .filter((heading) => heading !== 'partdescription' || ofPart(row) !== row(heading))
            .map((heading) => row(heading)),
        ),
      ]
        .filter(Boolean)
        .join('\n'),
      hidden: statusOf(row),
    },
  }),
};

/** Returns the first cell of the columns that can name the part. */
function ofPart(row: Row): string {
  return ofField('part_name').map(row).find(Boolean) ?? '';
}

function nameOf(row: Row): string {
  const name = ofPart(row);
  const side =
    sideOf(sides.map(row).find(Boolean) ?? '') ?? sideOf(row('conditionoptions') || row('options'));
  return name === '' || side === undefined || /\b(left|right|lh|rh|driver|passenger)\b/i.test(name)
    ? name
    : `${name}, ${side}`;
}

/** Reads the side at the beginning of a text: 'LH, electric'. */
function sideOf(text: string): string | undefined {
  const [, left, right] =
    /^\s*(?:(l|lh|left|driver|drivers?)|(r|rh|right|passenger|pass))(?=\s*(?:$|[,;/(-]|side\b))/i.exec(
      text,
    ) ?? [];
  return left ? 'Left' : right ? 'Right' : undefined;
}

function statusOf(row: Row): string {
  const status = row('status') || row('partstatus');
  return status === '' ? 'no' : status;
}

function ofField(field: string): readonly string[] {
  return headings[field] ?? [];
}
