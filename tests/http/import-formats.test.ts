import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { recognizeFormat } from '#core/imports/formats/known-formats.ts';
import { guessFields } from '#core/imports/files/mapping.ts';
import { meaningInput } from '#core/imports/files/mapping-options.ts';
import type { StartedImport } from '#core/imports/files/start-part-import.server.ts';
import { formAddress, readOutcome } from '../support/read-outcome.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';

const PASSWORD = 'a password for Ada';

let shop: TestShop;
let cookie: string;

beforeAll(async () => {
  shop = await createTestShop();
  await shop.addUser({ email: 'ada@example.com', password: PASSWORD, admin: true });
  cookie = await shop.signIn('ada@example.com', PASSWORD);
});
afterAll(() => shop[Symbol.asyncDispose]());
beforeEach(async () => {
  await shop.database.owner.query(
    `delete from parts_catalog; delete from hidden_parts; delete from conditions; delete from deleted_parts;
     delete from part_private_facts; delete from part_fitments;
     delete from part_changes; delete from part_import_mappings; delete from part_import_keys;
     insert into conditions (name, color_class, sort_order) values ('New', 'x', 0), ('Good', 'x', 1), ('Poor', 'x', 2)`,
  );
});

async function send(path: string, fields: Record<string, string>) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  const response = await shop.request(formAddress(path, fields), {
    method: 'POST',
    body,
    headers: { Cookie: cookie },
  });
  return readOutcome<StartedImport>(response);
}

async function read(path: string) {
  const response = await shop.request(path, { headers: { Cookie: cookie } });
  const page = (await response.text()).replaceAll('<!-- -->', '');
  return /<main[^]*<\/main>/.exec(page)?.[0] ?? page;
}

async function upload(content: string, supplier = 'Acme') {
  const bytes = Buffer.from(content);
  const { id = '' } = await send('/admin/import', {
    intent: 'start',
    name: 'parts.csv',
    bytes: String(bytes.length),
    supplier,
  });
  const response = await shop.request(`/admin/part-import/${id}/pieces/0`, {
    method: 'POST',
    body: new Uint8Array(bytes),
    headers: {
      Cookie: cookie,
      'Content-Type': 'application/octet-stream',
      'Content-Length': String(bytes.length),
    },
  });
  expect(response.status).toBe(200);
  await send('/admin/import', { intent: 'read', id });
  await shop.runJobs();
  return id;
}

/** Imports a file with the columns that are proposed, and returns what became of its lines. */
async function importFile(content: string, header: string[], options: Record<string, string> = {}) {
  const id = await upload(content);
  const fields = Object.fromEntries(
    guessFields(header).map((field, index) => [`field-${index}`, field ?? '']),
  );
  expect(
    await send(`/admin/import/${id}`, {
      intent: 'check',
      ...fields,
      mileageSource: 'unknown',
      ...(recognizeFormat(header)?.readsNames && { readsNames: 'yes' }),
      ...options,
    }),
  ).toMatchObject({ done: true });
  await shop.runJobs();
  const checked = await read(`/admin/import/${id}`);
  await send(`/admin/import/${id}`, { intent: 'apply', mode: 'good' });
  await shop.runJobs();
  return { id, checked, lines: await listLines(id) };
}

async function listLines(id: string): Promise<[number, string, string | null][]> {
  const { rows } = await shop.database.owner.query<{ line: number; outcome: string; reason: string | null }>(
    'select line, outcome, reason from part_change_lines where change_id = $1 order by place',
    [id],
  );
  return rows.map(({ line, outcome, reason }) => [line, outcome, reason]);
}

/** Reads columns of all parts by name, hidden ones too. */
async function parts(columns: string) {
  const query = (table: string) =>
    `select ${columns}, '${table}' = 'hidden_parts' as is_hidden from ${table} as part
     left join part_private_facts on part_id = part.id`;
  const { rows } = await shop.database.owner.query<Record<string, unknown>>(
    `${query('parts_catalog')} union all ${query('hidden_parts')} order by part_name`,
  );
  return rows;
}

