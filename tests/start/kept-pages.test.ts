import { afterAll, beforeAll, expect, test } from 'vitest';
import { partAddress } from '#domain/part-address.ts';
import { inLong } from '../support/in-long.ts';
import { addParts, type PartColumns } from '../support/parts.ts';
import { runShop, type ShopProcess } from '../support/run-shop.ts';
import { randomAddress } from '../support/random-address.ts';
import { TEST_SECRET, type TestDatabase } from '../support/test-database.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';

const ROUNDS = 300;
const PAGES_PER_ROUND = 30;
const ADMIN = { email: 'ada@example.com', password: 'a password for Ada' };

const civic = { vehicle_make: 'Honda', vehicle_model: 'Civic', vehicle_year: 2010 };
const older = { ...civic, vehicle_year: 2008, part_name: 'Alternator', category: 'Electrical' };
const parts: PartColumns[] = [
  { ...older, oem_number: '31100-SNA-A86', price: 155, mileage: 90_000, grade: 'B', part_type: 'Very Good' },
  {
    ...older,
    oem_number: '31100 SNA A86',
    price: 253,
    part_type: 'New',
    origin: 'new_oem',
    vehicle_year: 2010,
  },
  {
    ...older,
    oem_number: '31100-SNA-A86',
    price: 98,
    part_type: 'Good',
    vehicle_year: 2006,
    stock_number: 'Y100',
  },
  {
    ...civic,
    part_name: 'Front Brake Rotor',
    category: 'Brakes',
    price: 30,
    brand: 'Brembo',
    part_type: 'New',
  },
  { ...civic, part_name: 'Rear Brake Rotor', category: 'Brakes', price: 35, brand: 'Akebono' },
  {
    ...civic,
    part_name: 'Ceramic Brake Pads',
    category: 'Brakes',
    price: 25,
    description: 'Fits 2006-2011, like new',
  },
  { ...civic, part_name: 'Headlight', category: 'Body', vehicle_model: 'CR-V', price: 80, part_type: 'Fair' },
  {
    ...civic,
    part_name: 'Headlight',
    category: 'Body',
    vehicle_make: 'Ford',
    vehicle_model: 'F-150',
    price: 90,
  },
  {
    part_name: 'Lug Nut',
    category: 'Wheels',
    price: 2,
    vehicle_make: null,
    vehicle_model: null,
    vehicle_year: null,
  },
  {
    part_name: 'Wiper Blade',
    category: 'Body',
    price: 12,
    vehicle_make: 'Ford',
    vehicle_model: 'F-150',
    vehicle_year: 2012,
  },
];

/** Keeps nothing: it hears of no changes. */
let oracle: TestShop;
let database: TestDatabase;
/** One keeps pages and lists, the other lists only. */
let shops: ShopProcess[];
let keeping: string;
let rendering: string;
let addresses: string[];
let ids: string[];

beforeAll(async () => {
  oracle = await createTestShop();
  ({ database } = oracle);
  ids = await addParts(
    database.owner,
    parts.map((part) => ({ stock_quantity: 1, ...part })),
  );
  await database.owner.query(
    `insert into part_fitments (part_id, make, model, from_year, to_year) values ($1, 'Honda', 'Civic', 2006, 2011)`,
    [ids[2]],
  );
  await database.owner.query(
    `insert into part_private_facts (part_id, interchange_code)
     select id, '601-1' from unnest($1::uuid[]) as id on conflict (part_id) do update set interchange_code = '601-1'`,
    [[ids[6], ids[7]]],
  );
  const environment = {
    DATABASE_URL: database.ownerUrl,
    AUTH_SECRET: TEST_SECRET,
    LOG_LEVEL: 'info',
    TRUST_PROXY: 'true',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
  };
  shops = [runShop(environment), runShop({ ...environment, PAGE_CACHE_MB: '0', LOG_LEVEL: 'warn' })];
  [keeping = '', rendering = ''] = await Promise.all(shops.map((shop) => shop.ready()));
  addresses = listAddresses();
});
afterAll(async () => {
  await Promise.all(shops.map((shop) => shop.kill('SIGTERM')));
  await oracle[Symbol.asyncDispose]();
});

