import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { importableColumns } from '#core/imports/files/mapping.ts';
import { importLimits } from '#core/imports/files/import-limits.ts';
import { runPartChange } from '#core/imports/files/run-part-change.server.ts';
import type { StartedImport } from '#core/imports/files/start-part-import.server.ts';
import type { Database } from '#core/platform/database.server.ts';
import { addParts } from '../support/parts.ts';
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
    `delete from parts_catalog; delete from conditions; delete from deleted_parts; delete from part_changes;
     delete from part_import_mappings`,
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
  return { status: response.status, ...(await readOutcome<StartedImport>(response)) };
}

async function sendPiece(id: string, place: number, piece: Uint8Array<ArrayBuffer>) {
  const response = await shop.request(`/admin/part-import/${id}/pieces/${place}`, {
    method: 'POST',
    body: piece,
    headers: {
      Cookie: cookie,
      'Content-Type': 'application/octet-stream',
      'Content-Length': String(piece.length),
    },
  });
  return { status: response.status, ...((await response.json()) as StartedImport) };
}

async function upload(content: string, supplier = 'Acme') {
  const bytes = Buffer.from(content);
  const { id = '' } = await send('/admin/import', {
    intent: 'start',
    name: 'parts.csv',
    bytes: String(bytes.length),
    supplier,
  });
  for (let place = 0; place * importLimits.pieceBytes < bytes.length; place += 1) {
    const piece = bytes.subarray(place * importLimits.pieceBytes, (place + 1) * importLimits.pieceBytes);
    expect(await sendPiece(id, place, new Uint8Array(piece))).toMatchObject({ done: true });
  }
  return { id, ...(await endUpload(id)) };
}

const endUpload = (id: string) => send('/admin/import', { intent: 'read', id });

const act = (id: string, what: string, fields: Record<string, string> = {}) =>
  send(`/admin/import/${id}`, { intent: what, ...fields });

const mappingOf = (...fields: string[]) =>
  Object.fromEntries(fields.map((field, index) => [`field-${index}`, field]));

async function check(content: string, fields: string[], options: Record<string, string> = {}) {
  const { id } = await upload(content);
  await shop.runJobs();
  expect(await act(id, 'check', { ...mappingOf(...fields), ...options })).toMatchObject({ status: 200 });
  await shop.runJobs();
  return id;
}

async function apply(id: string, mode = 'good') {
  const result = await act(id, 'apply', { mode });
  await shop.runJobs();
  return result;
}

async function find(id: string) {
  const { rows } = await shop.database.owner.query(
    'select state, lines, done, added, changed, unchanged, refused, undone, error from part_changes where id = $1',
    [id],
  );
  return rows[0] as Record<string, unknown>;
}

async function read(path: string) {
  const response = await shop.request(path, { headers: { Cookie: cookie } });
  expect(response.status).toBe(200);
  const page = (await response.text()).replaceAll('<!-- -->', '');
  return /<main[^]*<\/main>/.exec(page)?.[0] ?? page;
}

async function column(name: string, where = 'true'): Promise<unknown[]> {
  const { rows } = await shop.database.owner.query<{ value: unknown }>(
    `select ${name} as value from parts_catalog where ${where} order by part_name, id`,
  );
  return rows.map(({ value }) => value);
}

const names = () => column('part_name');

test('a file names kinds by key or name, and an unknown one is refused', async () => {
  const id = await check(
    'name,kind\nOne,brake-pads\nTwo,A/C Compressors\nThree,\nFour,No Such Kind\nFive,…\n',
    ['part_name', 'kind'],
  );
  expect(await find(id)).toMatchObject({ added: 3, refused: 2 });
  const page = await read(`/admin/import/${id}?show=refused`);
  expect(page).toContain('There is no kind of part no-such-kind. Add it in Kinds, or leave this empty');
  expect(page).toContain('Please choose a kind from the list');
  await apply(id);
  expect(await column('kind')).toEqual(['brake-pads', null, 'ac-compressors']);
  const { rows } = await shop.database.owner.query("select kind from search_parts where part_name = 'Two'");
  expect(rows).toEqual([{ kind: 'ac-compressors' }]);
});

