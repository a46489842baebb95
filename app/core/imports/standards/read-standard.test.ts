import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { zip } from '#tests/support/workbook.ts';
import { fileOf } from '../files/file-source.server.ts';
import { openLines } from '../files/read-lines.server.ts';
import type { FileFindings } from './findings.ts';
import { readStandard } from './read-standard.server.ts';

const sample = (name: string) => readFile(`tests/samples/standards/${name}.xml`);

const TODAY = '2026-11-30';

/** Reads a file into its lines by column, without empty cells. */
async function read(content: Uint8Array | string) {
  let findings: FileFindings | undefined;
  const lines: Record<string, string>[] = [];
  let header: string[] | undefined;
  const reading = await readStandard(fileOf(Buffer.from(content)), {
    today: TODAY,
    onFindings: (found) => {
      findings = found;
    },
  });
  if (!reading) throw new Error('This is no XML');
  for await (const { cells } of reading) {
    if (header)
      lines.push(Object.fromEntries(cells.flatMap((cell, index) => (cell ? [[header?.[index], cell]] : []))));
    else header = cells;
  }
  return { lines, findings };
}

test('PIES 7.2: texts, prices and packages by their precedence, and what is left out', async () => {
  const { lines, findings } = await read(await sample('pies-7.2'));
  expect(lines[0]).toEqual({
    oem_number: 'QX 100',
    number_type: 'other',
    number_source: 'catalog',
    brand: 'Quillon',
    part_name: 'Alternator, 105 & 12V',
    kind: '{Part 900001}',
    subcategory: '{Part 900001}',
    description: 'Wound new.\nSealed bearings\nTested under load\nInterchange: Marrow M-77, Marrow M-78',
    origin: 'new_aftermarket',
    price: '199.50',
    cost_price: '120.25',
    weight_pounds: '14',
    length_in: '10',
    width_in: '9',
    height_in: '9',
    pictures: 'https://pictures.example/qx100.jpg https://pictures.example/qx100-2.jpg',
  });
  expect(lines[1]?.['not_imported']).toContain('discontinued');
  expect(lines[2]?.['not_imported']).toContain('The file deletes this part');
  expect(findings?.format).toBe('PIES 7.2');
  expect(findings?.leftOut).toEqual({
    'Barcodes (GTIN or UPC)': 1,
    'Deleted values': 1,
    'Descriptions in other languages': 1,
    'Files that are no pictures': 1,
    'Marketing texts of several parts': 1,
    'Minimum order quantities': 1,
    'Other descriptions': 1,
    'Other prices': 1,
    'Packages of several units, and further packages': 1,
    'Pictures without an https address': 1,
    'Prices for larger quantities': 1,
    'Prices in other currencies': 1,
    'Prices of other days': 1,
  });
});

test('PIES 8.0: brands have only an id, and of two prices the one that began last counts', async () => {
  const { lines, findings } = await read(await sample('pies-8.0'));
  expect(lines).toEqual([
    {
      oem_number: 'QX-400',
      number_type: 'other',
      number_source: 'catalog',
      brand: '{Brand ZZQA}',
      part_name: 'Water pump with gasket and twelve bolts',
      kind: '{Part 900002}',
      subcategory: '{Part 900002}',
      description: 'Interchange: {Brand ZZQB} M-90',
      origin: 'remanufactured',
      rebuilder: '{Brand ZZQA}',
      price: '60.00',
      core_charge: '12.00',
      weight_pounds: '3.11',
    },
  ]);
  expect(findings?.leftOut).toEqual({
    'Days from which a part is available': 1,
    'Hazardous material codes': 1,
    'Other facts of a part': 1,
    'Other prices': 1,
  });
});

test('ACES 4.2: each application is a vehicle of a part, in references to the databases', async () => {
  const { lines, findings } = await read(await sample('aces-4.2'));
  expect(lines[0]).toEqual({
    oem_number: 'QX 100',
    brand: '{Brand ZZQA}',
    fit_years: '{BaseVehicle:year 9006}',
    fit_make: '{BaseVehicle:make 9006}',
    fit_model: '{BaseVehicle:model 9006}',
    fit_engine: '{EngineBase 92}',
    fit_trim: '{SubModel 91}',
    fit_position: '{Position 94}',
    fit_note: '{DriveType 95}; With 12 in Rotor; To VIN 500; 2 per vehicle; Premium',
    fit_action: 'A',
  });
  expect(lines[3]).toEqual({
    oem_number: 'QX-999',
    brand: '{Brand ZZQB}',
    fit_years: '2010-2012',
    fit_make: '{Make 96}',
    fit_model: '{Model 97}',
    fit_action: 'A',
  });
  expect(lines[4]?.['not_imported']).toContain('equipment');
  expect(lines[5]?.['not_imported']).toContain('names no model');
  expect(findings).toEqual({
    format: 'ACES 4.2',
    leftOut: { 'Pictures and diagrams of vehicles': 2, 'Notes in other languages': 1 },
  });
});