function listAddresses(): string[] {
  const vehicle = 'make=Honda&model=Civic&year=2010';
  const texts = [
    'brake',
    'civic',
    '2010 civic alternator',
    'rotors',
    'disc',
    '31100',
    '31100-sna-a86',
    'Y100',
    'a',
    'like new',
    'altenator',
  ];
  const searches = [
    ...texts.map((q) => `q=${encodeURIComponent(q)}`),
    'q=brake&in_stock=true',
    'q=rotors&in_stock=true&brand=Brembo',
    'q=civic&max_miles=100000',
    vehicle,
    'make=Honda',
    'make=Ford&in_stock=true',
    'make=Ford&model=F-150&in_stock=true&sort=price_asc',
    'category=Brakes&condition=Good&condition=New',
    'category=Body&sort=newest',
    'min_price=20&max_price=60&in_stock=true',
    'grade=B&in_stock=true',
    'origin=new&sort=mileage',
    'new_arrivals=true&in_stock=true',
    'kind=Headlight',
  ];
  return [
    '/',
    ...['', '&in_stock=true', '&sort=best', '&fit_by=same-number', '&condition=New&in_stock=true'].map(
      (more) => `/?${vehicle}&category=Electrical${more}`,
    ),
    `/?${vehicle}&category=Brakes`,
    '/?make=Ford&model=F-150&year=2012&category=Body',
    '/junkyard',
    ...searches.flatMap((search) => [
      `/junkyard?${search}`,
      `/api/parts?${search}`,
      `/api/parts/count?${search}`,
      `/api/parts/facets?${search}`,
    ]),
    `/api/parts?${vehicle}&fits=true`,
    `/api/parts/facets?${vehicle}&fits=true&without=vehicle`,
    `/api/parts?ids=${ids.slice(0, 4).join(',')}`,
    ...ids.flatMap((id, index) => {
      const { part_name: name = '' } = parts[index] ?? {};
      return [partAddress({ id, name, make: null, model: null, year: null }), `/api/parts/${id}`];
    }),
    ...['311', '31100-sna-a86', 'y100', 'brake', 'civic 2010', 'civic wip', 'civic brake'].map(
      (q) => `/api/suggestions?q=${encodeURIComponent(q)}`,
    ),
    '/parts',
    '/parts/Honda',
    '/parts/Honda/Civic/2010',
    '/about',
  ];
}

/** Requests are limited by address. */
const fromElsewhere = () => ({ 'X-Forwarded-For': randomAddress() });

/** Pages without what they may lack on a busy machine: counts that come later. Their data is read too. */
async function read(shop: string, address: string): Promise<string> {
  return shownBy(await fetch(shop + address, { headers: fromElsewhere() }), address);
}

async function shownBy(response: Response, address: string): Promise<string> {
  const text = await response.text();
  const isPage = response.headers.get('content-type')?.startsWith('text/html');
  // Nothing of these comes later.
  if (address === '/' || address.startsWith('/parts')) return text.match(/<main.*<\/main>/s)?.[0] ?? '';
  return isPage
    ? (text.match(/<(h1|title|li class="[^"]*part-card)\b.*?<\/(h1|title|li)>/gs)?.join('\n') ?? '')
    : text;
}

async function readAnew(address: string): Promise<string> {
  const response = await oracle.request(address, { headers: fromElsewhere() });
  const moved = response.headers.get('Location');
  return moved === null ? shownBy(response, address) : readAnew(moved);
}

/** Answers from the cache. */
const countKept = () => (shops[0]?.lines ?? []).filter((line) => line.includes('"kept":true')).length;

const COPIED = `part_name, oem_number, brand, category, description, vehicle_make, vehicle_model, vehicle_year, part_type, price,
  origin, mileage, grade`;

/** Whose names other parts have, too. */
async function copyParts(): Promise<string[]> {
  const { rows } = await database.owner.query<{ id: string }>(
    `insert into parts_catalog (${COPIED}, stock_quantity) select ${COPIED}, 1 from parts_catalog returning id`,
  );
  return rows.map(({ id }) => id);
}