test('from a file of a supplier to parts, and back', async () => {
  await addParts(shop.database.owner, [
    { part_name: 'Hood', stock_number: 'A-1', price: 100, stock_quantity: 3 },
    { part_name: 'Latch', stock_number: 'A-2', price: 20, stock_quantity: 1 },
  ]);
  const { id } = await upload(
    `Tag;Bezeichnung;Retail;Qty\na1;Hood;"1.234,50";3\nA-2;Latch;20;1\n0042;'=Pads;$30;x\n0043;;30;5\n0044;Rotor;;2\n0044;Rotor;;2\n`,
  );
  await shop.runJobs();
  expect(await find(id)).toMatchObject({ state: 'mapping', lines: 6 });
  const page = await read(`/admin/import/${id}`);
  expect(page).toContain('Bezeichnung');
  expect(page).toContain('a1 · A-2 · 0042');
  expect(page).toMatch(/<option value="stock_number" selected/);

  await act(id, 'check', mappingOf('stock_number', 'part_name', 'price', 'stock_quantity'));
  await shop.runJobs();
  expect(await find(id)).toMatchObject({ state: 'checked', added: 1, changed: 1, unchanged: 1, refused: 3 });
  const checked = await read(`/admin/import/${id}`);
  expect(checked).toMatch(/\$100\.00.*\$1,234\.50/);
  expect(checked).toContain('Part name is required');
  expect(checked).toContain('The same part as line 6');
  expect(checked).toContain('Stock quantity must be a whole number');
  expect(await read(`/admin/import/${id}?show=refused`)).not.toContain('1,234.50');
  expect(await read(`/admin/part-import/${id}/refused.csv`)).toContain(
    '5,Part name is required,0043,,30,5\r\n',
  );
  expect(await column('price')).toEqual(['100.00', '20.00']);

  expect(await apply(id, 'all')).toMatchObject({
    status: 400,
    message: 'Error importing the file: 3 lines were rejected. Import only the good lines',
  });
  expect(await apply(id)).toMatchObject({ status: 200 });
  expect(await find(id)).toMatchObject({
    state: 'ended',
    done: 6,
    added: 1,
    changed: 1,
    unchanged: 1,
    refused: 3,
  });
  expect(await names()).toEqual(['Hood', 'Latch', 'Rotor']);
  expect(await column('price')).toEqual(['1234.50', '20.00', null]);
  expect(await column('stock_number')).toEqual(['A-1', 'A-2', '0044']);
  expect(await column('category', "part_name = 'Rotor'")).toEqual(['General']);

  expect(await act(id, 'undo')).toMatchObject({ status: 200, message: 'Undoing the import of parts.csv' });
  await shop.runJobs();
  expect(await find(id)).toMatchObject({ state: 'undone', undone: 2 });
  expect(await names()).toEqual(['Hood', 'Latch']);
  expect(await column('price')).toEqual(['100.00', '20.00']);
  expect(await act(id, 'undo')).toMatchObject({ status: 400 });

  // What was chosen is known for the next file.
  const next = await upload('Tag;Bezeichnung;Retail;Qty\na1;Hood;5;3\n', 'ACME');
  await shop.runJobs();
  expect(await read(`/admin/import/${next.id}`)).toContain(
    'These are the choices from this supplier&#x27;s last file',
  );
});

test('undoing keeps what was sold or changed since', async () => {
  const { owner } = shop.database;
  await addParts(owner, [
    { part_name: 'Hood', stock_number: 'A1', price: 100, stock_quantity: 3 },
    { part_name: 'Latch', stock_number: 'A2', price: 20, stock_quantity: 1 },
  ]);
  const id = await check(
    'A1,Hood,110,10\nA2,Latch,22,1\nA3,Pads,30,5\nA4,Rotor,40,5\nA5,Wiper,5,5\n'.replace(/^/, 'a,b,c,d\n'),
    ['stock_number', 'part_name', 'price', 'stock_quantity'],
  );
  await apply(id, 'all');
  await owner.query(`
    update parts_catalog set stock_quantity = stock_quantity - 1 where part_name in ('Hood', 'Pads');
    update parts_catalog set price = 25 where part_name = 'Latch';
    update parts_catalog set description = 'Ceramic' where part_name = 'Rotor'`);
  await act(id, 'undo');
  await shop.runJobs();
  expect(await names()).toEqual(['Hood', 'Latch', 'Pads', 'Rotor']);
  expect(await column('price')).toEqual(['100.00', '25.00', '30.00', '40.00']);
  expect(await column('stock_quantity')).toEqual([2, 1, 4, 5]);
  expect(await find(id)).toMatchObject({ state: 'undone', undone: 2 });
  const page = await read(`/admin/import/${id}?show=kept`);
  expect(page).toMatch(/Changed since: Price.*Sold since.*Changed since: Description/s);
});

