import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { partColumns } from '#core/catalog/part-fields.ts';
import { addParts } from '../support/parts.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';

let shop: TestShop;

beforeAll(async () => {
  shop = await createTestShop();
  await addParts(shop.database.owner, [
    {
      part_name: 'Front Brake Pads',
      brand: 'Akebono',
      oem_number: '45022-TR3-A01',
      price: 40,
      stock_quantity: 2,
    },
    { part_name: 'Rear Brake Rotor', price: 60.5, stock_quantity: 0 },
    { part_name: 'Brake Caliper', price: null, stock_quantity: 3, stock_held: 3, part_type: null },
    {
      part_name: 'Muffler 100%_quiet',
      category: 'Exhaust',
      price: 120,
      stock_quantity: 1,
      description: 'Back\\slash',
    },
    {
      part_name: 'Hood',
      category: 'Body',
      vehicle_make: 'Ford',
      vehicle_model: 'F-150',
      vehicle_year: 2018,
      price: 300,
    },
    {
      part_name: 'Universal Horn',
      category: 'General',
      vehicle_make: null,
      vehicle_model: null,
      vehicle_year: null,
    },
  ]);
});
afterAll(() => shop[Symbol.asyncDispose]());

async function ask(parameters: Record<string, string>) {
  const response = await shop.request(`/api/parts?${new URLSearchParams(parameters)}`);
  return { status: response.status, body: await response.json() };
}

async function names(parameters: Record<string, string>): Promise<string[]> {
  const { status, body } = await ask(parameters);
  expect(status).toBe(200);
  return body.parts.map((part: { part_name: string }) => part.part_name);
}

test("responds with the specification's columns, with the available stock", async () => {
  const { body } = await ask({ q: 'caliper' });
  expect(body).toEqual({
    parts: [
      {
        ...Object.fromEntries(partColumns.map((column) => [column, null])),
        origin: 'used',
        needs_programming: false,
        fits_only_listed: false,
        id: expect.any(String),
        part_name: 'Brake Caliper',
        category: 'Brakes',
        vehicle_make: 'Honda',
        vehicle_model: 'Civic',
        vehicle_year: 2015,
        stock_quantity: 0,
        all_held: true,
        ready_from: null,
      },
    ],
    total: 1,
    in_stock_total: 0,
    counting: 'exact',
    next: null,
  });
});

test('returns texts and amounts as they were stored', async () => {
  const given = {
    part_name: `Quote " slash \\ tab \t end \u2028 \u{1F527} <b>&amp;</b>`,
    category: 'Odd',
    description: '{"a": [1]}\n\u0001',
    price: 9_999_999_999.99,
    shipping_cost: 0.1,
  };
  const [ids = ''] = await addParts(shop.database.owner, [given]);
  try {
    const answers = [await ask({ ids }), await ask({ category: 'Odd' })];
    for (const { body } of answers) expect(body.parts).toEqual([expect.objectContaining(given)]);
  } finally {
    await shop.database.owner.query("delete from parts_catalog where category = 'Odd'");
  }
});