/** What an owner or a shopper changes, in turns. `$1`: a part. */
const changes: readonly [name: string, statement: string][] = [
  [
    'sold or back',
    'update parts_catalog set stock_quantity = 1 - stock_quantity, stock_held = 0 where id = $1',
  ],
  [
    'held or not',
    'update parts_catalog set stock_held = case when stock_quantity > 0 then 1 - stock_held else 0 end where id = $1',
  ],
  ['price', 'update parts_catalog set price = 150 - price / 2 where id = $1'],
  [
    'description',
    `update parts_catalog set description = case when description ~ 'disc' then 'Fits 2006-2011, like new'
       else 'A disc for 31100' end where id = $1`,
  ],
  [
    'added',
    `insert into parts_catalog (${COPIED}, stock_quantity) select ${COPIED}, 1 from parts_catalog where id = $1`,
  ],
  [
    'facts',
    `update parts_catalog set mileage = coalesce(150000 - mileage, 60000),
       grade = case when grade is null then 'B' when grade = 'B' then 'A' end where id = $1`,
  ],
  [
    'picture',
    `update parts_catalog set image_url = case when image_url is null then 'https://pictures.example/pads.jpg' end where id = $1`,
  ],
  [
    'number',
    `update parts_catalog set oem_number = case when oem_number is null then '31100-SNA-A86' end where id = $1`,
  ],
  [
    'category',
    `update parts_catalog set category = case category when 'Brakes' then 'Body' else 'Brakes' end where id = $1`,
  ],
  ['brand', `update parts_catalog set brand = case when brand is null then 'Brembo' end where id = $1`],
  [
    'condition',
    `update parts_catalog set part_type = case part_type when 'Good' then 'New' else 'Good' end where id = $1`,
  ],
  [
    'vehicle',
    `update parts_catalog set vehicle_make = 'Honda', vehicle_model = 'Civic',
       vehicle_year = case vehicle_year when 2010 then 2008 else 2010 end where id = $1`,
  ],
  [
    'older number',
    `update parts_catalog set superseded_numbers = case when superseded_numbers is null then '31100-SNA-A86' end
     where id = $1 and oem_number is not null`,
  ],
  [
    'interchange code',
    `insert into part_private_facts (part_id, interchange_code) values ($1, '601-1') on conflict (part_id) do update
       set interchange_code = case when part_private_facts.interchange_code is null then '601-1' end`,
  ],
  [
    'deleted',
    'delete from parts_catalog where id in (select id from parts_catalog order by created_at desc, id limit 1)',
  ],
];

inLong(
  'after each change, a kept page and a page of kept lists are those that would be read anew',
  { timeout: 900_000 },
  async () => {
    const kept = new Map<string, number[]>();
    const owned = await copyParts();
    for (let round = 0; round < ROUNDS; round += 1) {
      const chosen = Array.from(
        { length: PAGES_PER_ROUND },
        (_, index) => addresses[(round * 37 + index * 11) % addresses.length] ?? '',
      );
      for (const shop of [keeping, rendering])
        await Promise.all(chosen.map((address) => read(shop, address)));
      const [kind, turn] = [round % changes.length, Math.floor(round / changes.length)];
      const [name, statement] = changes[kind] ?? ['', ''];
      // In the end, each kind of change of each part.
      const id = owned[(kind + turn + 3) % owned.length];
      await database.owner.query(statement, statement.includes('$1') ? [id] : []);
      const before = countKept();
      for (const address of chosen) {
        const anew = await readAnew(address);
        for (const shop of [keeping, rendering]) {
          await expect
            .poll(() => read(shop, address), {
              interval: 20,
              timeout: 5_000,
              message: `${address} of ${shop === keeping ? 'kept pages' : 'kept lists'} after ${name} of ${id}`,
            })
            .toBe(anew);
        }
      }
      kept.set(name, [...(kept.get(name) ?? []), (countKept() - before) / PAGES_PER_ROUND]);
    }
    await database.owner.query('delete from parts_catalog where id <> all ($1)', [ids]);
    // Each leaves many pages.
    const shares = [...kept].map(([name, all]) => [
      name,
      all.reduce((sum, share) => sum + share, 0) / all.length,
    ]);
    expect(shares.filter(([, share]) => Number(share) < 0.2)).toEqual([]);
  },
);

