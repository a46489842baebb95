import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { importLimits } from '#core/imports/files/import-limits.ts';
import type { StartedImport } from '#core/imports/files/start-part-import.server.ts';
import { addImportPictures } from '#core/imports/files/add-import-pictures.server.ts';
import type { Database } from '#core/platform/database.server.ts';
import { server } from '../support/built-server.ts';
import { withDeclaredSize } from '../support/jpeg.ts';
import { makeJobsDue } from '../support/jobs.ts';
import { addParts } from '../support/parts.ts';
import { formAddress, readOutcome } from '../support/read-outcome.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';
import { zip } from '../support/workbook.ts';

const PASSWORD = 'a password for Ada';

let shop: TestShop;
let cookie: string;
let site: Server;
let url: string;
/** By path: a picture, a status, or what is done with the response. */
let answers: Record<string, Uint8Array | number | ((response: ServerResponse) => void)>;
let asked: string[];

const color = (background: string) =>
  sharp({ create: { width: 40, height: 30, channels: 3, background } })
    .jpeg()
    .toBuffer();

const [red, green, blue] = (await Promise.all(['#f00', '#0f0', '#00f'].map(color))) as [
  Buffer,
  Buffer,
  Buffer,
];
const gif = await sharp(red).gif().toBuffer();
const huge = withDeclaredSize(red, 30_000);