test('undoing leaves parts that were hidden since', async () => {
  const id = await check('a,b\nA3,Pads\n', ['stock_number', 'part_name']);
  await apply(id);
  await shop.database.owner.query(
    `select set_config('app.role', 'authenticated', false), set_config('app.user_id', user_id::text, false)
     from user_roles where role = 'admin';
     select hide_parts(array_agg(id)) from parts_catalog; reset app.user_id; reset app.role`,
  );
  await act(id, 'undo');
  await shop.runJobs();
  expect(await find(id)).toMatchObject({ state: 'undone', undone: 0 });
  expect(await read(`/admin/import/${id}?show=kept`)).toContain('Hidden since');
  await shop.database.owner.query('delete from hidden_parts');
});

test('words of a file that JavaScript has a meaning for are texts', async () => {
  const { id } = await upload('Name,Condition,constructor\nHood,constructor,x\nDoor,__proto__,y\n');
  await shop.runJobs();
  await act(id, 'check', { ...mappingOf('part_name', 'part_type'), 'means:part_type:used': 'Good' });
  await shop.runJobs();
  expect(await find(id)).toMatchObject({ state: 'checked', lines: 2 });
});

test('parts are matched by id, stock number, and, if new, by OEM number and vehicle', async () => {
  const civic = {
    vehicle_make: 'Honda',
    vehicle_model: 'Civic',
    vehicle_year: 2015,
    part_type: 'New',
    price: 1,
  };
  const [byId = ''] = await addParts(shop.database.owner, [
    { part_name: 'By id', ...civic, oem_number: null },
    { part_name: 'One', ...civic, oem_number: '45022-TR3' },
    { part_name: 'Twin', ...civic, oem_number: '45022-TR4' },
    { part_name: 'Twin', ...civic, oem_number: '45022-TR4' },
    { part_name: 'Used', ...civic, part_type: 'Good', oem_number: '45022-TR5' },
  ]);
  const { rows: hidden } = await shop.database.owner.query(
    "insert into hidden_parts (part_name, stock_number) values ('Draft', 'D-1') returning id",
  );
  await shop.database.owner.query(
    "insert into conditions (name, color_class, sort_order) values ('New', 'x', 1), ('Good', 'x', 2)",
  );
  const vehicle = 'honda,CIVIC,2015';
  const id = await check(
    [
      'id,stock,name,oem,make,model,year,condition,price',
      `${byId},,,,,,,,9`,
      `${hidden[0].id},,Draft,,,,,,9`,
      `,d1,Draft,,,,,,9`,
      `00000000-0000-4000-8000-00000000000a,,Ghost,,,,,,9`,
      `abc,,Ghost,,,,,,9`,
      `,,One,45022 tr3,${vehicle},new,9`,
      `,,One,45022tr3,Honda,Accord,2015,New,9`,
      `,,Twin,45022TR4,${vehicle},New,9`,
      `,,Used,45022TR5,${vehicle},Good,9`,
      `,,Odd,1,${vehicle},Shiny,9`,
    ].join('\n'),
    [
      'id',
      'stock_number',
      'part_name',
      'oem_number',
      'vehicle_make',
      'vehicle_model',
      'vehicle_year',
      'part_type',
      'price',
    ],
  );
  expect(await find(id)).toMatchObject({ changed: 2, added: 2, refused: 6 });
  const page = await read(`/admin/import/${id}?show=refused`);
  expect(page).toContain('No part has this id');
  expect(page.split('This part is hidden').length).toBeGreaterThan(2);
  expect(page).toContain('An id is 32 hexadecimal digits');
  expect(page).toContain('2 parts have this OEM number and vehicle. Add the stock number or the id');
  expect(page).toContain('There is no condition Shiny');
  await apply(id);
  expect(await column('price', "part_name in ('By id', 'One') and vehicle_model <> 'Accord'")).toEqual([
    '9.00',
    '9.00',
  ]);
  expect(await column('vehicle_make', "part_name = 'One'")).toEqual(['Honda', 'Honda']);
});