/** Waits until the process that keeps pages knows of it: it keeps the data of the part, too. */
async function setStock(id: string, pieces: number): Promise<void> {
  const readPieces = async () => JSON.parse(await read(keeping, `/api/parts/${id}`)).stock_quantity;
  await readPieces();
  await database.owner.query('update parts_catalog set stock_quantity = $2 where id = $1', [id, pieces]);
  await expect.poll(readPieces).toBe(pieces);
}

test('the home page is rendered again for its newest parts, not for older ones', async () => {
  await database.owner.query('update parts_catalog set stock_quantity = 1, stock_held = 0');
  const { rows } = await database.owner.query<{ id: string }>(
    'select id from parts_catalog where price > 0 order by created_at desc, id desc',
  );
  const [newest = '', oldest = ''] = [rows[0]?.id, rows.at(-1)?.id];
  const readHome = async () => {
    const before = countKept();
    const html = await (await fetch(keeping)).text();
    return { isKept: countKept() > before, html };
  };
  await setStock(oldest, 2);
  const { html } = await readHome();
  expect([html.includes(newest), html.includes(oldest)]).toEqual([true, false]);
  for (const pieces of [0, 2]) {
    await setStock(oldest, pieces);
    expect((await readHome()).isKept).toBe(true);
  }
  await setStock(newest, 0);
  const sold = await readHome();
  expect([sold.isKept, sold.html.includes(newest)]).toEqual([false, false]);
  await setStock(newest, 1);
  const returned = await readHome();
  expect([returned.isKept, returned.html.includes(newest)]).toEqual([false, true]);
});

test('the page of a part is rendered again for parts of its vehicle, not of others', async () => {
  await database.owner.query('update parts_catalog set stock_quantity = 2, stock_held = 0');
  const [headlight = '', wiper = ''] = [ids[6], ids[9]];
  const pads = partAddress({
    id: ids[5] ?? '',
    name: 'Ceramic Brake Pads',
    make: null,
    model: null,
    year: null,
  });
  const isKept = async () => {
    const before = countKept();
    await (await fetch(keeping + pads)).text();
    return countKept() > before;
  };
  await setStock(headlight, 1);
  await read(keeping, pads);
  for (const other of [headlight, wiper]) {
    await setStock(other, 0);
    expect(await isKept()).toBe(true);
  }
  await setStock(ids[3] ?? '', 0);
  expect(await isKept()).toBe(false);
});

test.each([
  ['number', 'update parts_catalog set oem_number = $2 where id = $1', '31100-RNA-A01'],
  [
    'interchange code',
    `insert into part_private_facts (part_id, interchange_code) values ($1, $2) on conflict (part_id) do update
       set interchange_code = excluded.interchange_code`,
    '601-2',
  ],
])('two parts are on each other’s pages while they have the same %s', async (_, statement, value) => {
  const { owner } = database;
  // Of the same vehicle: the vehicles that they fit stay the same.
  const [one = '', other = ''] = await addParts(owner, [older, older]);
  const give = (id: string, given: string | null) => owner.query(statement, [id, given]);
  await give(one, value);
  const pages = [one, other].map((id) =>
    partAddress({ id, name: 'Alternator', make: null, model: null, year: null }),
  );
  const countNaming = async () => {
    const naming = pages.map(async (page) =>
      (await fetch(keeping + page, { headers: fromElsewhere() }))
        .text()
        .then((text) => text.includes('Same ')),
    );
    return (await Promise.all(naming)).filter(Boolean).length;
  };
  for (const given of [null, value, null, value]) {
    await give(other, given);
    await expect.poll(countNaming, { interval: 20, timeout: 5_000 }).toBe(given === null ? 0 : 2);
  }
  await owner.query('delete from parts_catalog where id = any ($1)', [[one, other]]);
});

test('a result says why it fits, also when that changes and the list stays', async () => {
  const { owner } = database;
  const number = { ...older, oem_number: '31100-RNA-A02' };
  const [one, other] = await addParts(owner, [number, { ...number, vehicle_year: 2009 }]);
  const give = (code: string | null) =>
    owner.query(
      `insert into part_private_facts (part_id, interchange_code) select id, $2 from unnest($1::uuid[]) as id
       on conflict (part_id) do update set interchange_code = excluded.interchange_code`,
      [[one, other], code],
    );
  const address = '/?make=Honda&model=Civic&year=2008&category=Electrical';
  for (const [code, reason] of [
    ['601-3', 'interchange'],
    [null, 'number'],
    ['601-3', 'interchange'],
  ] as const) {
    await give(code);
    const anew = await readAnew(address);
    expect(anew).toContain(reason);
    for (const shop of [keeping, rendering])
      await expect.poll(() => read(shop, address), { interval: 20, timeout: 5_000 }).toBe(anew);
  }
  await owner.query('delete from parts_catalog where id = any ($1)', [[one, other]]);
});