test('fits=true adds the parts that fit a vehicle, and /api/fits says why', async () => {
  const { owner } = shop.database;
  const [listed = '', sameNumber = '', sameCode = '', other = ''] = await addParts(owner, [
    { part_name: 'Alternator', oem_number: '31100-SNA-A86', vehicle_year: 2008, fits_only_listed: true },
    { part_name: 'Alternator', oem_number: '31100 SNA A86', vehicle_year: 2009 },
    { part_name: 'Generator', vehicle_year: 2007 },
    { part_name: 'Alternator', oem_number: '31100-RNA-A01', vehicle_year: 2007, fits_only_listed: true },
  ]);
  await owner.query(
    "insert into part_fitments (part_id, make, model, from_year, to_year, engine) values ($1, 'Honda', 'Civic', 2006, 2011, '1.8L')",
    [listed],
  );
  await owner.query(
    "insert into part_private_facts (part_id, interchange_code) values ($1, 'SECRET-601'), ($2, 'secret 601')",
    [listed, sameCode],
  );
  const civic = { make: 'Honda', model: 'Civic', year: '2010' };
  try {
    expect(await names(civic)).toEqual([]);
    const { body } = await ask({ ...civic, fits: 'true', sort: 'best' });
    expect(body.total).toBe(2);
    const sure = [
      [listed, 'fits', 'Listed for your car with 1.8L'],
      [sameCode, 'fits', 'Fits by interchange'],
    ];
    const said = [...sure, [sameNumber, 'check-number', 'Number 31100 SNA A86, from a 2009 Civic']];
    const found = body.parts as { id: string; fit: string; reason: string }[];
    expect(found.map(({ id, fit, reason }) => [id, fit, reason])).toEqual(sure);

    const byNumber = new URLSearchParams({ ...civic, fits: 'true', fit_by: 'check-number' });
    expect((await (await shop.request(`/api/parts?${byNumber}`)).json()).parts).toMatchObject([
      { id: sameNumber },
    ]);
    const facets = await (await shop.request(`/api/parts/facets?${byNumber}`)).json();
    expect(facets.fits).toEqual([
      { value: 'listed', parts: 1 },
      { value: 'interchange', parts: 1 },
      { value: 'check-number', parts: 1 },
    ]);

    const ids = [listed, sameCode, sameNumber, other].join(',');
    const response = await shop.request(`/api/fits?${new URLSearchParams({ ...civic, ids })}`);
    const text = await response.text();
    expect(JSON.parse(text).fits).toEqual({
      ...Object.fromEntries(said.map(([id, fit, reason]) => [id, { fit, reason }])),
      [other]: { fit: 'no', reason: 'Fits only listed cars, such as 2007 Honda Civic' },
    });
    expect(`${text}${JSON.stringify(body)}`).not.toMatch(/secret/i);
    const one = await (await shop.request(`/api/parts/${sameCode}`)).text();
    const row = { trim: null, position: null, note: null };
    expect(JSON.parse(one)).toMatchObject({
      origin: 'used',
      part_type: 'Good',
      vehicles: [
        {
          make: 'Honda',
          model: 'Civic',
          from_year: 2007,
          to_year: 2007,
          engine: null,
          rule: 'listed',
          ...row,
        },
        {
          make: 'Honda',
          model: 'Civic',
          from_year: 2006,
          to_year: 2011,
          engine: '1.8L',
          rule: 'interchange',
          ...row,
        },
        {
          make: 'Honda',
          model: 'Civic',
          from_year: 2008,
          to_year: 2008,
          engine: null,
          rule: 'interchange',
          ...row,
        },
      ],
    });
    expect(one).not.toMatch(/secret/i);
    await shop.request(`/api/fits?${new URLSearchParams({ ...civic, ids: listed })}`);
    const withEngine = new URLSearchParams({ ...civic, engine: '2.0L I4', ids: listed });
    expect(await (await shop.request(`/api/fits?${withEngine}`)).json()).toEqual({
      fits: {
        [listed]: { fit: 'unknown', reason: 'Listed for your car with 1.8L; yours has 2.0L I4' },
      },
    });
    const list = await (await shop.request('/parts/Honda/Civic/2010')).text();
    expect(list).toContain('2 parts in 1 category');

    await owner.query('delete from part_fitments where part_id = $1', [listed]);
    expect((await ask({ ...civic, fits: 'true' })).body.total).toBe(0);
  } finally {
    await owner.query('delete from parts_catalog where id = any ($1)', [
      [listed, sameNumber, sameCode, other],
    ]);
  }
});

test.each([
  ['', 'make is missing'],
  ['make=Honda&model=Civic&year=2010', 'ids is missing'],
  ['make=Honda&model=Civic&year=new&ids=1', 'year must be a year'],
])('/api/fits?%s is refused', async (query, error) => {
  const response = await shop.request(`/api/fits?${query}`);
  expect({ status: response.status, body: await response.json() }).toEqual({ status: 400, body: { error } });
});

