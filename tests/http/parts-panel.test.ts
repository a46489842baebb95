import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDeskOrder } from '../support/desk-orders.ts';
import { addParts } from '../support/parts.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';

const PASSWORD = 'a password for Stan';

let shop: TestShop;
let staff: string;

beforeAll(async () => {
  shop = await createTestShop();
  await shop.addUser({ email: 'stan@example.com', password: PASSWORD, staff: true });
  await shop.addUser({ email: 'olga@example.com', password: PASSWORD });
  staff = await shop.signIn('stan@example.com', PASSWORD);
});
afterAll(() => shop[Symbol.asyncDispose]());

const get = (path: string, cookie = staff) => shop.request(path, { headers: { Cookie: cookie } });

function ask(question: Record<string, string>, cookie = staff) {
  const asked = { name: 'Hood', make: 'Priced', model: 'Roadster', ...question };
  return get(`/admin/part-price?${new URLSearchParams(asked)}`, cookie);
}

test('a price is proposed from paid sales of the last 12 months and from other offers', async () => {
  const { owner } = shop.database;
  const nothing = { sold: 0, medianCents: null, listed: 0, lowestCents: null };
  expect(await (await ask({})).json()).toEqual(nothing);

  const part = { part_name: 'Hood', vehicle_make: 'Priced', vehicle_model: 'Roadster' };
  const [sold = '', offered = '', , , , ofKind = ''] = await addParts(owner, [
    { ...part, price: 99, stock_quantity: 0 },
    { ...part, part_name: 'HOOD', price: 120, stock_quantity: 1 },
    { ...part, price: 130, stock_quantity: 2, vehicle_year: 2011 },
    { ...part, price: 1, stock_quantity: 1, vehicle_model: 'Wagon' },
    { ...part, price: 2, stock_quantity: 1, part_name: 'Horn' },
    { ...part, price: 110, stock_quantity: 1, part_name: 'Bonnet', kind: 'hoods' },
    { ...part, price: 0, stock_quantity: 1 },
  ]);
  const parts = [{ name: 'Hood', partId: sold, quantity: 2 }];
  await addDeskOrder(owner, { parts });
  await addDeskOrder(owner, { parts: [{ name: 'Hood', partId: offered }], paymentId: 'pi_2' });
  await addDeskOrder(owner, { parts, paymentId: null });
  await addDeskOrder(owner, { parts, paymentId: 'pi_3', placed: "now() - interval '13 months'" });
  const known = { sold: 3, medianCents: 40_00, listed: 2, lowestCents: 120_00 };
  expect(await (await ask({})).json()).toEqual(known);
  // The part in the form is no offer to compare with.
  expect(await (await ask({ id: offered })).json()).toEqual({ ...known, listed: 1, lowestCents: 130_00 });
  expect(await (await ask({ kind: 'hoods' })).json()).toEqual({ ...known, listed: 3, lowestCents: 110_00 });
  expect(await (await ask({ kind: 'hoods', id: ofKind })).json()).toEqual(known);
  expect(await (await ask({ model: 'roadster 2' })).json()).toEqual(nothing);
});

test('only staff and admins get it, for a whole question', async () => {
  const olga = await shop.signIn('olga@example.com', PASSWORD);
  for (const cookie of ['', olga]) expect((await ask({}, cookie)).status).toBe(302);
  const wrong: Record<string, string>[] = [
    { model: ' ' },
    { name: 'x'.repeat(201) },
    { make: 'a\0b' },
    { id: 'x' },
  ];
  for (const question of wrong) expect((await ask(question)).status).toBe(400);
  expect((await get('/admin/part-price')).status).toBe(400);
});

test('a row of the list has a small picture and the numbers of the part, but no embedded picture', async () => {
  const embedded = 'data:image/png;base64,iVBORw0KGgoAAAANS';
  const stored = `/files/pictures/${'a'.repeat(32)}`;
  const part = { vehicle_make: 'Pictured' };
  await addParts(shop.database.owner, [
    { ...part, image_url: `${stored}-1600.webp`, oem_number: '60100-TEST', stock_number: 'S-77' },
    { ...part, image_url: embedded },
  ]);
  const page = (await (await get('/admin?q=Pictured')).text()).replaceAll('<!-- -->', '');
  expect(page).toContain(`src="${stored}-320.webp"`);
  const pictures = page.match(/<img [^>]*width="48"[^>]*>/g) ?? [];
  // Each part is in the table and among the cards of a phone.
  expect(pictures).toHaveLength(4);
  for (const picture of pictures) expect(picture).toMatch(/height="36".*loading="lazy"/);
  for (const number of ['60100-TEST', 'S-77']) expect(page).toContain(number);
  expect(page).not.toContain(embedded);
  expect(pictures.filter((picture) => picture.includes('/drawings/part.svg?name='))).toHaveLength(2);
});
