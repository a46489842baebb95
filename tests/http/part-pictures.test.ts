import { randomUUID } from 'node:crypto';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { tidyPhotographs } from '#core/pictures/tidy-photographs.server.ts';
import type { PicturesResult } from '#core/part-changes/admin-picture.ts';
import { addParts } from '../support/parts.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';

const PASSWORD = 'a password for parts';

let shop: TestShop;
let staff: string;
let part: string;

beforeAll(async () => {
  shop = await createTestShop();
  await shop.addUser({ email: 'ada@example.com', password: PASSWORD, admin: true });
  staff = await shop.signIn('ada@example.com', PASSWORD);
});
afterAll(() => shop[Symbol.asyncDispose]());
beforeEach(async () => {
  await shop.database.owner.query(
    'delete from parts_catalog; delete from part_pictures; delete from deleted_parts',
  );
  [part = ''] = await addParts(shop.database.owner, [{ part_name: 'Alternator' }]);
});

const photo = (width = 400, height = 300) =>
  sharp({ create: { width, height, channels: 3, background: '#963' } }).jpeg();

async function send(
  id: string,
  fields: Record<string, string | Blob>,
): Promise<PicturesResult & { status: number }> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  const response = await shop.request(`/admin/part/${id}/pictures`, {
    method: 'POST',
    body,
    headers: { cookie: staff },
  });
  return { status: response.status, ...((await response.json()) as PicturesResult) };
}

async function add(id = part, picture?: Sharp, upload: string = randomUUID()) {
  const content = await (picture ?? photo()).toBuffer();
  return send(id, { id: upload, picture: new File([new Uint8Array(content)], 'photo.jpg') });
}

const change = (id: string, pictures: object[]) => send(id, { pictures: JSON.stringify(pictures) });

const imageUrl = async (id = part) =>
  (await shop.database.owner.query('select image_url from parts_catalog where id = $1', [id])).rows[0]
    ?.image_url;

async function open(path: string): Promise<string> {
  const moved = await shop.request(path);
  const response = moved.status === 301 ? await shop.request(moved.headers.get('Location') ?? '') : moved;
  return (await response.text()).replaceAll('<!-- -->', '');
}

const readImages = async (id = part) => JSON.parse(await open(`/api/parts/${id}`)).images;

async function addThree() {
  for (let count = 0; count < 3; count += 1) expect(await add()).toMatchObject({ status: 200, done: true });
  const { pictures = [] } = await change(part, []);
  return pictures.map(({ id, address }) => ({ id, address, alt: '', isIllustration: false }));
}