describe('filters', () => {
  test.each([
    [
      { make: 'Honda', model: 'Civic', year: '2015', category: 'Brakes' },
      ['Brake Caliper', 'Front Brake Pads', 'Rear Brake Rotor'],
    ],
    [{ category: 'Brakes', in_stock: '1' }, ['Front Brake Pads']],
    [{ make: 'honda' }, []],
    [{ condition: 'Good', make: 'Ford' }, ['Hood']],
    [{ q: 'BRAKE pads' }, ['Front Brake Pads']],
    [{ q: 'akebono civic' }, ['Front Brake Pads']],
    [{ q: 'tr3-a01' }, ['Front Brake Pads']],
    [{ q: '%' }, []],
    [{ q: '100%' }, ['Muffler 100%_quiet']],
    [{ q: '_' }, []],
    [{ q: '\\' }, []],
    [{ q: 'horn muffler' }, []],
    [
      { year: '', make: ' ' },
      [
        'Brake Caliper',
        'Front Brake Pads',
        'Hood',
        'Muffler 100%_quiet',
        'Rear Brake Rotor',
        'Universal Horn',
      ],
    ],
  ])('%o', async (parameters, expected) => {
    expect(await names(parameters as Record<string, string>)).toEqual(expected);
    const { body } = await ask(parameters as Record<string, string>);
    expect(body.total).toBe(expected.length);
  });
});

describe('parts by their ids', () => {
  test('returns the existing parts, and ignores other ids', async () => {
    const { body } = await ask({ q: 'muffler' });
    const muffler: string = body.parts[0].id;
    const hood = (await ask({ q: 'hood' })).body.parts[0].id;
    expect(await names({ ids: `${hood}, ${muffler},${muffler},${crypto.randomUUID()},no-id,'` })).toEqual([
      'Hood',
      'Muffler 100%_quiet',
    ]);
    const filtered = await ask({ ids: `${hood},${muffler}`, make: 'Ford' });
    expect(filtered.body).toMatchObject({ parts: [{ id: hood }], total: 1, in_stock_total: 1 });
  });

  test('returns no part for an empty list, not the whole catalog', async () => {
    expect(await ask({ ids: 'nonsense' })).toEqual({
      status: 200,
      body: { parts: [], total: 0, in_stock_total: 0, counting: 'exact', next: null },
    });
  });

  test('returns up to 100 at once', async () => {
    const many = Array.from({ length: 100 }, (_, index) => ({
      part_name: `Bolt ${index}`,
      category: 'Bolts',
    }));
    const ids = await addParts(shop.database.owner, many);
    try {
      expect(await names({ ids: ids.join(',') })).toHaveLength(100);
      expect(await names({ ids: ids.join(','), limit: '7' })).toHaveLength(7);
      expect(await ask({ ids: [...ids, 'one more'].join(',') })).toEqual({
        status: 400,
        body: { error: 'ids must have at most 100 ids' },
      });
    } finally {
      await shop.database.owner.query("delete from parts_catalog where category = 'Bolts'");
    }
  });
});

test('sorts by price, with a missing price as 0', async () => {
  const byPrice = [
    'Brake Caliper',
    'Front Brake Pads',
    'Universal Horn',
    'Rear Brake Rotor',
    'Muffler 100%_quiet',
    'Hood',
  ];
  expect(await names({ sort: 'price_asc' })).toEqual(byPrice);
  expect(await names({ sort: 'price_desc' })).toEqual(byPrice.toReversed());
});

