import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ImportFindings } from '#core/imports/standards/findings.ts';
import { acesHeader } from '#core/imports/standards/aces-app.ts';
import { piesHeader } from '#core/imports/standards/pies-item.ts';
import type { StartedImport } from '#core/imports/files/start-part-import.server.ts';
import { addParts } from '../support/parts.ts';
import { formAddress, readOutcome } from '../support/read-outcome.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';
import { zip } from '../support/workbook.ts';

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
    `delete from parts_catalog; delete from part_changes; delete from part_import_mappings; delete from standard_names;
     delete from standard_deliveries`,
  );
});

const sample = (name: string) => readFile(`tests/samples/standards/${name}.xml`);

async function send(path: string, fields: Record<string, string>) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  const response = await shop.request(formAddress(path, fields), {
    method: 'POST',
    body,
    headers: { Cookie: cookie },
  });
  return { status: response.status, ...(await readOutcome<StartedImport>(response)) };
}

async function upload(content: Buffer, name: string): Promise<string> {
  const { id = '' } = await send('/admin/import', {
    intent: 'start',
    name,
    bytes: String(content.length),
    supplier: 'Quillon',
  });
  await shop.request(`/admin/part-import/${id}/pieces/0`, {
    method: 'POST',
    body: new Uint8Array(content),
    headers: {
      Cookie: cookie,
      'Content-Type': 'application/octet-stream',
      'Content-Length': String(content.length),
    },
  });
  expect(await send('/admin/import', { intent: 'read', id })).toMatchObject({ done: true });
  await shop.runJobs();
  return id;
}

/** Uploads databases as a ZIP file of tables. */
async function deliver(tables: Record<string, string>) {
  const content = zip(Object.entries(tables).map(([name, text]) => ({ name, content: Buffer.from(text) })));
  const { id = '' } = await send('/admin/import/databases', {
    intent: 'start',
    name: 'databases.zip',
    bytes: String(content.length),
  });
  await shop.request(`/admin/standard-delivery/${id}/0`, {
    method: 'POST',
    body: new Uint8Array(content),
    headers: {
      Cookie: cookie,
      'Content-Type': 'application/octet-stream',
      'Content-Length': String(content.length),
    },
  });
  const ended = await send('/admin/import/databases', { intent: 'read', id });
  await shop.runJobs();
  return { id, ...ended };
}

async function storedNames(): Promise<string[]> {
  const { rows } = await shop.database.owner.query<{ text: string }>(
    `select kind || ' ' || code || ' ' || name as text from standard_names order by 1`,
  );
  return rows.map(({ text }) => text);
}

async function read(path: string) {
  const response = await shop.request(path, { headers: { Cookie: cookie } });
  expect(response.status).toBe(200);
  return (await response.text()).replaceAll('<!-- -->', '');
}

async function act(id: string, intent: string, fields: Record<string, string> = {}) {
  const result = await send(`/admin/import/${id}`, { intent, ...fields });
  await shop.runJobs();
  return result;
}

const mappingOf = (fields: readonly string[]) =>
  Object.fromEntries(fields.map((field, index) => [`field-${index}`, field]));

async function check(content: Buffer | string, header: readonly string[]): Promise<string> {
  const id = await upload(Buffer.from(content), 'file');
  expect(await act(id, 'check', mappingOf(header))).toMatchObject({ done: true });
  return id;
}

async function find(id: string) {
  const { rows } = await shop.database.owner.query(
    'select state, lines, added, changed, unchanged, refused, undone, findings from part_changes where id = $1',
    [id],
  );
  return rows[0] as Record<string, unknown> & { findings: ImportFindings | null };
}

async function reasons(id: string): Promise<(string | null)[]> {
  const { rows } = await shop.database.owner.query<{ reason: string | null }>(
    'select reason from part_change_lines where change_id = $1 order by place',
    [id],
  );
  return rows.map(({ reason }) => reason);
}