describe('an uploaded picture', () => {
  test('is upright, has three sizes and neither place nor camera, and is the image of its part', async () => {
    const taken = photo(3000, 2000)
      .withMetadata({ orientation: 6 })
      .withExifMerge({
        IFD0: { Make: 'Canary Camera' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
      });
    expect((await sharp(await taken.toBuffer()).metadata()).exif?.toString('latin1')).toContain('Canary');
    const { pictures: [picture] = [] } = await add(part, taken);
    expect(picture).toMatchObject({ width: 1067, height: 1600, alt: '', isIllustration: false });
    const address = picture?.address ?? '';
    expect(await imageUrl()).toBe(address);
    for (const [longest, width] of [
      [320, 213],
      [800, 534],
      [1600, 1067],
    ] as const) {
      const response = await shop.request(address.replace('1600', String(longest)));
      expect(response.headers.get('Cache-Control')).toContain('immutable');
      const content = Buffer.from(await response.arrayBuffer());
      const made = await sharp(content).metadata();
      expect([made.format, made.width, made.height, made.exif]).toEqual(['webp', width, longest, undefined]);
      expect(content.toString('latin1')).not.toMatch(/Canary|GPS|EXIF/);
    }
    expect(await shop.files.list('originals')).toEqual([]);
  });

  test('that is sent again is added once', async () => {
    const upload = randomUUID();
    await add(part, undefined, upload);
    expect((await add(part, undefined, upload)).pictures).toHaveLength(1);
    const [other = ''] = await addParts(shop.database.owner, [{}]);
    expect(await add(other, undefined, upload)).toMatchObject({
      status: 400,
      message: 'This picture belongs to another part.',
    });
  });

  test.each([
    ['text', Buffer.from('GPS'), 'Only PNG, JPG and WEBP pictures can be uploaded.'],
    [
      'HEIC',
      Buffer.from('\0\0\0\x18ftypheic\0\0\0\0'),
      "HEIC pictures can't be read here. Please save this one as a JPG first.",
    ],
    [
      'damaged',
      Buffer.from('ffd8ffe000104a46', 'hex'),
      "This file is damaged: it can't be read as a picture.",
    ],
    ['nothing', Buffer.alloc(0), 'Please choose a picture.'],
  ])('that is %s is refused in words', async (_, content, message) => {
    const refused = await send(part, {
      id: randomUUID(),
      picture: new File([new Uint8Array(content)], 'a.jpg'),
    });
    expect(refused).toMatchObject({ status: 400, done: false, message });
    expect(await imageUrl()).toBeNull();
  });

  test('is the twelfth at most, also of uploads at the same time', async () => {
    for (let count = 0; count < 10; count += 1) await add();
    const results = await Promise.all([add(), add(), add(), add()]);
    expect(results.map(({ status }) => status).toSorted()).toEqual([200, 200, 400, 400]);
    expect(await add()).toMatchObject({ message: 'A part can have up to 12 pictures.' });
  });

  test('joins one that was uploaded before there were several', async () => {
    const { pictures: [first] = [] } = await add();
    await shop.database.owner.query('delete from part_pictures');
    expect(await imageUrl()).toBe(first?.address);
    const { pictures = [] } = await add();
    expect(pictures.map(({ address }) => address)).toEqual([first?.address, expect.any(String)]);
    expect(pictures[0]).toMatchObject({ width: 400, height: 300 });
  });
});

describe('changes', () => {
  test('order, describe and mark pictures, and the first one is the image', async () => {
    const [a, b, c] = await addThree();
    const sent = [{ ...c, alt: ' Plug side ', isIllustration: true }, a, b];
    expect(await change(part, sent as object[])).toMatchObject({ status: 200, done: true });
    const drawn = c?.address.replace('/pictures/', '/drawings/');
    expect(await imageUrl()).toBe(drawn);
    expect((await shop.request(drawn ?? '')).status).toBe(200);
    expect(await readImages()).toEqual([
      { url: drawn, width: 400, height: 300, alt: 'Plug side', isIllustration: true },
      ...[a, b].map((each) => ({
        url: each?.address,
        width: 400,
        height: 300,
        alt: null,
        isIllustration: false,
      })),
    ]);
    expect(JSON.parse(await open(`/api/parts?ids=${part}`)).parts[0]).not.toHaveProperty('images');
  });

  test('remove pictures, which can be put back, and keep those that someone else has added', async () => {
    const [a, b, c] = await addThree();
    await change(part, [{ ...a, removed: true }, b as object]);
    expect((await readImages()).map(({ url }: { url: string }) => url)).toEqual([b?.address, c?.address]);
    await change(part, [b, a, c] as object[]);
    expect((await readImages()).map(({ url }: { url: string }) => url)).toEqual([
      b?.address,
      a?.address,
      c?.address,
    ]);
    await change(
      part,
      [a, b, c].map((each) => Object.assign({}, each, { removed: true })),
    );
    expect(await imageUrl()).toBeNull();
    expect(await readImages()).toEqual([]);
  });

  test.each([
    'no json',
    '{}',
    '[{"id":"x"}]',
    `[{"id":"${randomUUID()}","alt":"${'a'.repeat(201)}","isIllustration":false}]`,
  ])('that cannot be read are refused: %s', async (pictures) => {
    expect(await send(part, { pictures })).toMatchObject({ status: 400, done: false });
  });

  test.each(['https://pictures.test/a.jpg', 'data:image/png;base64,AAAA', '/parts/horn.svg'])(
    'of image_url to %s make it the only picture',
    async (address) => {
      const [first] = await addThree();
      await shop.database.owner.query('update parts_catalog set image_url = $1', [address]);
      expect(await readImages()).toEqual([
        { url: address, width: null, height: null, alt: null, isIllustration: address.startsWith('/parts/') },
      ]);
      // Later pictures replace it.
      await add();
      expect(await readImages()).toHaveLength(1);
      expect(await imageUrl()).toMatch(/^\/files\//);
      expect(await imageUrl()).not.toBe(first?.address);
    },
  );
});

test('a new part takes the pictures that were uploaded for it, and a restored one keeps its own', async () => {
  const { owner } = shop.database;
  const id = randomUUID();
  const { pictures: [first] = [] } = await add(id);
  expect((await shop.request(`/api/parts/${id}`)).status).toBe(404);
  const body = new FormData();
  for (const [name, value] of Object.entries({
    intent: 'save',
    id,
    part_name: 'Horn',
    category: 'Electrical',
  }))
    body.set(name, value);
  const request = { method: 'POST', headers: { cookie: staff } };
  expect((await shop.request('/admin/part/new', { ...request, body })).status).toBe(200);
  expect(await imageUrl(id)).toBe(first?.address);
  // The answer was lost, and the form is sent again.
  expect((await shop.request('/admin/part/new', { ...request, body })).status).toBe(409);

  await owner.query('delete from parts_catalog where id = $1', [id]);
  await owner.query("update part_pictures set added_at = now() - interval '9 days'");
  await owner.query('select clean_up_catalog()');
  await owner.query("select restore_deleted_parts(now() - interval '1 hour')");
  expect(await imageUrl(id)).toBe(first?.address);
  expect(await readImages(id)).toHaveLength(1);
});

test('a page shows all pictures, for search engines too, and changes with them', async () => {
  const [a, b, c] = await addThree();
  expect(await open(`/part/${part}`)).toContain('photo 3 of 3');
  await change(part, [a, { ...b, alt: 'The plug' }, { ...c, isIllustration: true }] as object[]);
  const page = await open(`/part/${part}`);
  const large = (each: typeof a) => each?.address.replace('-1600', '-320');
  for (const text of [
    `href="${a?.address}"`,
    `${large(b)} 320w`,
    'alt="The plug, photo 2 of 3"',
    'alt="Alternator for 2015 Honda Civic, Used, Good, photo 1 of 3"',
    '>Illustration</small>',
    `"image":["http`,
  ]) {
    expect(page).toContain(text);
  }
  const [, images = ''] = /"image":(\[.*?\])/.exec(page) ?? [];
  expect(JSON.parse(images).map((url: string) => new URL(url).pathname)).toEqual([a?.address, b?.address]);
  const feed = await open('/feeds/google-merchant.xml');
  expect(feed.match(/<g:additional_image_link>/g)).toHaveLength(2);
  expect(feed).toContain(`${b?.address}</g:additional_image_link>`);
  expect(await open('/junkyard')).not.toContain('Illustration');
  expect(page).not.toContain('No photo yet');
});

test('a part without a photo has a drawing, which says so once', async () => {
  const [id] = await addParts(shop.database.owner, [
    { part_name: 'Left Door', part_type: 'Good', image_url: '/parts/front-door.svg' },
  ]);
  const page = await open(`/part/${id}`);
  expect(page.match(/No photo yet/g)).toHaveLength(1);
  expect(page).toContain('alt="Drawing: Left Door for 2015 Honda Civic, Used, Good"');
  const [, address = ''] = /src="(\/drawings\/part\.svg[^"]+)"/.exec(page) ?? [];
  const drawing = await shop.request(address.replaceAll('&amp;', '&'));
  expect(drawing.headers.get('Content-Type')).toBe('image/svg+xml');
  expect(drawing.headers.get('Cache-Control')).toBe('public, max-age=86400');
  expect(await drawing.text()).toMatch(/^<svg [^]*class="sign condition"[^]*<\/svg>$/);
  expect((await shop.request('/drawings/part.svg')).status).toBe(200);
  await shop.database.owner.query('delete from parts_catalog where id = $1', [id]);
});