describe.each(['name', 'price_asc', 'price_desc'])('pages by %s', (sort) => {
  test('show each part once, and skip no part when another is deleted between pages', async () => {
    const whole = await names({ sort });
    const paged: string[] = [];
    let after = '';
    do {
      const { body } = await ask({ sort, limit: '2', after });
      paged.push(...body.parts.map((part: { part_name: string }) => part.part_name));
      after = body.next ?? '';
    } while (after);
    expect(paged).toEqual(whole);

    const first = await ask({ sort, limit: '2' });
    await shop.database.owner.query('begin');
    await shop.database.owner.query('delete from parts_catalog where id = $1', [first.body.parts[1].id]);
    await shop.database.owner.query('commit');
    const second = await names({ sort, limit: '2', after: first.body.next });
    expect(second).toEqual(whole.slice(2, 4));
    const { id, price, ...gone } = first.body.parts[1];
    await shop.database.owner.query(
      `insert into parts_catalog (id, part_name, category, price, vehicle_make, vehicle_model, vehicle_year, part_type, stock_quantity, stock_held)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        id,
        gone.part_name,
        gone.category,
        price,
        gone.vehicle_make,
        gone.vehicle_model,
        gone.vehicle_year,
        gone.part_type,
        gone.part_name === 'Brake Caliper' ? 3 : gone.stock_quantity,
        gone.part_name === 'Brake Caliper' ? 3 : 0,
      ],
    );
  });
});

describe('invalid parameters are refused with a message, never with a 5xx', () => {
  test.each([
    [{ limit: '0' }, 'limit must be a whole number from 1 to 100'],
    [{ limit: '101' }, 'limit must be a whole number from 1 to 100'],
    [{ limit: '1.5' }, 'limit must be a whole number from 1 to 100'],
    [{ sort: 'oldest' }, 'sort must be one of best, name, price_asc, price_desc, newest, mileage'],
    [{ year: 'old' }, 'year must be a year'],
    [{ year: '99999999999' }, 'year must be a year'],
    [{ in_stock: 'maybe' }, 'in_stock must be true or false'],
    [{ min_price: '$5' }, 'min_price must be an amount in dollars, such as 49.99'],
    [{ max_price: '1.234' }, 'max_price must be an amount in dollars, such as 49.99'],
    [{ origin: 'old' }, 'origin must be one of new, used'],
    [{ new_arrivals: 'maybe' }, 'new_arrivals must be true or false'],
    [{ kind: 'x'.repeat(201) }, 'kind must have at most 200 characters'],
    [{ q: 'x'.repeat(201) }, 'q must have at most 200 characters'],
    [{ q: 'a\0b' }, 'q must not contain a NUL character'],
    [{ after: 'nonsense' }, 'after must be the "next" of an earlier answer'],
    [
      { after: Buffer.from('{"name":"a","id":"1"}').toString('base64url') },
      'after must be the "next" of an earlier answer',
    ],
  ])('%o', async (parameters, error) => {
    expect(await ask(parameters as Record<string, string>)).toEqual({ status: 400, body: { error } });
  });
});

test('accepts only reads', async () => {
  const response = await shop.request('/api/parts', { method: 'POST', body: new URLSearchParams('q=x') });
  expect(response.status).toBe(405);
});

describe('GET /api/parts/count', () => {
  test.each(['q=brake', 'q=brake&in_stock=1', 'make=Ford&unknown=1', ''])(
    'counts the parts of the list: %s',
    async (query) => {
      const parameters = Object.fromEntries(new URLSearchParams(query));
      const { total, in_stock_total } = (await ask(parameters)).body;
      const response = await shop.request(`/api/parts/count?${query}`);
      expect(response.status).toBe(200);
      expect(await response.json()).toMatchObject({ total, in_stock_total });
    },
  );

  test.each([
    ['q', 'x'.repeat(100_000), 'q must have at most 200 characters'],
    ['make', 'a\0', 'make must not contain a NUL character'],
    ['year', '20x5', 'year must be a year'],
  ])('an invalid %s is refused', async (name, value, error) => {
    const response = await shop.request(`/api/parts/count?${new URLSearchParams({ [name]: value })}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ error });
  });
});

/** Earlier stories write the part anew without its brand. */
const restoreBrand = () =>
  shop.database.owner.query(
    "update parts_catalog set brand = 'Akebono' where part_name = 'Front Brake Pads'",
  );