test('private facts, vehicles and grades are imported and undone', async () => {
  const { owner } = shop.database;
  const header = 'stock_number,part_name,cost_price,yard_place,mileage,mileage_source,fitments';
  const id = await check(
    `${header}\nB1,Alternator,12.5,R7,"50,000",title,2006-2011|Honda|Civic\n`,
    header.split(','),
  );
  expect(await find(id)).toMatchObject({ added: 1, refused: 0 });
  await apply(id);
  expect(await column('grade')).toEqual(['A']);
  const facts = await owner.query(
    'select cost_price, yard_place, model, from_year from part_private_facts join part_fitments using (part_id)',
  );
  expect(facts.rows).toEqual([{ cost_price: '12.50', yard_place: 'R7', model: 'Civic', from_year: 2006 }]);

  const next = await check(
    `${header}\nB1,Alternator,13,R8,50000,title,2006-2012|Honda|Civic\n`,
    header.split(','),
  );
  await apply(next);
  expect(await find(next)).toMatchObject({ changed: 1 });
  await act(next, 'undo');
  await shop.runJobs();
  const again = await owner.query(
    'select cost_price, yard_place, to_year from part_private_facts join part_fitments using (part_id)',
  );
  expect(again.rows).toEqual([{ cost_price: '12.50', yard_place: 'R7', to_year: 2011 }]);
});

test('an empty cell leaves a value, or removes it', async () => {
  await addParts(shop.database.owner, [{ part_name: 'Hood', stock_number: 'A1', brand: 'Acme', price: 5 }]);
  const file = 'stock_number,brand,price\nA1,,6\n';
  const fields = ['stock_number', 'brand', 'price'];
  await apply(await check(file, fields));
  expect(await column('brand')).toEqual(['Acme']);
  await apply(await check(file, fields, { empty: 'clear' }));
  expect(await column('brand')).toEqual([null]);
});

test('a part that was sold or changed since the check is merged, or refused', async () => {
  const { owner } = shop.database;
  await addParts(owner, [
    { part_name: 'Hood', stock_number: 'A1', price: 100, stock_quantity: 3 },
    { part_name: 'Latch', stock_number: 'A2', price: 20, stock_quantity: 1 },
    { part_name: 'Pads', stock_number: 'A3', price: 20, stock_quantity: 1 },
  ]);
  const file = 'a,b,c\nA1,100,10\nA2,22,1\nA3,22,1\nA4,22,1\n';
  const fields = ['stock_number', 'price', 'stock_quantity'];
  const id = await check(file.replaceAll('\n', ',Name\n'), [...fields, 'subcategory']);
  await owner.query(`
    update parts_catalog set stock_quantity = 2 where part_name = 'Hood';
    update parts_catalog set price = 25 where part_name = 'Latch';
    delete from parts_catalog where part_name = 'Pads'`);
  await apply(id);
  expect(await column('stock_quantity')).toEqual([9, 1]);
  expect(await column('price')).toEqual(['100.00', '25.00']);
  const page = await read(`/admin/import/${id}?show=refused`);
  expect(page).toContain('Changed since the check: Price');
  expect(page).toContain('Deleted since the check');
  expect(await find(id)).toMatchObject({ state: 'ended', done: 4, changed: 1, refused: 3 });
});

test("a column named 'Stock' is the quantity, and the check warns without a column for it or the price", async () => {
  const { id } = await upload('Name,Stock,Price\nHood,2,30\n');
  await shop.runJobs();
  expect(await read(`/admin/import/${id}`)).toMatch(/<option value="stock_quantity" selected/);
  await act(id, 'check', mappingOf('part_name', 'stock_quantity', 'price'));
  await shop.runJobs();
  expect(await read(`/admin/import/${id}`)).not.toContain('No column is the');
  await act(id, 'map');
  await act(id, 'check', { 'field-0': 'part_name' });
  await shop.runJobs();
  const checked = await read(`/admin/import/${id}`);
  expect(checked).toContain('No column is the stock quantity');
  expect(checked).toContain('No column is the price');
});