/** Names ids as the owner does: 'Make 96' -> name. */
async function nameIds(ids: Record<string, string>) {
  for (const [key, text] of Object.entries(ids))
    await shop.database.owner.query('insert into standard_names (kind, code, name) values ($1, $2, $3)', [
      ...key.split(' '),
      text,
    ]);
}

async function vehicles(number: string): Promise<string[]> {
  const { rows } = await shop.database.owner.query<{ text: string }>(
    `select concat_ws(' ', from_year || '-' || to_year, make, model, engine, trim, position, part_fitments.note) as text
     from part_fitments join parts_catalog on parts_catalog.id = part_id where oem_number = $1 order by 1`,
    [number],
  );
  return rows.map(({ text }) => text);
}

const vehicleNames = {
  'BaseVehicle 9006': '2006|Honda|Civic',
  'BaseVehicle 9007': '2007|Honda|Civic',
  'BaseVehicle 9008': '2008|honda|civic',
  'BaseVehicle 9009': '2009|Honda|Civic',
  'SubModel 91': 'EX',
  'EngineBase 92': '1.8L L4',
  'Position 94': 'Front',
  'DriveType 95': 'FWD',
  'Make 96': 'Ford',
  'Model 97': 'Focus',
  'BrakeType 98': 'Disc',
  'Qualifier 93': 'With rotor',
  'Brand ZZQA': 'Quillon',
  'Brand ZZQB': 'Marrow',
};

test('a PIES file becomes parts, and is undone', async () => {
  const id = await check(await sample('pies-7.2'), piesHeader);
  expect(await find(id)).toMatchObject({
    state: 'checked',
    lines: 3,
    added: 1,
    refused: 2,
    findings: { format: 'PIES 7.2', unnamed: { 'Part 900001': 3, 'Brand ZZQA': 1 } },
  });
  await act(id, 'apply', { mode: 'good' });
  const { rows } = await shop.database.owner.query(
    `select part_name, brand, oem_number, number_type, origin, price, weight_pounds, subcategory, kind from parts_catalog`,
  );
  expect(rows).toEqual([
    {
      part_name: 'Alternator, 105 & 12V',
      brand: 'Quillon',
      oem_number: 'QX 100',
      number_type: 'other',
      origin: 'new_aftermarket',
      price: '199.50',
      weight_pounds: '14.00',
      subcategory: null,
      kind: null,
    },
  ]);
  const plain = (await sample('pies-7.2')).toString().replace(/<DigitalAssets>[^]*?<\/DigitalAssets>/, '');
  const again = await check(plain, piesHeader);
  expect(await find(again)).toMatchObject({ added: 0, changed: 0, unchanged: 1, refused: 2 });
  await nameIds({ 'Part 900001': 'Alternator' });
  const named = await check(plain, piesHeader);
  expect(await find(named)).toMatchObject({ changed: 1 });
  await act(named, 'apply', { mode: 'good' });
  expect((await shop.database.owner.query('select subcategory, kind from parts_catalog')).rows).toEqual([
    { subcategory: 'Alternator', kind: 'alternators' },
  ]);
  await act(named, 'undo');
  await act(id, 'undo');
  expect((await shop.database.owner.query('select from parts_catalog')).rows).toEqual([]);
});

test('a number of another brand is another part, and one with its own vehicle is the same', async () => {
  await addParts(shop.database.owner, [
    { part_name: 'Mirror', oem_number: 'QX-100', brand: 'Marrow', origin: 'new_aftermarket' },
  ]);
  const text = (await sample('pies-7.2')).toString().replace(/<DigitalAssets>[^]*?<\/DigitalAssets>/, '');
  await nameIds({ 'Part 900001': 'Alternator' });
  expect(await find(await check(text, piesHeader))).toMatchObject({ added: 1, changed: 0 });
  await shop.database.owner.query(`update parts_catalog set brand = 'QUILLON'`);
  expect(await find(await check(text, piesHeader))).toMatchObject({ added: 0, changed: 1 });
});