describe('further filters', () => {
  beforeAll(restoreBrand);

  test.each<[string, string[]]>([
    [
      'condition=Good&condition=New&category=Brakes',
      ['Brake Caliper', 'Front Brake Pads', 'Rear Brake Rotor'],
    ],
    ['origin=new', []],
    ['kind=Hood', ['Hood']],
    ['brand=Akebono', ['Front Brake Pads']],
    ['min_price=60.5&max_price=120', ['Muffler 100%_quiet', 'Rear Brake Rotor']],
    ['max_price=40.00&category=Brakes', ['Front Brake Pads']],
    ['new_arrivals=1&make=Ford', ['Hood']],
    ['sort=newest&min_price=50&category=Brakes', ['Rear Brake Rotor']],
    ['make=Honda&model=Civic&year=2015&min_price=100', ['Muffler 100%_quiet']],
  ])('%s', async (query, expected) => {
    const response = await shop.request(`/api/parts?${query}`);
    const { parts, total } = await response.json();
    expect(parts.map((part: { part_name: string }) => part.part_name)).toEqual(expected);
    expect(total).toBe(expected.length);
  });
});

describe('GET /api/parts/facets', () => {
  beforeAll(async () => {
    await restoreBrand();
    await shop.runJobs();
  });

  const facets = async (query: string) => {
    const response = await shop.request(`/api/parts/facets?${query}`);
    return { status: response.status, body: await response.json() };
  };

  test('counts the choices of each filter with the other filters', async () => {
    expect(await facets('make=Honda&model=Civic&category=Brakes&condition=Good&max_price=50')).toEqual({
      status: 200,
      body: {
        makes: [{ value: 'Honda', parts: 1 }],
        models: [{ value: 'Civic', parts: 1 }],
        years: [{ value: '2015', parts: 1 }],
        categories: [{ value: 'Brakes', parts: 1 }],
        kinds: [{ value: 'brake-pads', parts: 1, label: 'Brake pads' }],
        conditions: [{ value: 'Good', parts: 1 }],
        brands: [{ value: 'Akebono', parts: 1 }],
        origins: [{ value: 'used', parts: 1 }],
        engines: [],
        grades: [],
        mileages: [],
        inStock: 1,
        fits: [],
        newArrivals: 1,
        prices: { minCents: 4000, maxCents: 6050 },
      },
    });
    const { makes, categories } = (await facets('make=Kia')).body;
    expect({ makes, categories }).toEqual({
      makes: [
        { value: 'Honda', parts: 4 },
        { value: 'Ford', parts: 1 },
        { value: 'Kia', parts: 0 },
      ],
      categories: [],
    });
  });

  test('filters, counts and orders by grade, mileage and origin', async () => {
    const set = (name: string, facts: string) =>
      shop.database.owner.query(`update parts_catalog set ${facts} where part_name = $1`, [name]);
    await set('Hood', "grade = 'B', origin = 'new_aftermarket'");
    await set('Brake Caliper', "grade = 'A', mileage = 60000, origin = 'rebuilt', part_type = 'New'");
    await set('Front Brake Pads', 'mileage = 60001');
    try {
      expect(await names({ grade: 'A' })).toEqual(['Brake Caliper']);
      expect(await names({ max_miles: '60000' })).toEqual(['Brake Caliper']);
      expect(await names({ origin: 'used', max_miles: '100000' })).toEqual([
        'Brake Caliper',
        'Front Brake Pads',
      ]);
      expect((await names({ sort: 'mileage' })).slice(0, 2)).toEqual(['Brake Caliper', 'Front Brake Pads']);
      const brakes = (await facets('category=Brakes&without=vehicle')).body;
      expect(brakes).toMatchObject({
        grades: [
          { value: 'A', parts: 1 },
          { value: 'none', parts: 2 },
        ],
        mileages: [
          { value: '60000', parts: 1 },
          { value: '100000', parts: 2 },
          { value: '150000', parts: 2 },
        ],
      });
      expect(Object.keys(brakes)).not.toContain('makes');
    } finally {
      await shop.database.owner.query(
        "update parts_catalog set grade = null, mileage = null, origin = 'used' where grade is not null or mileage is not null",
      );
      await set('Brake Caliper', 'part_type = null');
    }
  });

  test('follow each change of the catalog, although pages are kept', async () => {
    const inStock = async () => (await facets('brand=Akebono')).body.inStock;
    expect([await inStock(), await inStock()]).toEqual([1, 1]);
    await shop.database.owner.query("update parts_catalog set stock_held = 2 where brand = 'Akebono'");
    await expect.poll(inStock).toBe(0);
    await shop.database.owner.query("update parts_catalog set stock_held = 0 where brand = 'Akebono'");
    await expect.poll(inStock).toBe(1);
  });

  test.each([
    ['min_price=cheap', 'min_price must be an amount in dollars, such as 49.99'],
    ['condition=%00', 'condition must not contain a NUL character'],
    ['year=20x5', 'year must be a year'],
    ['engine=5.7', 'engine must be an engine, such as 5.7L V8, or none'],
    ['grade=X', 'grade must be one of A, B, C, none'],
    ['fit_by=chance', 'fit_by must be one of listed, interchange, same-number, check-number'],
    ['max_miles=75000', 'max_miles must be one of 30000, 60000, 100000, 150000'],
    ['without=makes', 'without must be vehicle'],
    [`q=${'x'.repeat(201)}`, 'q must have at most 200 characters'],
  ])('refuses %s', async (query, error) => {
    expect(await facets(query)).toEqual({ status: 400, body: { error } });
  });
});