async function vehicles() {
  const { rows } = await shop.database.owner.query<{ text: string }>(
    `select concat_ws(' ', part_name, '|', from_year, to_year, make, model, engine, position) as text
     from part_fitments as fits join parts_catalog as part on part.id = fits.part_id order by 1`,
  );
  return rows.map(({ text }) => text);
}

function csv(...lines: string[][]): { content: string; header: string[] } {
  const content = lines
    .map((cells) =>
      cells.map((cell) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(','),
    )
    .join('\r\n');
  return { content, header: lines[0] ?? [] };
}

/** Importing a file again must change nothing. Pictures that could not be fetched are wanted again. */
async function expectUnchanged(content: string, header: string[], options: Record<string, string> = {}) {
  const { id, lines } = await importFile(content, header, options);
  const { rows } = await shop.database.owner.query(
    `select line, outcome, after from part_change_lines
     where change_id = $1 and outcome in ('add', 'added', 'change', 'changed') and after - 'pictures' <> '{}'`,
    [id],
  );
  expect(rows).toEqual([]);
  return lines;
}

describe('a Shopify export', () => {
  const { content, header } = csv(
    [
      'Handle',
      'Title',
      'Body (HTML)',
      'Vendor',
      'Type',
      'Tags',
      'Published',
      'Option1 Name',
      'Option1 Value',
      'Variant SKU',
      'Variant Grams',
      'Variant Inventory Qty',
      'Variant Price',
      'Image Src',
      'Google Shopping / Condition',
      'Variant Image',
      'Cost per item',
      'Status',
    ],
    [
      'alternator',
      '2006-2011 Honda Civic 1.8L Alternator OEM 31100-RNA-A01',
      '<p>Good &amp; <b>tested</b></p><ul><li>100A</li></ul>',
      'Denso',
      'Alternators',
      'a, b',
      'true',
      'Title',
      'Default Title',
      'ALT-7',
      '5443',
      '1',
      '89.99',
      'https://cdn.example/1.jpg',
      'used',
      '',
      '30',
      'active',
    ],
    [
      'alternator',
      '',
      '',
      '',
      '',
      '',
      '',
      '',
      '',
      '',
      '',
      '',
      '',
      'https://cdn.example/2.jpg',
      '',
      '',
      '',
      '',
    ],
    [
      'rotor',
      'Brake Rotor Front 09-14 Toyota Camry',
      '',
      'Centric',
      'Rotors',
      '',
      'true',
      'Side',
      'Left',
      "'012L",
      '',
      '4',
      '45.50',
      'https://cdn.example/3.jpg',
      'new',
      '',
      '',
      'active',
    ],
    ['rotor', '', '', '', '', '', '', '', 'Right', "'012R", '', '3', '47.25', '', '', '', '', ''],
    [
      'hood',
      'Hood',
      '',
      'Ford',
      'Hoods',
      '',
      'true',
      'Title',
      'Default Title',
      '',
      '',
      '1',
      '1,250.00',
      '',
      'used',
      '',
      '',
      'draft',
    ],
    [
      'oversold',
      'Fuse Box',
      '',
      'Ford',
      'Fuses',
      '',
      'true',
      'Title',
      'Default Title',
      'FB-1',
      '',
      '-2',
      '55',
      '',
      'used',
      '',
      '',
      'active',
    ],
    [
      'gift',
      'Gift card',
      '',
      '',
      '',
      '',
      'true',
      'Title',
      '$10',
      '',
      '',
      '1',
      '10',
      '',
      '',
      '',
      '',
      'active',
    ],
  );
  const options = { [meaningInput('part_type', 'used')]: 'Good' };

  test('variants become parts, pictures join their product, and drafts are hidden', async () => {
    const { lines, checked } = await importFile(content, header, options);
    expect(lines).toEqual([
      [2, 'added', 'Guessed from the name: 2006 Honda Civic 1.8L and 2007-2011; number 31100-RNA-A01'],
      [3, 'skipped', 'A picture of the product of line 2'],
      [4, 'added', 'Guessed from the name: 2009 Toyota Camry and 2010-2014; front left'],
      [5, 'added', 'Guessed from the name: 2009 Toyota Camry and 2010-2014; front right'],
      [6, 'added', null],
      [7, 'added', 'The stock is -2 in the file, and 0 here'],
      [8, 'added', null],
    ]);
    expect(checked).toContain('0 found in the catalog, 6 new, 0 repeat an earlier line');
    expect(checked).toMatch(/\d parts? comes? hidden, until you show/);
    expect(
      await parts(
        'part_name, brand, category, stock_number, stock_quantity, price, weight_pounds, part_type, oem_number, cost_price',
      ),
    ).toMatchObject([
      {
        part_name: '2006-2011 Honda Civic 1.8L Alternator OEM 31100-RNA-A01',
        weight_pounds: '12.00',
        part_type: 'Good',
        oem_number: '31100-RNA-A01',
        cost_price: '30.00',
        is_hidden: false,
      },
      {
        part_name: 'Brake Rotor Front 09-14 Toyota Camry, Left',
        brand: 'Centric',
        category: 'Rotors',
        stock_number: '012L',
        stock_quantity: 4,
      },
      {
        part_name: 'Brake Rotor Front 09-14 Toyota Camry, Right',
        brand: 'Centric',
        category: 'Rotors',
        stock_number: '012R',
        part_type: 'New',
      },
      { part_name: 'Fuse Box', stock_quantity: 0 },
      { part_name: 'Gift card, $10' },
      { part_name: 'Hood', price: '1250.00', is_hidden: true },
    ]);
    expect(await vehicles()).toContain(
      'Brake Rotor Front 09-14 Toyota Camry, Left | 2010 2014 Toyota Camry Front left',
    );
    const again = await expectUnchanged(content, header, options);
    expect(again[4]).toEqual([6, 'unchanged', 'Hidden here too, and left as it is']);
  });

  test('undoing it removes hidden parts too', async () => {
    const { id } = await importFile(content, header, options);
    await send(`/admin/import/${id}`, { intent: 'undo' });
    await shop.runJobs();
    expect(await parts('part_name')).toEqual([]);
    expect(
      (await importFile(content, header, options)).lines.filter(([, outcome]) => outcome === 'added'),
    ).toHaveLength(6);
  });
});

describe('an export of a yard system', () => {
  const { content, header } = csv(
    [
      'Stock#',
      'Part',
      'Year',
      'Model',
      'IC#',
      'Condition & Options',
      'Grade',
      'Damage',
      'Miles',
      'Price',
      'Loc',
      'VIN',
      'Qty',
      'Image',
    ],
    [
      'Y1001',
      'Alternator',
      '2008',
      'Honda Civic',
      '601-58832',
      '1.8L,(4 cyl)',
      'A',
      '',
      '78K',
      '$85',
      'R4-B12',
      '2HGFA16588H312345',
      '1',
      'Y1001.jpg',
    ],
    [
      'Y1001',
      'Hood',
      '2008',
      'Honda Civic',
      '117-51030',
      'silver',
      'B',
      '5P2',
      '78,112',
      '$150.00',
      'R4',
      '1HGCM82633A004352',
      '1',
      '',
    ],
    [
      'Y1003',
      'Front Door',
      '08-12',
      'Ford Escape, Mercury Mariner',
      '128-58999L',
      'LH, electric',
      'C',
      '3D1 4S2',
      '142k',
      '$225',
      'R7',
      '',
      '1',
      '',
    ],
    [
      'Y1003',
      'Front Door',
      '08-12',
      'Ford Escape, Mercury Mariner',
      '128-58999L',
      'LH, manual',
      'C',
      'scratched',
      '142k',
      '$200',
      'R7',
      '',
      '1',
      '',
    ],
    ['Y1004', 'Air Bag', '2012', 'Ford Focus', '', 'steering wheel', '', '', '', '€ 90', 'S1', '', '1', ''],
  );

  test('the car’s number is shared by its parts, and nothing is lost', async () => {
    const { lines, checked } = await importFile(content, header);
    expect(lines).toEqual([
      [2, 'added', 'The VIN 2HGFA16588H312345 was left out: a character of it is mistyped'],
      [3, 'added', null],
      [4, 'added', null],
      [5, 'added', 'The damage is no code, and was added to the description'],
      [6, 'refused', 'Price is in €, and the shop sells in dollars'],
    ]);
    expect(checked).toContain('Without them, it is found by its car&#x27;s stock number and its name');
    expect(
      await parts(
        'part_name, stock_number, donor_stock_number, vehicle_year, vehicle_make, vehicle_model, mileage, mileage_source, damage_codes, interchange_code, yard_place, donor_vin, price, description',
      ),
    ).toMatchObject([
      {
        part_name: 'Alternator',
        stock_number: null,
        donor_stock_number: 'Y1001',
        vehicle_make: 'Honda',
        vehicle_model: 'Civic',
        mileage: 78_000,
        mileage_source: 'unknown',
        yard_place: 'R4-B12',
        donor_vin: null,
      },
      { part_name: 'Front Door, Left', donor_stock_number: 'Y1003', vehicle_year: 2008, mileage: 142_000 },
      { part_name: 'Front Door, Left', donor_stock_number: 'Y1003' },
      {
        part_name: 'Hood',
        donor_stock_number: 'Y1001',
        mileage: 78_112,
        damage_codes: '5P2',
        interchange_code: '117-51030',
        donor_vin: '1HGCM82633A004352',
      },
    ]);
    expect(await vehicles()).toContain('Front Door, Left | 2008 2012 Mercury Mariner');
    await expectUnchanged(content, header);
    const found = await read('/admin?q=y-1001');
    expect(found).toContain('Alternator');
    expect(found).toContain('Hood');
    expect(found).not.toContain('Front Door');
  });

  test('a part that was entered by hand, or came under another supplier’s name, is not added again', async () => {
    const two = csv(
      ['Stock#', 'Part', 'Year', 'Make', 'Model', 'Miles', 'Grade', 'Price'],
      ['Y9', 'Hood', '2010', 'Kia', 'Rio', '', 'A', '90'],
      ['Y9', 'Hood', '2010', 'Kia', 'Rio', '', 'A', '90'],
    );
    await importFile(two.content, two.header);
    await shop.database.owner.query('delete from part_import_keys');
    await expectUnchanged(two.content, two.header);
    expect(await parts('part_name')).toHaveLength(2);
    // Another yard may have the same number.
    await shop.database.owner.query(
      "delete from part_import_keys; update parts_catalog set vehicle_model = 'Soul'",
    );
    expect((await importFile(two.content, two.header)).lines.map(([, outcome]) => outcome)).toEqual([
      'added',
      'added',
    ]);
  });

  test('a tag names a part better than its car', async () => {
    const tagged = csv(
      [
        'Stock #',
        'Tag #',
        'Part Type',
        'Year',
        'Make',
        'Model',
        'Side',
        'Miles',
        'Wholesale',
        'Retail',
        'Status',
        'Qty',
      ],
      ['Y7', 'T1', 'Door', '2010', 'Chevy', 'Malibu', 'L', '', '50', '90', 'Available', '1'],
      ['Y7', 'T2', 'Door', '2010', 'Chevy', 'Malibu', 'R', '', '50', '90', 'Sold', '1'],
      ['Y7', 'T1', 'Door', '2010', 'Chevy', 'Malibu', 'L', '', '50', '90', 'Available', '1'],
    );
    const { lines } = await importFile(tagged.content, tagged.header);
    expect(lines.map(([, outcome, reason]) => [outcome, reason])).toEqual([
      ['added', null],
      ['added', null],
      ['refused', 'The same part as line 2'],
    ]);
    expect(
      await parts('part_name, stock_number, donor_stock_number, vehicle_make, cost_price'),
    ).toMatchObject([
      {
        part_name: 'Door, Left',
        stock_number: 'T1',
        vehicle_make: 'Chevrolet',
        cost_price: null,
        is_hidden: false,
      },
      { part_name: 'Door, Right', stock_number: 'T2', donor_stock_number: 'Y7', is_hidden: true },
    ]);
    await expectUnchanged(tagged.content, tagged.header);
  });
});

describe('files of eBay', () => {
  test('the report of active listings', async () => {
    const { content, header } = csv(
      [
        'Item number',
        'Title',
        'Variation details',
        'Custom label (SKU)',
        'Available quantity',
        'Format',
        'Currency',
        'Start price',
        'Auction Buy It Now price',
        'Current price',
        'eBay category 1 name',
        'Condition',
      ],
      [
        '1661',
        '08 09 10 Honda Accord ABS Pump Module 57110-TA0-A01 OEM',
        '',
        'SHELF-1',
        '1',
        'FIXED_PRICE',
        'USD',
        '120.0',
        '',
        '120.0',
        'ABS Parts',
        'Used',
      ],
      [
        '1662',
        'Parts Only 2005 BMW E46 DME',
        '',
        'SHELF-1',
        '1',
        'FIXED_PRICE',
        'USD',
        '75',
        '',
        '75',
        'ECUs',
        'For parts or not working',
      ],
      [
        '1663',
        'FOR 99-04 JEEP GRAND CHEROKEE WINDOW REGULATOR REAR RIGHT',
        '',
        '',
        '12',
        'FIXED_PRICE',
        'USD',
        '24.99',
        '',
        '24.99',
        'Regulators',
        'New',
      ],
      ['1664', 'Mirror', '', '', '5', 'FIXED_PRICE', 'USD', '', '', '', 'Mirrors', 'New'],
      ['1664', 'Mirror', '[Side=Left]', 'M-L', '2', 'FIXED_PRICE', 'USD', '30', '', '30', 'Mirrors', 'New'],
      ['1664', 'Mirror', '[Side=Right]', 'M-R', '3', 'FIXED_PRICE', 'USD', '30', '', '30', 'Mirrors', 'New'],
      ['1665', 'Mirror', '', '', '1', 'FIXED_PRICE', 'CAD', '30', '', '30', 'Mirrors', 'New'],
    );
    const options = {
      [meaningInput('part_type', 'Used')]: 'Good',
      [meaningInput('part_type', 'For parts or not working')]: 'Poor',
    };
    const { lines } = await importFile(content, header, options);
    expect(lines.map(([, outcome, reason]) => [outcome, reason])).toEqual([
      ['added', 'Guessed from the name: 2008 Honda Accord and 2009-2010; number 57110-TA0-A01'],
      [
        'added',
        'Guessed from the name: 2005 BMW. Another part has the stock number SHELF-1, so it was left out',
      ],
      ['added', 'Guessed from the name: 1999 Jeep Grand Cherokee and 2000-2004; rear right'],
      ['skipped', 'A listing with variations, which are the parts'],
      ['added', null],
      ['added', null],
      ['refused', 'The price is in CAD, and the shop sells in dollars'],
    ]);
    expect(await parts('part_name, stock_number, part_type, stock_quantity')).toMatchObject([
      { stock_number: 'SHELF-1', part_type: 'Good' },
      { part_type: 'New', stock_quantity: 12 },
      { part_name: 'Mirror, Left', stock_number: 'M-L' },
      { part_name: 'Mirror, Right', stock_number: 'M-R' },
      { part_name: 'Parts Only 2005 BMW E46 DME', stock_number: null, part_type: 'Poor' },
    ]);
    await expectUnchanged(content, header, options);
  });

  test('a listing file: vehicles and variations join their listing', async () => {
    const { content, header } = csv(
      [
        '*Action(SiteID=eBayMotors|Country=US|Currency=USD|Version=1193|CC=UTF-8)',
        'CustomLabel',
        '*Category',
        '*Title',
        'Relationship',
        'RelationshipDetails',
        '*ConditionID',
        'C:Brand',
        'C:Manufacturer Part Number',
        '*Description',
        'PicURL',
        '*Quantity',
        '*StartPrice',
      ],
      [
        'Add',
        'A1',
        '1',
        'Alternator',
        '',
        '',
        '3000',
        'Denso',
        '31100-RNA-A01',
        '<p>Fine</p>',
        'https://i.example/1.jpg|https://i.example/2.jpg',
        '1',
        '89.99',
      ],
      [
        '',
        '',
        '',
        '',
        'Compatibility',
        'Year=2008|Make=Honda|Model=Civic|Engine=1.8L',
        '',
        '',
        '',
        '',
        '',
        '',
        '',
      ],
      [
        '',
        '',
        '',
        '',
        'Compatibility',
        'Year=2009|Make=Honda|Model=Civic|Engine=1.8L',
        '',
        '',
        '',
        '',
        '',
        '',
        '',
      ],
      [
        'Draft',
        'M',
        '1',
        'Mirror',
        '',
        'Side=Left;Right',
        '1000',
        'Unbranded',
        'Does Not Apply',
        '',
        '',
        '',
        '',
      ],
      ['', 'M-L', '', '', 'Variation', 'Side=Left', '', '', '', '', '', '2', '30'],
      ['End', 'X', '', 'Old', '', '', '', '', '', '', '', '', ''],
    );
    const options = { [meaningInput('part_type', 'Used')]: 'Good' };
    const { lines } = await importFile(content, header, options);
    expect(lines.map(([, outcome, reason]) => [outcome, reason])).toEqual([
      ['added', null],
      ['skipped', 'A vehicle that line 2 fits'],
      ['skipped', 'A vehicle that line 2 fits'],
      ['skipped', 'A listing with variations, which are the parts'],
      ['added', null],
      ['skipped', 'The listing is ended by this file'],
    ]);
    expect(await parts('part_name, brand, oem_number, description, part_type, price')).toMatchObject([
      {
        part_name: 'Alternator',
        brand: 'Denso',
        oem_number: '31100-RNA-A01',
        description: 'Fine',
        part_type: 'Good',
      },
      {
        part_name: 'Mirror, Left',
        brand: null,
        oem_number: null,
        part_type: 'New',
        price: '30.00',
        is_hidden: false,
      },
    ]);
    expect(await vehicles()).toEqual(['Alternator | 2008 2009 Honda Civic 1.8L']);
    await expectUnchanged(content, header, options);
  });
});

test('a WooCommerce export: variations take what they lack from their product', async () => {
  const { content, header } = csv(
    [
      'ID',
      'Type',
      'SKU',
      'Name',
      'Published',
      'Visibility in catalog',
      'Short description',
      'Description',
      'In stock?',
      'Stock',
      'Weight (kg)',
      'Length (cm)',
      'Sale price',
      'Regular price',
      'Categories',
      'Images',
      'Parent',
      'Attribute 1 name',
      'Attribute 1 value(s)',
      'Attribute 2 name',
      'Attribute 2 value(s)',
    ],
    [
      '10',
      'simple',
      'S1',
      'Radiator',
      '1',
      'visible',
      '',
      '<p>New</p>',
      '1',
      '',
      '2',
      '50',
      '',
      '120',
      'Cooling > Radiators, Sale',
      'https://w.example/1.jpg, https://w.example/2.jpg',
      '',
      'Make',
      'Toyota',
      'Color',
      'Black',
    ],
    [
      '11',
      'variable',
      'M',
      'Mirror',
      '1',
      'visible',
      '',
      'Heated',
      '1',
      '',
      '1',
      '',
      '',
      '',
      'Body',
      '',
      '',
      'Side',
      'Left, Right',
      '',
      '',
    ],
    [
      '20',
      'simple',
      '',
      'Draft part',
      '-1',
      'visible',
      '',
      '',
      '1',
      '4',
      '',
      '',
      '8',
      '10',
      '',
      '',
      '',
      '',
      '',
      '',
      '',
    ],
    [
      '12',
      'variation',
      'M-L',
      'Mirror',
      '1',
      'visible',
      '',
      '',
      '1',
      '3',
      '',
      '',
      '',
      '40',
      '',
      '',
      'id:11',
      'Side',
      'Left',
      '',
      '',
    ],
    ['13', 'grouped', '', 'Set', '1', 'visible', '', '', '1', '', '', '', '', '', '', '', '', '', '', '', ''],
  );
  const { lines } = await importFile(content, header);
  expect(lines.map(([, outcome, reason]) => [outcome, reason])).toEqual([
    ['added', null],
    ['skipped', 'A product with variations, which are the parts'],
    ['added', null],
    ['added', null],
    ['skipped', 'A group of other products'],
  ]);
  expect(
    await parts(
      'part_name, category, subcategory, vehicle_make, description, stock_quantity, weight_pounds, length_in, price',
    ),
  ).toMatchObject([
    { part_name: 'Draft part', category: 'General', stock_quantity: 4, price: '8.00', is_hidden: true },
    {
      part_name: 'Mirror, Left',
      category: 'Body',
      description: 'Heated',
      stock_quantity: 3,
      weight_pounds: '2.20',
      is_hidden: false,
    },
    {
      part_name: 'Radiator',
      category: 'Cooling',
      subcategory: 'Radiators',
      vehicle_make: 'Toyota',
      description: 'New\nColor: Black',
      stock_quantity: 1,
      weight_pounds: '4.41',
      length_in: '19.7',
    },
  ]);
  await expectUnchanged(content, header);
});

test('a Google Merchant feed', async () => {
  const { content, header } = csv(
    [
      'id',
      'title',
      'description',
      'link',
      'image_link',
      'additional_image_link',
      'availability',
      'price',
      'condition',
      'brand',
      'mpn',
      'product_type',
      'shipping_weight',
    ],
    [
      'sku_1',
      'Radiator',
      'Fits',
      'https://g.example',
      'https://g.example/1.jpg',
      'https://g.example/2.jpg,https://g.example/3.jpg',
      'in_stock',
      '49.99 USD',
      'new',
      'Denso',
      'R-1234',
      'Cooling > Radiators',
      '12 lb',
    ],
    ['sku_2', 'Fan', '', '', '', '', 'out of stock', '9.99 EUR', 'new', '', '', '', ''],
  );
  const { lines } = await importFile(content, header);
  expect(lines.map(([, outcome, reason]) => [outcome, reason])).toEqual([
    ['added', null],
    ['refused', 'Price is in EUR, and the shop sells in dollars'],
  ]);
  expect(
    await parts('part_name, price, stock_quantity, oem_number, category, subcategory, weight_pounds'),
  ).toMatchObject([
    {
      part_name: 'Radiator',
      price: '49.99',
      stock_quantity: 1,
      oem_number: 'R-1234',
      subcategory: 'Radiators',
      weight_pounds: '12.00',
    },
  ]);
  await expectUnchanged(content, header);
});

test('numbers that spreadsheets changed, and units', async () => {
  const { content, header } = csv(
    ['PartNo', 'Description', 'Brand', 'Year', 'Make', 'Model', 'Cost', 'Retail', 'On Hand', 'Weight'],
    ['="00078123"', 'Starter', 'Remy', '2008', 'Honda', 'Accord', '$98.10', '$1,234.50 ea', '12', '14.2'],
    ['12E10', 'Pump', 'Delphi', '2012', 'Ford', 'Focus', '45', '$ 89.95', '1,200', '3'],
    ['8.85201E+11', 'Filter', 'Wix', '2010', 'Chevy', 'Malibu', '3.10', '7.99', '5', '1'],
    ['57060', 'Filter', 'Wix', '2010', 'Chevy', 'Malibu', '3.10', '8,49', '>50', '2.5 lb'],
    ['00123', 'Bolt', 'GM', '2010', 'Chevy', 'Malibu', '1', '1.234', '5', ''],
    ['00126', 'Neg', 'GM', '2010', 'Chevy', 'Malibu', '1', '9', '-7', ''],
    ['00128', 'Euro', 'GM', '2010', 'Chevy', 'Malibu', '1', '€ 9,90', '7 pcs', ''],
  );
  const { lines } = await importFile(content, header, { condition: 'New' });
  expect(lines.map(([, outcome, reason]) => [outcome, reason])).toEqual([
    ['added', null],
    ['added', null],
    [
      'refused',
      'OEM Number: A spreadsheet has shortened this number to 8.85201E+11. Please export it as text',
    ],
    ['added', 'The stock is >50 in the file'],
    ['refused', 'Price 1.234 can be one or a thousand. Choose the decimal sign of the file'],
    ['added', 'The stock is -7 in the file, and 0 here'],
    ['refused', 'Price is in €, and the shop sells in dollars'],
  ]);
  expect(await parts('part_name, oem_number, price, stock_quantity, vehicle_make')).toMatchObject([
    { part_name: 'Filter', stock_quantity: 50, vehicle_make: 'Chevrolet', price: '8.49' },
    { part_name: 'Neg', stock_quantity: 0 },
    { part_name: 'Pump', oem_number: '12E10', stock_quantity: 1200 },
    { part_name: 'Starter', oem_number: '00078123', price: '1234.50' },
  ]);
  await expectUnchanged(content, header, { condition: 'New' });
});

test('the same used part without a number is not added again, and another one is', async () => {
  const hood = ['Hood', '2010', 'Kia', 'Rio', '90'];
  const header = ['Name', 'Year', 'Make', 'Model', 'Price'];
  const { lines } = await importFile(csv(header, hood, hood).content, header);
  expect(lines.map(([, outcome]) => outcome)).toEqual(['added', 'added']);
  await shop.database.owner.query('update parts_catalog set price = 80');
  const next = csv(header, hood, ['Hood', '2010', 'Kia', 'Rio', '95'], hood, hood);
  expect((await importFile(next.content, header)).lines.map(([, outcome]) => outcome)).toEqual([
    'unchanged',
    'added',
    'unchanged',
    'added',
  ]);
  expect((await parts('part_name, price')).map(({ price }) => price).toSorted()).toEqual([
    '80.00',
    '80.00',
    '90.00',
    '95.00',
  ]);
});

test('years of a new part become its list of vehicles, which a later file does not replace', async () => {
  const header = ['SKU', 'Name', 'Year', 'Make', 'Model', 'VIN'];
  const { content } = csv(header, ['1', 'Hood', '08-12', 'Ford', 'Escape', `${'x'.repeat(39)}😀`]);
  expect((await importFile(content, header)).lines).toEqual([
    [2, 'added', expect.stringContaining('was left out: a character of it is mistyped')],
  ]);
  expect(await vehicles()).toEqual(['Hood | 2009 2012 Ford Escape']);
  await shop.database.owner.query("update part_fitments set model = 'Edge'");
  await expectUnchanged(content, header);
  expect(await vehicles()).toEqual(['Hood | 2009 2012 Ford Edge']);
});

test('words of a choice column are asked once, and remembered for the supplier', async () => {
  const { content, header } = csv(
    ['SKU', 'Name', 'Condition'],
    ['1', 'Hood', 'Used'],
    ['2', 'Fender', 'GOOD'],
  );
  const id = await upload(content);
  const page = await read(`/admin/import/${id}`);
  expect(page).toContain('&#x27;Used&#x27; means');
  expect(page).not.toContain('&#x27;GOOD&#x27; means');
  const { lines } = await importFile(content, header, { [meaningInput('part_type', 'Used')]: 'Good' });
  expect(lines.map(([, outcome]) => outcome)).toEqual(['added', 'added']);
  expect(await parts('part_name, part_type')).toMatchObject([{ part_type: 'Good' }, { part_type: 'Good' }]);
  const next = await read(`/admin/import/${await upload(content)}`);
  expect(next).toMatch(/<option[^>]*value="Good"[^>]*selected/);
  expect(
    await send(`/admin/import/${id}`, {
      intent: 'check',
      'field-0': 'stock_number',
      [meaningInput('part_type', 'Used')]: '',
    }),
  ).toMatchObject({ done: false });
});