beforeAll(async () => {
  shop = await createTestShop();
  await shop.addUser({ email: 'ada@example.com', password: PASSWORD, admin: true });
  cookie = await shop.signIn('ada@example.com', PASSWORD);
  site = createServer(({ url: path = '' }, response) => {
    asked.push(path);
    const answer = answers[path] ?? 404;
    if (typeof answer === 'function') answer(response);
    else if (typeof answer === 'number') response.writeHead(answer).end();
    else response.writeHead(200).end(answer);
  });
  await new Promise<void>((resolve) => site.listen(0, '0.0.0.0', resolve));
  url = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
});
afterAll(async () => {
  site.closeAllConnections();
  site.close();
  await shop[Symbol.asyncDispose]();
});
beforeEach(async () => {
  asked = [];
  answers = {};
  await shop.database.owner.query(
    'delete from parts_catalog; delete from part_pictures; delete from deleted_parts; delete from part_changes',
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

const act = (id: string, what: string, fields: Record<string, string> = {}) =>
  send(`/admin/import/${id}`, { intent: what, ...fields });

async function sendPieces(address: string, content: Buffer) {
  for (let place = 0; place * importLimits.pieceBytes < content.length; place += 1) {
    const piece = new Uint8Array(
      content.subarray(place * importLimits.pieceBytes, (place + 1) * importLimits.pieceBytes),
    );
    const response = await shop.request(`${address}/${place}`, {
      method: 'POST',
      body: piece,
      headers: {
        Cookie: cookie,
        'Content-Type': 'application/octet-stream',
        'Content-Length': String(piece.length),
      },
    });
    expect(await response.json()).toEqual({ done: true });
  }
}

/** Each line has a stock number, a name and pictures. Returns the id of the checked import. */
async function check(lines: readonly string[]) {
  const content = Buffer.from(`stock,name,pictures\n${lines.join('\n')}\n`);
  const { id = '' } = await send('/admin/import', {
    intent: 'start',
    name: 'parts.csv',
    bytes: String(content.length),
    supplier: 'Acme',
  });
  await sendPieces(`/admin/part-import/${id}/pieces`, content);
  expect(await send('/admin/import', { intent: 'read', id })).toMatchObject({ done: true });
  await shop.runJobs();
  const mapping = { 'field-0': 'stock_number', 'field-1': 'part_name', 'field-2': 'pictures' };
  expect(await act(id, 'check', mapping)).toMatchObject({ done: true });
  await shop.runJobs();
  return id;
}

async function uploadZip(id: string, content: Buffer) {
  const started = await act(id, 'zip', { name: 'pictures.zip', bytes: String(content.length) });
  if (!started.done) return started;
  await sendPieces(`/admin/part-import/${id}/pictures`, content);
  return act(id, 'add-pictures');
}

async function apply(id: string) {
  expect(await act(id, 'apply', { mode: 'good' })).toMatchObject({ done: true });
  await shop.runJobs();
}

const query = async (text: string, values: unknown[] = []) =>
  (await shop.database.owner.query(text, values)).rows as Record<string, unknown>[];

const counts = async (id: string) =>
  (await query('select state, added, changed, unchanged, refused from part_changes where id = $1', [id]))[0];

/** The color of each picture of a part, in order. */
async function colors(stockNumber: string): Promise<string[]> {
  const rows = await query(
    `select address from part_pictures join parts_catalog part on part.id = part_id
     where stock_number = $1 and place is not null order by place`,
    [stockNumber],
  );
  return Promise.all(
    rows.map(async ({ address }) => {
      const file = await shop.files.get(String(address).replace('/files/', ''));
      const { data } = await sharp(file).raw().toBuffer({ resolveWithObject: true });
      return ['red', 'green', 'blue'][data.subarray(0, 3).indexOf(Math.max(...data.subarray(0, 3)))] ?? '';
    }),
  );
}

const images = async () =>
  (await query('select image_url from parts_catalog order by stock_number')).map((row) => row['image_url']);

const failures = async (id: string) =>
  Object.fromEntries(
    (
      await query(
        "select source, reason from part_import_pictures where import_id = $1 and state = 'failed'",
        [id],
      )
    ).map(({ source, reason }) => [String(source).replace(url, ''), reason]),
  );

async function read(path: string) {
  const response = await shop.request(path, { headers: { Cookie: cookie } });
  expect(response.status).toBe(200);
  return (await response.text()).replaceAll('<!-- -->', '');
}

async function tryLater(id: string) {
  await shop.database.owner.query("update part_import_pictures set due_at = now() where state = 'waiting'");
  await makeJobsDue(shop.database.owner, `key = 'import-pictures:${id}'`);
  await shop.runJobs();
}

describe('by address', () => {
  test('pictures are fetched in order, once, and removed by undoing', async () => {
    await addParts(shop.database.owner, [
      { part_name: 'Hood', stock_number: 'H-1', image_url: '/parts/hood.svg' },
      { part_name: 'Latch', stock_number: 'H-2' },
    ]);
    answers = {
      '/red.jpg': red,
      '/same.jpg': red,
      '/moved': (response) => response.writeHead(302, { Location: '/green.jpg' }).end(),
      '/green.jpg': green,
      '/busy.jpg': 503,
      '/blue.jpg': blue,
    };
    const lines = [
      `H-1,Hood,${url}/red.jpg ${url}/moved|${url}/same.jpg`,
      `H-2,Latch,${url}/busy.jpg ${url}/blue.jpg`,
      `H-3,Pads,${url}/green.jpg`,
    ];
    const id = await check(lines);
    expect(await counts(id)).toMatchObject({ changed: 2, added: 1, refused: 0 });
    expect(await read(`/admin/import/${id}`)).toMatch(/Pictures: .*3 to add/);
    expect(asked).toEqual([]);
    await apply(id);
    // The first and the third address of H-1 have the same bytes: the one that arrives first keeps its place.
    expect([(await colors('H-1')).toSorted(), await colors('H-2'), await colors('H-3')]).toEqual([
      ['green', 'red'],
      ['blue'],
      ['green'],
    ]);
    expect((await images()).every((address) => String(address).startsWith('/files/pictures/'))).toBe(true);
    expect(await read(`/admin/import/${id}`)).toContain('5 of 6 pictures fetched, 0 failed');

    answers['/busy.jpg'] = red;
    await tryLater(id);
    expect(await colors('H-2')).toEqual(['red', 'blue']);
    expect(await read(`/admin/import/${id}`)).toContain('6 of 6 pictures fetched, 0 failed');

    asked = [];
    const again = await check(lines);
    expect(await counts(again)).toMatchObject({ unchanged: 3 });
    await act(again, 'discard');

    const { address: uploaded } = (await query('select address from part_pictures limit 1'))[0] ?? {};
    await query(
      `insert into part_pictures (id, part_id, place, address, width, height)
       select gen_random_uuid(), id, 3, $1, 40, 30 from parts_catalog where stock_number = 'H-2'`,
      [uploaded],
    );
    await act(id, 'undo');
    await shop.runJobs();
    expect(await counts(id)).toMatchObject({ state: 'undone' });
    expect(await images()).toEqual(['/parts/hood.svg', uploaded]);
    expect(await query('select place from part_pictures where place is not null')).toHaveLength(2);
    expect(asked).toEqual([]);
  });

  test('what is no picture, or not on the public internet, is listed, and can be tried again', async () => {
    answers = {
      '/gif.jpg': gif,
      '/huge.jpg': huge,
      '/long.jpg': (response) => response.writeHead(200, { 'Content-Length': 1024 ** 3 }).write('x'),
      '/endless.jpg': (response) => {
        const piece = Buffer.alloc(1_000_000);
        const more = () => response.writable && response.write(piece, more);
        more();
      },
      '/private.jpg': (response) =>
        response.writeHead(302, { Location: `${url.replace('127.0.0.1', '127.0.0.2')}/red.jpg` }).end(),
      '/loop.jpg': (response) => response.writeHead(302, { Location: '/loop.jpg' }).end(),
      '/hang.jpg': () => undefined,
      '/red.jpg': red,
    };
    const paths = Object.keys(answers).slice(0, -1);
    const id = await check([`H-1,Hood,${[...paths, '/missing.jpg'].map((path) => url + path).join(' ')}`]);
    await apply(id);
    for (let attempt = 0; attempt < 3; attempt += 1) await tryLater(id);
    const wrongType = 'Only PNG, JPG and WEBP pictures can be uploaded.';
    expect(await failures(id)).toEqual({
      '/gif.jpg': wrongType,
      '/huge.jpg': 'The picture must not have more than 50 megapixels.',
      '/long.jpg': 'The file is larger than 10 MB',
      '/endless.jpg': 'The file is larger than 10 MB',
      '/private.jpg': 'The address is not on the public internet',
      '/loop.jpg': 'It leads to more than 5 other addresses',
      '/hang.jpg': 'No answer in time',
      '/missing.jpg': 'The site answered 404',
    });
    expect(asked.filter((path) => path === '/hang.jpg')).toHaveLength(4);
    expect(asked).not.toContain('/red.jpg');
    const page = await read(`/admin/import/${id}`);
    expect(page).toContain('0 of 8 pictures fetched, 8 failed');
    expect(page).toContain(`Line 2: ${url}/gif.jpg`);
    expect(await read(`/admin/part-import/${id}/pictures.csv`)).toContain(`2,${url}/gif.jpg,"${wrongType}"`);

    answers['/gif.jpg'] = blue;
    answers['/missing.jpg'] = green;
    answers['/hang.jpg'] = red;
    expect(await act(id, 'retry-pictures')).toMatchObject({ done: true });
    expect(await act(id, 'retry-pictures')).toMatchObject({
      status: 400,
      message: 'Error adding the pictures: there is nothing to try again',
    });
    await shop.runJobs();
    // On a busy machine, an endless answer can be late before it is too large.
    for (let attempt = 0; attempt < 3; attempt += 1) await tryLater(id);
    expect(await colors('H-1')).toEqual(['blue', 'red', 'green']);
    expect(Object.keys(await failures(id))).toHaveLength(5);
  });

  test('the shop itself asks for https on the public internet only', async () => {
    const downloads = server.createPictureDownloads();
    const fetchIt = (address: string) =>
      downloads.fetch(address, { maxBytes: 1_000 }, new AbortController().signal);
    expect(await fetchIt('http://example.com/')).toEqual({
      problem: 'The address is not https',
      isFinal: true,
    });
    const { port } = new URL(url);
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '2130706433', '[::ffff:127.0.0.1]']) {
      const problem = 'The address is not on the public internet';
      expect([host, await fetchIt(`https://${host}:${port}/`)]).toEqual([host, { problem, isFinal: true }]);
    }
    expect(asked).toEqual([]);
  });

  test('a job that dies anywhere adds each picture once, and undoing ends it', async () => {
    answers = { '/red.jpg': red, '/green.jpg': green, '/blue.jpg': blue };
    const three = Object.keys(answers).map((path) => url + path);
    const id = await check([`H-1,Hood,${three.join(' ')}`, `H-2,Latch,${three.join(' ')}`]);
    const runFetch = shop.tasks['add-import-pictures'];
    shop.tasks['add-import-pictures'] = () => undefined;
    await apply(id);
    shop.tasks['add-import-pictures'] = runFetch as NonNullable<typeof runFetch>;
    const { pools } = shop.database;
    for (let step = 0; step < 22; step += 3) {
      let left = step;
      const dying: Database = {
        ...pools,
        as: async (identity, work) => {
          left -= 1;
          if (left < 0) throw new Error('killed');
          return pools.as(identity, work);
        },
      };
      await addImportPictures({
        database: dying,
        files: shop.files,
        pictureDownloads: server.createPictureDownloads({ isAllowed: () => true, allowsHttp: true }),
        importId: id,
        signal: new AbortController().signal,
        isLastAttempt: false,
      }).catch((error: Error) => expect(error.message).toBe('killed'));
    }
    await act(id, 'retry-pictures');
    await query('update part_changes set user_id = user_id');
    await shop.runJobs();
    const all = ['red', 'green', 'blue'];
    expect([await colors('H-1'), await colors('H-2')]).toEqual([all, all]);
    expect(await query("select from part_import_pictures where state = 'added'")).toHaveLength(6);

    await query("update part_import_pictures set state = 'waiting', picture_id = null where number = 1");
    await act(id, 'undo');
    await shop.runJobs();
    expect(await counts(id)).toMatchObject({ state: 'undone' });
    expect(await query("select from part_import_pictures where state = 'waiting'")).toEqual([]);
  });
});

describe('as a ZIP file', () => {
  test('files are matched by name, without their folders', async () => {
    await addParts(shop.database.owner, [
      { part_name: 'Hood', stock_number: 'H-1' },
      { part_name: 'Latch', stock_number: 'H-2' },
      { part_name: 'Not in the file', stock_number: 'H-9' },
    ]);
    const id = await check(['H-1,Hood,', 'h2,Latch,', 'H-3,Pads,left pad.PNG', 'H-4,Rotor,']);
    expect(await counts(id)).toMatchObject({ unchanged: 2, added: 2 });
    const zeros = Buffer.alloc(9_000_000);
    const content = zip([
      { name: 'photos/H-1-2.jpg', content: green },
      { name: 'photos/H-1.jpg', content: red },
      { name: '../../../etc/H-2.jpg', content: blue },
      { name: 'C:\\x\\left pad.png', content: await sharp(green).png().toBuffer() },
      { name: 'other/H-1.jpg', content: blue },
      { name: 'H-9.jpg', content: red },
      { name: 'H-4 (1).jpg', content: gif },
      { name: 'H-4 (2).jpg', content: huge },
      { name: 'H-4 (3).jpg', content: zeros },
      { name: 'H-4 (4).jpg', content: zeros, statedSize: 20_000 },
      { name: 'H-4 (5).jpg', content: red, statedSize: 1024 ** 3 },
      { name: 'H-4 (6).jpg', content: Buffer.from('/etc/passwd'), mode: 0o120777 },
      { name: 'more.zip', content: zip([{ name: 'H-1.jpg', content: red }]) },
      { name: '__MACOSX/._H-1.jpg', content: red },
    ]);
    expect(await uploadZip(id, content)).toMatchObject({ done: true });
    expect(await read(`/admin/import/${id}`)).toContain('pictures.zip is uploaded');
    await apply(id);
    expect([await colors('H-1'), await colors('H-2'), await colors('H-3')]).toEqual([
      ['red', 'green'],
      ['blue'],
      ['green'],
    ]);
    expect(await colors('H-9')).toEqual([]);
    expect(await failures(id)).toEqual({
      'other/H-1.jpg': 'Another file of the ZIP file has this name',
      'H-9.jpg': 'No applied line of the file has this stock number, or names this file',
      'H-4 (1).jpg': 'Only PNG, JPG and WEBP pictures can be uploaded.',
      'H-4 (2).jpg': 'The picture must not have more than 50 megapixels.',
      'H-4 (3).jpg': 'This file is compressed too much to be a picture',
      'H-4 (4).jpg': 'This file of the ZIP file is damaged',
      'H-4 (5).jpg': 'The picture must not be larger than 10 MB.',
      'H-4 (6).jpg': 'This is a link, not a file',
      'more.zip': 'This is not a picture: only PNG, JPG and WEBP are read',
    });
    expect(await query('select place from part_import_pieces where of_pictures')).toEqual([]);

    // Another ZIP file, after the import, with a picture that H-1 has.
    expect(
      await uploadZip(
        id,
        zip([
          { name: 'H-4.jpg', content: blue },
          { name: 'H-1-3.jpg', content: red },
        ]),
      ),
    ).toMatchObject({
      done: true,
    });
    await shop.runJobs();
    expect([await colors('H-1'), await colors('H-4')]).toEqual([['red', 'green'], ['blue']]);
    await act(id, 'undo');
    await shop.runJobs();
    expect(await images()).toEqual([null, null, null]);
  });

  test.each([
    ['no ZIP file', Buffer.from('PK no'), 'The ZIP file is damaged or incomplete'],
    ['no pictures', zip([{ name: 'a.txt', content: red }]), 'The ZIP file has no pictures'],
    ['20,000 files', withCount(20_000), 'The ZIP file has more than 10,000 files'],
    [
      'too much when unpacked',
      zip(Array.from({ length: 5 }, (_, n) => ({ name: `${n}.jpg`, content: red, statedSize: 1024 ** 3 }))),
      'The ZIP file is too large when unpacked',
    ],
  ])('%s is refused', async (_, content, problem) => {
    const id = await check(['H-1,Hood,']);
    expect(await uploadZip(id, content)).toMatchObject({
      status: 400,
      message: `Error adding the pictures: ${problem}`,
    });
    expect(await query('select place from part_import_pieces where of_pictures')).toEqual([]);
    const tooLarge = { name: 'a.zip', bytes: String(importLimits.zipBytes + 1) };
    expect(await act(id, 'zip', tooLarge)).toMatchObject({
      status: 400,
      errors: { zip: 'The ZIP file is too large: at most 500 MB' },
    });
  });
});

/** A ZIP file that states another number of files. */
function withCount(count: number): Buffer {
  const content = zip([{ name: 'a.jpg', content: red }]);
  content.writeUInt16LE(count, content.length - 14);
  content.writeUInt16LE(count, content.length - 12);
  return content;
}