test('applications add vehicles to the parts of the shop, and undoing removes exactly these', async () => {
  const [part] = await addParts(shop.database.owner, [
    {
      part_name: 'Alternator',
      oem_number: 'QX-100',
      brand: 'quillon',
      origin: 'new_aftermarket',
      vehicle_make: 'Honda',
      vehicle_model: 'Civic',
    },
  ]);
  await shop.database.owner.query(
    `insert into part_fitments (part_id, make, model, from_year, to_year) values ($1, 'Honda', 'Civic', 2001, 2006)`,
    [part],
  );
  await shop.database.owner.query(`update parts_catalog set oem_number = 'QX 100'`);
  const id = await check(await sample('aces-4.2'), acesHeader);
  expect(await find(id)).toMatchObject({ changed: 0, refused: 6 });
  expect((await find(id)).findings?.unnamed).toMatchObject({ 'BaseVehicle 9008': 1, 'Brand ZZQA': 5 });
  expect((await reasons(id))[1]).toContain('Brand ZZQA has no name');

  await nameIds(vehicleNames);
  await act(id, 'map');
  await act(id, 'check', mappingOf(acesHeader));
  expect(await find(id)).toMatchObject({ changed: 3, refused: 3, findings: { partsWithout: 1 } });
  expect((await find(id)).findings).not.toHaveProperty('unnamed');
  expect((await reasons(id)).slice(3)).toEqual([
    "The shop doesn't have Marrow QX-999. Import the part first",
    expect.stringContaining('equipment'),
    expect.stringContaining('names no model'),
  ]);
  await act(id, 'apply', { mode: 'good' });
  const own =
    '2006-2006 Honda Civic 1.8L L4 EX Front FWD; With 12 in Rotor; To VIN 500; 2 per vehicle; Premium';
  expect(await vehicles('QX 100')).toEqual(['2001-2008 Honda Civic', own]);

  const update = await check(await sample('aces-5.0'), acesHeader);
  expect(await find(update)).toMatchObject({ changed: 2, refused: 0 });
  await act(update, 'apply', { mode: 'all' });
  const others = ['2009-2009 Honda Civic front brakes: Disc; With rotor', own];
  expect(await vehicles('QX 100')).toEqual(
    ['2001-2006 Honda Civic', '2008-2008 Honda Civic', ...others].toSorted(),
  );
  await act(update, 'undo');
  expect(await vehicles('QX 100')).toEqual(['2001-2008 Honda Civic', own]);
  await act(id, 'undo');
  expect(await find(id)).toMatchObject({ state: 'undone', undone: 3 });
  expect(await vehicles('QX 100')).toEqual(['2001-2006 Honda Civic']);
});

test('a CSV file with a vehicle in each line does the same, and says what is doubled', async () => {
  await addParts(shop.database.owner, [
    { part_name: 'Alternator', oem_number: 'QX 100', stock_number: 'A-1' },
    { part_name: 'Pump', oem_number: 'QX 100', stock_number: 'A-2' },
  ]);
  const lines = [
    'A-1,2008,Honda,Civic',
    'a1,2009-2010,Honda,Civic',
    'A-1,2010,Honda,Civic',
    'A-9,2008,Honda,Civic',
    'A-2,,Honda,Civic',
    ',2008,Honda,Civic',
  ];
  const id = await check(['tag,years,make,model', ...lines].join('\n'), [
    'stock_number',
    'fit_years',
    'fit_make',
    'fit_model',
  ]);
  expect(await find(id)).toMatchObject({ changed: 2, refused: 4, findings: { partsWithout: 3 } });
  expect(await reasons(id)).toEqual([
    null,
    null,
    'Line 3 adds 2010 Honda Civic to this part, too',
    'No part has the stock number A-9',
    'Enter a year, such as 2006',
    'The line names no part',
  ]);
  await act(id, 'apply', { mode: 'good' });
  expect(await vehicles('QX 100')).toEqual(['2008-2010 Honda Civic']);
});