test('the check says what looks wrong, and a click corrects a whole column and is remembered', async () => {
  await addParts(shop.database.owner, [{ part_name: 'Hood', stock_number: 'A-1', price: 89.99 }]);
  const content =
    'Tag,Name,Price,Qty\nA-1,Hood,8999,1\nA-2,Door,free,0\nTag,Name,Price,Qty\nA-3,Latch,500,0\n';
  const { id } = await upload(content);
  await shop.runJobs();
  await act(id, 'check', mappingOf('stock_number', 'part_name', 'price', 'stock_quantity'));
  await shop.runJobs();
  const wrong = await read(`/admin/import/${id}`);
  expect(wrong).toContain('1 of 1 changed prices are about 100 times the old ones.');
  expect(wrong).toContain('1 line:</span> Price must be dollars and cents, such as 49.99');
  expect(await act(id, 'correct', { remedy: 'magic' })).toMatchObject({
    status: 400,
    message: 'Error importing the file: please choose a correction from the list',
  });
  expect(await act(id, 'correct', { remedy: 'cents' })).toMatchObject({ status: 200 });
  await shop.runJobs();
  expect(await read(`/admin/import/${id}`)).toContain('1 rejected, 1 not parts');
  expect(await act(id, 'correct', { remedy: 'one-in-stock' })).toMatchObject({ status: 200 });
  await shop.runJobs();
  expect(await read(`/admin/import/${id}`)).not.toContain('100 times');
  await apply(id);
  expect(await column("price || ' ' || stock_quantity")).toEqual(['89.99 1', '5.00 1']);

  const { id: next } = await upload('Tag,Name,Price,Qty\nA-4,Fender,700,0\n');
  await shop.runJobs();
  const remembered = await read(`/admin/import/${next}`);
  expect(remembered).toMatch(/name="remedy-cents"[^>]*checked|checked[^>]*name="remedy-cents"/);
});

describe('how the file is read', () => {
  const content = 'Acme price list\nName;Price;;\nHood;"10,50";x;\nDoor;20;;\n';

  test('can be changed until it is imported, and is remembered for the supplier', async () => {
    const { id } = await upload(content);
    await shop.runJobs();
    const structure = { encoding: 'utf-8', separator: ';', heading: '2', headingLines: '1' };
    expect(await read(`/admin/import/${id}`)).toContain('semicolons, UTF-8, headings on line 2');
    await act(id, 'read-again', { ...structure, heading: '3' });
    await shop.runJobs();
    expect(await find(id)).toMatchObject({ state: 'mapping', lines: 1 });
    // Nothing is below the last line.
    await act(id, 'read-again', { ...structure, heading: '4' });
    await shop.runJobs();
    expect(await find(id)).toMatchObject({ state: 'failed' });
    expect(await read(`/admin/import/${id}`)).toContain('Read the file again');
    await act(id, 'read-again', structure);
    await shop.runJobs();
    expect(await find(id)).toMatchObject({ state: 'mapping', lines: 2 });
    await act(id, 'check', mappingOf('part_name', 'price'));
    await shop.runJobs();
    const checked = await read(`/admin/import/${id}`);
    expect(checked).toContain('1 line above the headings');
    expect(checked).toContain('Column C: something in 1 line');
    expect(checked).not.toContain('Column D');
    await apply(id);
    expect(await column('price')).toEqual(['20.00', '10.50']);
    expect(await act(id, 'read-again', structure)).toMatchObject({ status: 400, done: false });

    const { id: next } = await upload('Number;Price\nName;Price\nDoor;30\n');
    await shop.runJobs();
    expect(await read(`/admin/import/${next}`)).toContain('headings on line 2');
  });

  test('must be one that the file can have, and needs the file', async () => {
    const { id } = await upload(content);
    await shop.runJobs();
    expect(await act(id, 'read-again', { encoding: 'utf-8', separator: '.', heading: '2' })).toMatchObject({
      status: 400,
      message: 'Error reading the file: please choose a separator from the list',
    });
    await act(id, 'discard');
    await act(id, 'reopen');
    const structure = { encoding: 'utf-8', separator: ',', heading: '2' };
    expect(await act(id, 'read-again', structure)).toMatchObject({
      status: 400,
      message: 'Error reading the file: the file is not here anymore. Please upload it again',
    });
    expect(await find(id)).toMatchObject({ state: 'mapping', lines: 2 });
    expect(await read(`/admin/import/${id}`)).not.toContain('Read the file again');
  });
});