test('the names that are suggested for a vehicle are those of its parts', async () => {
  const { owner } = database;
  const wiper = parts.at(-1) ?? {};
  const [id] = await addParts(owner, [wiper]);
  const address = '/api/suggestions?q=civic+wip';
  for (const vehicle of [
    civic,
    { vehicle_make: 'Ford', vehicle_model: 'F-150', vehicle_year: 2012 },
    civic,
  ]) {
    await owner.query(
      'update parts_catalog set vehicle_make = $2, vehicle_model = $3, vehicle_year = $4 where id = $1',
      [id, ...Object.values(vehicle)],
    );
    const anew = await readAnew(address);
    expect(anew.includes('Wiper')).toBe(vehicle === civic);
    await expect.poll(() => read(keeping, address), { interval: 20, timeout: 5_000 }).toBe(anew);
  }
  await owner.query('delete from parts_catalog where id = $1', [id]);
});

test('counts and lists are those of the next request after a change, by the same process or another one', async () => {
  await database.owner.query('update parts_catalog set stock_quantity = 2, stock_held = 0');
  const [id = '', related = ''] = ids.slice(3);
  const vehicle = 'make=Honda&model=Civic&year=2010';
  const lists = [
    `/api/parts?category=Brakes&in_stock=true`,
    `/api/parts?${vehicle}&fits=true`,
    ...[vehicle, 'category=Brakes&in_stock=true', `${vehicle}&category=Brakes&fits=true&without=vehicle`].map(
      (search) => `/api/parts/facets?${search}`,
    ),
    `/?${vehicle}&category=Brakes`,
    '/junkyard?category=Brakes&in_stock=true',
    partAddress({ id: related, name: 'Rear Brake Rotor', make: null, model: null, year: null }),
  ];
  const cookies = new Map(
    await Promise.all([keeping, rendering].map(async (shop) => [shop, await signIn(shop)] as const)),
  );
  const save = async (shop: string, fields: Record<string, unknown>) => {
    const headers = { Cookie: cookies.get(shop) ?? '' };
    const opened = await fetch(`${shop}/admin/part/${id}`, { headers });
    const { part: seen } = (await opened.json()) as { part: Record<string, unknown> };
    const body = new FormData();
    for (const [name, value] of Object.entries({ ...seen, ...fields })) body.set(name, String(value ?? ''));
    body.set('seen', JSON.stringify(seen));
    const saved = await fetch(`${shop}/admin/part/${id}`, { method: 'POST', headers, body });
    expect(await saved.json()).toMatchObject({ done: true });
  };
  const saves: Record<string, unknown>[] = [
    { stock_quantity: 0 },
    { stock_quantity: 1 },
    { price: 31, category: 'Body' },
    { category: 'Brakes', brand: 'Bosch' },
    { listing: 'hidden' },
    { listing: 'shown' },
  ];
  for (const [turn, change] of saves.entries()) {
    const reader = rendering;
    for (const address of lists) await read(reader, address);
    await save(turn % 2 === 0 ? rendering : keeping, change);
    for (const address of lists) {
      expect(await read(reader, address), `${address} after ${JSON.stringify(change)}`).toBe(
        await readAnew(address),
      );
    }
  }
  // As an import does, without a request.
  for (const address of lists) await read(rendering, address);
  await addParts(
    database.owner,
    Array.from({ length: 60 }, () => ({ ...civic, part_name: 'Brake Hose', category: 'Brakes', price: 9 })),
  );
  for (const address of lists) {
    const anew = await readAnew(address);
    await expect
      .poll(() => read(rendering, address), { interval: 20, timeout: 5_000, message: address })
      .toBe(anew);
  }
});

async function signIn(shop: string): Promise<string> {
  const response = await fetch(`${shop}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(ADMIN),
  });
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}