test('vehicles that were changed since stay, and more than a part can have are refused', async () => {
  await addParts(shop.database.owner, [{ part_name: 'Alternator', stock_number: 'A-1', oem_number: 'X' }]);
  const header = ['stock_number', 'fit_years', 'fit_make', 'fit_model'];
  const lines = Array.from({ length: 202 }, (_, index) => `A-1,2008,Honda,Model ${index}`);
  // A later step of the check knows what earlier ones add.
  lines.push(...Array.from({ length: 310 }, () => 'A-1,2008,Honda,Model 5'));
  const id = await check(['tag,y,m,n', ...lines].join('\n'), header);
  expect(await find(id)).toMatchObject({ changed: 200, refused: 312 });
  expect((await reasons(id))[201]).toContain('The part has 200 vehicles');
  expect((await reasons(id)).at(-1)).toBe('Line 7 adds 2008 Honda Model 5 to this part, too');
  await act(id, 'apply', { mode: 'good' });
  await shop.database.owner.query(`delete from part_fitments where model = 'Model 7'`);
  await act(id, 'undo');
  expect(await find(id)).toMatchObject({ undone: 199 });
  expect(await vehicles('X')).toEqual([]);
});

test('a file that was cut off changes nothing', async () => {
  const whole = (await sample('pies-7.2')).toString();
  const lost = whole.replace('<ItemCount>3<', '<ItemCount>30<');
  const id = await upload(
    Buffer.from(lost.replaceAll('</Item>\n', '</Item>\n' + ' '.repeat(100))),
    'p.xml',
  ).catch((error: unknown) => error);
  expect(id).toBeInstanceOf(Error);
  expect((await shop.database.owner.query('select from part_changes')).rows).toEqual([]);
});

const makes = { 'Make.txt': 'MakeID|MakeName\n1|Honda\n', 'Model.txt': 'ModelID|ModelName\n2|Civic\n' };

const baseVehicles = Array.from({ length: 4 }, (_, index) => `${9006 + index}|${2006 + index}|1|2`);

test('ids that an admin names are remembered, and the file is checked again', async () => {
  await addParts(shop.database.owner, [{ part_name: 'Alternator', oem_number: 'QX 100', brand: 'Quillon' }]);
  const id = await check(await sample('aces-5.0'), acesHeader);
  const page = await read(`/admin/import/${id}`);
  expect(page).toContain('Vehicle 9007');
  expect(page).toContain('1 part of the file would get no vehicle');
  expect(await act(id, 'name', { 'name-BaseVehicle 9009': 'Honda Civic' })).toMatchObject({
    done: false,
    errors: { 'name-BaseVehicle 9009': 'Enter year, make and model, such as 2008 Honda Civic' },
  });
  expect(await act(id, 'name', { 'name-Make 1': ' ' })).toMatchObject({ done: false });
  const typed = {
    'name-BaseVehicle 9007': '2007 Honda Civic',
    'name-BaseVehicle 9009': '2009 | Land Rover | LR3',
    'name-BrakeType 98': 'Disc',
    'name-Qualifier 93': 'With rotor',
    'name-Brand ZZQA': 'Quillon',
    'name-Nonsense 1': 'x',
  };
  expect(await act(id, 'name', typed)).toMatchObject({ done: true });
  expect(await find(id)).toMatchObject({ state: 'checked', changed: 1, unchanged: 1, refused: 0 });
  await act(id, 'apply', { mode: 'all' });
  expect(await vehicles('QX 100')).toEqual(['2009-2009 Land Rover LR3 front brakes: Disc; With rotor']);
  expect(await read('/admin/import/databases')).toContain('2009 Land Rover LR3');
  await send('/admin/import/databases', { intent: 'forget', kind: 'BrakeType', code: '98' });
  expect(await storedNames()).not.toContain('BrakeType 98 Disc');
});