describe('many lines', () => {
  const LINES = 1_201;
  const many = `stock_number,part_name,price\n${Array.from({ length: LINES }, (_, n) => `S${n},Part ${n},10`).join('\n')}\n`;
  const fields = ['stock_number', 'part_name', 'price'];

  /** Ends the process, as far as the job can see, before its nth transaction. */
  function dyingBefore(step: number): Database {
    const { pools } = shop.database;
    let left = step;
    return {
      ...pools,
      as: async (identity, work) => {
        left -= 1;
        if (left < 0) throw new Error('killed');
        return pools.as(identity, work);
      },
    };
  }

  async function die(id: string, step: number) {
    const run = runPartChange({
      database: dyingBefore(step),
      siteUrl: 'http://localhost',
      changeId: id,
      isLastAttempt: false,
    });
    await expect(run).rejects.toThrow('killed');
    const { lines, done, added, changed, unchanged, refused } = (await find(id)) as Record<string, number>;
    expect(done).toBe((added ?? 0) + (changed ?? 0) + (unchanged ?? 0) + (refused ?? 0));
    expect(lines).toBeGreaterThanOrEqual(done ?? 0);
  }

  test('a job that dies anywhere reads, checks, applies and undoes each line once', async () => {
    const { id } = await upload(many);
    for (const step of [1, 3, 5, 6]) await die(id, step);
    await shop.runJobs();
    expect(await find(id)).toMatchObject({ state: 'mapping', lines: LINES });
    await act(id, 'check', mappingOf(...fields));
    for (const step of [1, 2]) await die(id, step);
    await shop.runJobs();
    expect(await find(id)).toMatchObject({ state: 'checked', done: LINES, added: LINES });
    await act(id, 'apply', { mode: 'all' });
    for (const step of [2, 2]) await die(id, step);
    expect(await find(id)).toMatchObject({ state: 'applying', done: 1_000, added: 1_000 });
    await shop.runJobs();
    expect(await find(id)).toMatchObject({ state: 'ended', done: LINES, added: LINES });
    expect(new Set(await names()).size).toBe(LINES);
    await act(id, 'undo');
    await die(id, 2);
    await shop.runJobs();
    expect(await find(id)).toMatchObject({ state: 'undone', undone: LINES });
    expect(await names()).toEqual([]);
  });

  test('all or nothing: a line that fails later undoes the others, and so does stopping', async () => {
    const id = await check(many, fields);
    await act(id, 'apply', { mode: 'all' });
    await die(id, 2);
    await addParts(shop.database.owner, [{ part_name: 'Other', stock_number: 'S-1100' }]);
    await shop.runJobs();
    expect(await find(id)).toMatchObject({
      state: 'undone',
      undone: 500 * 2,
      error: 'Line 1102 was rejected: Another part has this stock number. All lines were undone.',
    });
    expect(await names()).toEqual(['Other']);

    const next = await check(many.replaceAll(',S', ',T').replaceAll('\nS', '\nT'), fields);
    await act(next, 'apply', { mode: 'all' });
    await die(next, 2);
    expect(await act(next, 'stop')).toMatchObject({ message: 'The import was stopped and is undone' });
    await shop.runJobs();
    expect(await find(next)).toMatchObject({ state: 'undone' });
    expect(await names()).toEqual(['Other']);
  });

  test('the good lines only: stopping keeps what was done', async () => {
    const id = await check(many, fields);
    await act(id, 'apply', { mode: 'good' });
    await die(id, 2);
    await act(id, 'stop');
    await shop.runJobs();
    expect(await find(id)).toMatchObject({ state: 'ended', done: 500, added: 500, error: 'It was stopped.' });
    expect(await names()).toHaveLength(500);
    expect(await read(`/admin/import/${id}`)).toContain('701 lines not begun');
  });

  test('an error in the last attempt ends the work', async () => {
    const id = await check(many, fields);
    await act(id, 'apply', { mode: 'all' });
    await die(id, 2);
    let calls = 0;
    const { pools } = shop.database;
    const database: Database = {
      ...pools,
      as: async (identity, work) => {
        calls += 1;
        if (calls === 2) throw new Error('broken');
        return pools.as(identity, work);
      },
    };
    const run = runPartChange({ database, siteUrl: 'http://localhost', changeId: id, isLastAttempt: true });
    await expect(run).rejects.toThrow('broken');
    await shop.runJobs();
    expect(await find(id)).toMatchObject({ state: 'undone', error: 'An error stopped it.' });
    expect(await names()).toEqual([]);
  });
});