test('ACES 5.0: other names of elements', async () => {
  const { lines } = await read(await sample('aces-5.0'));
  expect(lines).toMatchObject([
    { oem_number: 'QX 100', brand: '{Brand ZZQA}', fit_action: 'D' },
    { fit_note: 'front brakes: {BrakeType 98}; {Qualifier 93}', fit_action: 'A' },
  ]);
});

test('an application that depends on an unknown attribute is no vehicle', async () => {
  const text = (await sample('aces-5.0')).toString();
  const { lines } = await read(text.replace('<FrontBrakeType id="98"/>', '<SeatColor id="98"/>'));
  expect(lines[1]?.['not_imported']).toBe("The application depends on SeatColor, which the shop can't read");
  const { lines: nameless } = await read(text.replace('<FrontBrakeType id="98"/>', '<FrontBrakeType/>'));
  expect(nameless[1]?.['not_imported']).toBe(
    "The application's FrontBrakeType has no id that the shop can read",
  );
});

test('a ZIP file with one XML file, and other encodings', async () => {
  const plain = await sample('aces-5.0');
  const packed = zip([
    { name: '__MACOSX/._a.xml', content: Buffer.from('x') },
    { name: 'delivery/aces.xml', content: plain },
    { name: 'delivery/read me.txt', content: Buffer.from('x') },
  ]);
  const lines: string[][] = [];
  for await (const { cells } of (await openLines(fileOf(packed))).lines) lines.push(cells);
  expect(lines).toHaveLength(3);
  const text = plain.toString().replace('QX 100', 'Öl');
  for (const content of [
    Buffer.from(text.replace('UTF-8', 'ISO-8859-1'), 'latin1'),
    Buffer.from(`\uFEFF${text.replace('UTF-8', 'UTF-16')}`, 'utf16le'),
    Buffer.from(`\uFEFF${text}`),
  ])
    expect((await read(content)).lines[0]).toMatchObject({ oem_number: 'Öl' });
});

test('a ZIP file that unpacks to much more than it has is refused', async () => {
  const bomb = Buffer.concat([Buffer.from('<ACES version="5.0"><Header/>'), Buffer.alloc(40_000_000, ' ')]);
  await expect(read(zip([{ name: 'aces.xml', content: bomb }]))).rejects.toThrow('is compressed too much');
});

const aces = (
  apps: string,
  { version = '5.0', end = '<Footer><RecordCount>1</RecordCount></Footer></ACES>' } = {},
) => `<ACES version="${version}"><Header/>${apps}${end}`;

const app = '<App action="A" id="1"><PartNumber>1</PartNumber></App>';

test.each([
  [
    'another kind of XML',
    '<?xml version="1.0"?><Workbook/>',
    /neither PIES nor ACES. Its first element is Workbook/,
  ],
  ['an old version', aces(app, { version: '3.2' }), /This is ACES 3.2. The shop reads the versions 4 and 5/],
  ['no version of PIES', '<PIES><Header/></PIES>', /doesn't state its version of PIES/],
  ['two headers', aces(`<Header/>${app}`), /second Header/],
  ['no header of ACES', '<ACES version="5.0"><App/></ACES>', /no Header/],
  ['no header', `<PIES><Items><Item/></Items></PIES>`, /no Header/],
  ['a file that was cut off', aces(app, { end: '' }), /ends in the middle of its XML/],
  ['a missing end', aces(app, { end: '</ACES>' }), /has no Footer/],
  ['lost records', aces(app.repeat(3)), /Footer counts 1 applications, but it has 3/],
  ['broken XML', aces('<App><b></App>'), /can't be read: Unexpected close tag/],
  ['a document type', `<!DOCTYPE ACES [<!ENTITY a "b">]>${aces(app)}`, /document type \(DTD\)/],
  ['an unknown entity', aces('<App><PartNumber>&lol;</PartNumber></App>'), /Invalid character entity/],
  ['deep nesting', aces('<App>'.repeat(200)), /more than 100 levels deep/],
  [
    'many attributes',
    aces(`<App ${Array.from({ length: 300 }, (_, i) => `a${i}=""`).join(' ')}/>`),
    /more than 200 attributes/,
  ],
  [
    'a text without end',
    `<PIES><Header><PIESVersion>8.0</PIESVersion></Header><Items><Item/><Item><Descriptions><Description>${'x'.repeat(1_100_000)}`,
    /Item 2 of the file has more than 1,000,000 characters/,
  ],
  [
    'descriptions without end',
    `<PIES><Header><PIESVersion>8.0</PIESVersion></Header><Items><Item>${'<Description/>'.repeat(25_000)}`,
    /Item 1 of the file has more than 20,000 elements/,
  ],
  [
    'an unknown encoding',
    '<?xml version="1.0" encoding="EBCDIC-1"?><ACES/>',
    /encoding EBCDIC-1 can't be read/,
  ],
])('%s is refused', async (_name, content, message) => {
  await expect(read(content)).rejects.toThrow(message);
});