describe('a misspelled search', () => {
  beforeAll(async () => {
    await addParts(shop.database.owner, [
      { part_name: 'Alternator', price: 90, stock_quantity: 1 },
      { part_name: 'Alternator Bracket', price: 20, stock_quantity: 0 },
      { part_name: 'Radiator', price: 110, stock_quantity: 0 },
    ]);
  });

  test.each([
    ['altenator', 'alternator', ['Alternator', 'Alternator Bracket']],
    ['radiater', 'radiator', ['Radiator']],
    ['Honda altenator', 'Honda alternator', ['Alternator', 'Alternator Bracket']],
  ])('finds what %s means, and says so', async (q, corrected, found) => {
    const { status, body } = await ask({ q });
    expect(status).toBe(200);
    expect(body.parts.map((part: { part_name: string }) => part.part_name)).toEqual(found);
    expect(body).toMatchObject({ corrected_q: corrected, total: found.length });
  });

  test('is corrected on later pages too', async () => {
    const { body: first } = await ask({ q: 'altenator', limit: '1' });
    const { body: second } = await ask({ q: 'altenator', limit: '1', after: first.next });
    expect([first, second].map(({ parts, corrected_q: q }) => [parts[0].part_name, q])).toEqual([
      ['Alternator', 'alternator'],
      ['Alternator Bracket', 'alternator'],
    ]);
    expect(second.next).toBeNull();
  });

  test('is not corrected if the text finds parts, nothing is close, or the caller insists', async () => {
    for (const parameters of [
      { q: 'alternator' },
      { q: 'altern' },
      { q: 'zzzzzz' },
      { q: 'altenator', spelling: 'typed' },
      { make: 'Hoonda' },
    ] as Record<string, string>[]) {
      const { status, body } = await ask(parameters);
      expect(status).toBe(200);
      expect(body).not.toHaveProperty('corrected_q');
    }
    expect((await ask({ q: 'altenator', spelling: 'typed' })).body).toEqual({
      parts: [],
      total: 0,
      in_stock_total: 0,
      counting: 'exact',
      next: null,
    });
    expect((await ask({ q: 'altenator', spelling: 'x' })).status).toBe(400);
    // With the filters of the request.
    expect((await ask({ q: 'radiater', make: 'Ford' })).body).not.toHaveProperty('corrected_q');
  });
});