test('databases name ids, are replaced as a whole, and count after own names', async () => {
  const base = {
    ...makes,
    'BaseVehicle.txt': ['BaseVehicleID|YearID|MakeID|ModelID', ...baseVehicles].join('\n'),
  };
  const first = await deliver(base);
  expect(first).toMatchObject({ done: true });
  expect(await storedNames()).toHaveLength(6);
  const page = await read('/admin/import/databases');
  expect(page).toContain('6 names: Make, Model, Vehicle');
  expect(page).not.toContain('Civic');
  await deliver({ 'PCdb/Positions.txt': 'PositionID|Position\n94|Front\n', 'Model.txt': '2|Dart\n' });
  expect(await storedNames()).toHaveLength(7);
  expect(await storedNames()).toContain('Model 2 Dart');
  await nameIds({ 'Position 94': 'Front of car' });
  await deliver({ ...base, 'Model.txt': 'ModelID|ModelName\n2|Accord\n', 'Position.txt': '94|Front axle\n' });
  expect(await storedNames()).toEqual([
    'BaseVehicle 9006 2006|Honda|Accord',
    'BaseVehicle 9007 2007|Honda|Accord',
    'BaseVehicle 9008 2008|Honda|Accord',
    'BaseVehicle 9009 2009|Honda|Accord',
    'Make 1 Honda',
    'Model 2 Accord',
    'Position 94 Front axle',
    'Position 94 Front of car',
  ]);
  await addParts(shop.database.owner, [{ part_name: 'Alternator', oem_number: 'QX 100', brand: null }]);
  await nameIds({
    'Brand ZZQA': 'Quillon',
    'EngineBase 92': '1.8L',
    'SubModel 91': 'EX',
    'DriveType 95': 'FWD',
  });
  const id = await check(await sample('aces-4.2'), acesHeader);
  await act(id, 'apply', { mode: 'good' });
  expect(await vehicles('QX 100')).toEqual([
    expect.stringContaining('2006-2006 Honda Accord 1.8L EX Front of car'),
    '2007-2008 Honda Accord',
  ]);
});

test('a delivery whose job was killed begins again', async () => {
  const content = zip([{ name: 'Make.txt', content: Buffer.from('1|Honda') }]);
  const { rows } = await shop.database.owner.query<{ id: string }>(
    `insert into standard_deliveries (user_id, file_name, file_bytes, names)
     select id, 'a.zip', $1, 1 from auth.users where email = 'ada@example.com' returning id`,
    [content.length],
  );
  const id = rows[0]?.id;
  await shop.database.owner.query(
    'insert into standard_delivery_pieces (delivery_id, place, content) values ($1, 0, $2)',
    [id, content],
  );
  await shop.database.owner.query(
    `insert into standard_names (kind, code, name, delivery_id) values ('Make', '9', 'Left over', $1)`,
    [id],
  );
  await shop.database.owner.query(`update standard_deliveries set state = 'reading' where id = $1`, [id]);
  await shop.runJobs();
  expect(await storedNames()).toEqual(['Make 1 Honda']);
  expect((await shop.database.owner.query('select state, names from standard_deliveries')).rows).toEqual([
    { state: 'ready', names: 1 },
  ]);
});

test('a delivery that can not be read leaves the names of the one before', async () => {
  await deliver(makes);
  expect(await deliver({ 'readme.txt': 'x' })).toMatchObject({
    done: false,
    message: expect.stringContaining('no table that the shop reads'),
  });
  await deliver({ ...makes, 'BaseVehicle.txt': `9006|2006|1|2\n9007|${'x'.repeat(300_000)}` });
  expect(await storedNames()).toEqual(['Make 1 Honda', 'Model 2 Civic']);
  const { rows } = await shop.database.owner.query(
    'select state, error from standard_deliveries order by created_at',
  );
  expect(rows).toMatchObject([
    { state: 'ready' },
    { state: 'failed', error: expect.stringContaining('BaseVehicle.txt') },
  ]);
  expect((await shop.database.owner.query('select from standard_delivery_pieces')).rowCount).toBe(0);
});