test('an export that is imported again changes nothing, byte for byte', async () => {
  const { owner } = shop.database;
  const [hood = ''] = await addParts(owner, [
    { part_name: ' =Hood', description: 'two\r\nlines ', part_type: 'Gone', price: null, stock_quantity: 0 },
    {
      part_name: "'-Latch",
      stock_number: '007',
      oem_number: '00-1',
      image_url: 'data:image/png;base64,AAAA',
    },
  ]);
  await owner.query(
    `insert into part_fitments (part_id, make, model, from_year, to_year) values ('${hood}', 'Honda', 'Fit', 2009, 2013)`,
  );
  await owner.query(
    `insert into part_private_facts (part_id, cost_price, yard_place) values ('${hood}', 0, '@R|7')`,
  );
  const readAll = async () => {
    const { rows } = await owner.query(
      'select part.*, facts.* from parts_catalog as part left join part_private_facts as facts on facts.part_id = part.id',
    );
    return JSON.stringify(rows);
  };
  const before = await readAll();
  const file = await shop.request('/admin/export/parts.csv?private=yes', { headers: { Cookie: cookie } });
  expect(file.status).toBe(200);
  const content = await file.text();
  const header = content.replace('\uFEFF', '').split('\r\n')[0]?.split(',') ?? [];
  const fields = header.map((name) => importableColumns.find((each) => each.header === name)?.header ?? '');
  expect(fields.filter(Boolean).length).toBeGreaterThan(30);
  for (const empty of ['keep', 'clear']) {
    const id = await check(content, fields, { empty });
    expect(await read(`/admin/import/${id}`)).not.toContain('Would be changed');
    expect(await find(id)).toMatchObject({ unchanged: 2, changed: 0, added: 0, refused: 0 });
    expect(await act(id, 'apply', { mode: 'good' })).toMatchObject({ status: 400 });
  }
  expect(await readAll()).toBe(before);
});

describe('the trash', () => {
  const trash = () => read('/admin/trash?kind=imports');

  test('a discarded file is opened again, and read to its end', async () => {
    const { id } = await upload('stock,part\nA-1,Hood\n');
    expect(await act(id, 'discard')).toMatchObject({
      message: 'parts.csv was discarded',
      leadsTo: '/admin/import',
    });
    await shop.runJobs();
    expect(await find(id)).toMatchObject({ state: 'discarded', lines: 0 });
    expect(await read('/admin/import')).not.toContain(id);
    expect(await read(`/admin/import/${id}`)).toContain('Open again');
    expect(await trash()).toContain(' by ada@example.com');

    expect(await act(id, 'reopen')).toMatchObject({
      message: 'parts.csv is open again',
      leadsTo: `/admin/import/${id}`,
    });
    await shop.runJobs();
    expect(await find(id)).toMatchObject({ state: 'mapping', lines: 1 });
    await act(id, 'check', mappingOf('stock_number', 'part_name'));
    await shop.runJobs();
    await act(id, 'discard');
    expect(await act(id, 'reopen')).toMatchObject({ done: true });
    expect(await find(id)).toMatchObject({ state: 'mapping', done: 0, added: 0 });
    expect(await act(id, 'reopen')).toMatchObject({ status: 400 });
    expect(await trash()).toContain('No discarded or undone imports');
  });

  test('an undone import is done again, except for parts that are there', async () => {
    await addParts(shop.database.owner, [{ part_name: 'Cap', stock_number: 'A-9', price: 9 }]);
    const content = 'stock,part,price\nA-1,Hood,100\nA-2,Latch,20\nA-3,Pads,30\nA-9,Cap,10\nA-9,Cap,11\n';
    const id = await check(content, ['stock_number', 'part_name', 'price']);
    await apply(id);
    const ids = await column('id', "stock_number = 'A-1'");
    await shop.database.owner.query("update parts_catalog set price = 33 where stock_number = 'A-3'");
    await act(id, 'undo');
    await shop.runJobs();
    expect(await find(id)).toMatchObject({ state: 'undone', added: 3, changed: 1, undone: 3 });
    expect(await names()).toEqual(['Cap', 'Pads']);
    expect(await trash()).toContain('Import again: parts.csv');

    expect(await act(id, 'reopen')).toMatchObject({ done: true });
    expect(await find(id)).toMatchObject({
      state: 'checked',
      added: 2,
      changed: 1,
      unchanged: 0,
      refused: 2,
    });
    // One part comes back from the trash of parts meanwhile.
    await shop.database.owner.query(
      "select bring_parts_back(array(select part_id from deleted_parts where part ->> 'stock_number' = 'A-2'))",
    );
    await apply(id);
    expect(await find(id)).toMatchObject({ state: 'ended', added: 1, changed: 1, refused: 3, undone: 0 });
    expect(await names()).toEqual(['Cap', 'Hood', 'Latch', 'Pads']);
    expect(await column('price')).toEqual(['10.00', '100.00', '20.00', '33.00']);
    expect(await column('id', "stock_number = 'A-1'")).toEqual(ids);
    expect(await read(`/admin/import/${id}?show=refused`)).toContain('Already in the catalog');

    await act(id, 'undo');
    await shop.runJobs();
    expect(await names()).toEqual(['Cap', 'Latch', 'Pads']);
    expect(await column('price', "stock_number = 'A-9'")).toEqual(['9.00']);
  });
});