test('files without a part are deleted nightly, an hour after the upload at the earliest', async () => {
  const { owner } = shop.database;
  const later = {
    ...shop.files,
    async *walk(folder: string) {
      for await (const file of shop.files.walk(folder)) yield { ...file, storedAt: new Date(0) };
    },
  };
  await tidyPhotographs(shop.database.pools, later);
  const kept = await add();
  const draft = await add(randomUUID());
  const [, gone] = await addThree();
  // Killed between the files and the row.
  await shop.files.put(`pictures/${'f'.repeat(32)}-320.webp`, new Uint8Array([1]));
  await shop.files.put(`originals/${'f'.repeat(32)}.jpg`, new Uint8Array([1]));
  const [embedded = ''] = await addParts(owner, [
    { image_url: `/files/pictures/${'e'.repeat(32)}-1600.webp` },
  ]);
  await shop.files.put(`pictures/${'e'.repeat(32)}-1600.webp`, new Uint8Array([1]));
  await owner.query('delete from parts_catalog where id = $1', [embedded]);
  await change(part, [{ ...gone, removed: true }]);
  await owner.query(
    "update part_pictures set added_at = now() - interval '2 days', removed_at = removed_at - interval '2 days'",
  );

  await tidyPhotographs(shop.database.pools, shop.files);
  expect((await shop.files.list('pictures')).length).toBe(5 * 3 + 2);
  await owner.query('select clean_up_catalog()');
  await tidyPhotographs(shop.database.pools, later);
  const names = await shop.files.list('pictures');
  const nameOf = (result?: { address: string }) => result?.address.slice(16, 48) ?? 'none';
  expect(names.filter((name) => name.startsWith(nameOf(kept.pictures?.[0])))).toHaveLength(3);
  expect(names.some((name) => name.startsWith(nameOf(gone)))).toBe(false);
  expect(names.some((name) => name.startsWith(nameOf(draft.pictures?.[0])))).toBe(false);
  expect(names.filter((name) => name.startsWith('ffff'))).toEqual([]);
  expect(names).toContain(`${'e'.repeat(32)}-1600.webp`);
  expect(await shop.files.list('originals')).toEqual([]);
});