describe('what is refused changes nothing', () => {
  const ghost = '00000000-0000-4000-8000-00000000000a';

  test.each([
    ['a,b\n1,2\n3,"4\n', 'The file ends within the quotes that begin on line 3. Is it complete?'],
    ['a,b\n1,\0\n', 'This is not a text file. Save it as CSV, and upload it again'],
    ['PK\x03\x04 is not a workbook', 'The workbook is damaged or incomplete'],
    ['a,b\n', 'The file has no lines below the names of its columns'],
  ])('the file %j', async (content, message) => {
    expect(await upload(content)).toMatchObject({
      status: 400,
      message: `Error importing the file: ${message}`,
    });
    const { rows } = await shop.database.owner.query('select from part_changes');
    expect(rows).toEqual([]);
  });

  test('a mistake behind the first lines fails with its line', async () => {
    const { id } = await upload(`a,b\n${'1,2\n'.repeat(600)}1,"2\n`);
    await shop.runJobs();
    expect(await find(id)).toMatchObject({
      state: 'failed',
      error: 'The file ends within the quotes that begin on line 602. Is it complete?',
    });
    expect(await read(`/admin/import/${id}`)).toContain('Nothing was changed.');
    expect(await act(id, 'discard')).toMatchObject({ status: 200, message: 'parts.csv was discarded' });
    expect((await shop.request(`/admin/import/${id}`, { headers: { Cookie: cookie } })).status).toBe(404);
  });

  test.each([
    [{}],
    [{ name: 'a.csv', bytes: '10' }],
    [{ name: 'a.csv', bytes: '0', supplier: 'Acme' }],
    [{ name: 'a.csv', bytes: '1e99', supplier: 'Acme' }],
    [{ name: 'a.csv', bytes: String(importLimits.fileBytes + 1), supplier: 'Acme' }],
    [{ name: 'a.csv', bytes: '10', supplier: 'a\0b' }],
  ])('an upload of %j', async (fields) => {
    expect(
      await send('/admin/import', { intent: 'start', ...fields } as Record<string, string>),
    ).toMatchObject({
      status: 400,
    });
  });

  test('pieces of another size or place, and files that are not complete', async () => {
    const { id = '' } = await send('/admin/import', {
      intent: 'start',
      name: 'a.csv',
      bytes: '8',
      supplier: 'Acme',
    });
    expect(await sendPiece(id, 0, new Uint8Array(7))).toMatchObject({
      status: 400,
      message: 'Error importing the file: piece 1 must have 8 bytes',
    });
    expect(await sendPiece(id, 1, new Uint8Array(8))).toMatchObject({ status: 400 });
    expect(await sendPiece(ghost, 0, new Uint8Array(8))).toMatchObject({ status: 400 });
    expect(await endUpload(id)).toMatchObject({
      status: 400,
      message: 'Error importing the file: 0 of 8 bytes have arrived',
    });
  });

  test('what does not suit the state, and a sixth file that waits', async () => {
    expect(await endUpload(ghost)).toMatchObject({ status: 400, done: false });
    for (const what of ['read-again', 'check', 'map', 'apply', 'stop', 'undo', 'discard', 'reopen', 'x'])
      expect(await act(ghost, what, { mode: 'good' })).toMatchObject({ status: 400, done: false });
    const start = () =>
      send('/admin/import', { intent: 'start', name: 'a.csv', bytes: '8', supplier: 'Acme' });
    for (let count = 0; count < importLimits.waiting; count += 1)
      expect(await start()).toMatchObject({ done: true });
    expect(await start()).toMatchObject({
      status: 400,
      message: 'Error importing the file: 5 imports are not finished. Please discard one first',
    });
    expect(await read('/admin/import')).toContain('Not uploaded');
  });
});
