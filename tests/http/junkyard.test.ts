import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findCard } from '../support/html.ts';
import { addParts } from '../support/parts.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';

let shop: TestShop;

beforeAll(async () => {
  shop = await createTestShop();
  await addParts(shop.database.owner, [
    { part_name: 'Front Brake Pads', part_type: 'Odd' },
    { part_name: 'Hood', category: 'Body', vehicle_make: 'Ford', vehicle_model: 'Ranger', part_type: null },
    { part_name: 'Horn', category: 'General', vehicle_make: null, part_type: 'Odd' },
  ]);
});
afterAll(() => shop[Symbol.asyncDispose]());

/** A page and its number of parts, which is requested separately if counting takes too long. */
async function read(address: string, from = shop) {
  for (;;) {
    const page = await readOnce(address, from);
    if (!WITHOUT_NUMBER.test(page.html)) return page;
  }
}

const WITHOUT_NUMBER = /<p class="min-h-6[^"]*"[^>]*><\/p>/;

async function readOnce(address: string, from = shop) {
  const response = await from.request(address);
  return { status: response.status, html: (await response.text()).replaceAll('<!-- -->', '') };
}

function optionsOf(html: string, name: string): string[] {
  const [, select = ''] = html.match(new RegExp(`<select[^>]*name="${name}".*?>(.*?)</select>`)) ?? [];
  return [...select.matchAll(/<option[^>]*>(.*?)<\/option>/g)].map(([, text = '']) => text);
}

test('the whole catalog without a search', async () => {
  const { status, html } = await read('/junkyard');
  expect(status).toBe(200);
  expect(html).toContain('3 parts found');
  expect((await read('/junkyard?sort=name')).html).toMatch(/Front Brake Pads.*Hood.*Horn/s);
});

test('the filters list existing values: conditions in their order, then others that occur', async () => {
  const { html } = await read('/junkyard');
  expect(optionsOf(html, 'make')).toEqual(['All makes', 'Ford', 'Honda']);
  expect(optionsOf(html, 'category')).toEqual(['All categories', 'Body', 'Brakes', 'General']);
  const { rows } = await shop.database.owner.query('select name from conditions order by sort_order');
  expect(optionsOf(html, 'condition')).toEqual(['All conditions', ...rows.map(({ name }) => name), 'Odd']);
});

test('an unknown value stays selected in its filter', async () => {
  const { html } = await read('/junkyard?make=Nobody');
  expect(optionsOf(html, 'make')).toEqual(['All makes', 'Ford', 'Honda', 'Nobody']);
  expect(html).toMatch(/<option[^>]*selected[^>]*>Nobody/);
});

describe('a form without scripts keeps the model when another make is chosen', () => {
  test.each([
    ['?make=Ford&model=Civic&year=2015&category=Body', '/junkyard?make=Ford&category=Body'],
    ['?q=hood&make=Ford&model=Civic', '/junkyard?q=hood&make=Ford'],
  ])('%s: the model of another make is dropped', async (query, address) => {
    const response = await shop.request(`/junkyard${query}`);
    expect({ status: response.status, location: response.headers.get('Location') }).toEqual({
      status: 302,
      location: address,
    });
  });

  test.each(['?make=Honda&model=Civic&year=2015', '?make=Ford&model=Ranger', '?make=Nobody&model=Nothing'])(
    '%s stays',
    async (query) => {
      expect((await shop.request(`/junkyard${query}`)).status).toBe(200);
    },
  );
});

test('a search by year, make and model offers its vehicle', async () => {
  const { html } = await read('/junkyard?q=2015+honda+civic+brake+pads');
  expect(html).toMatch(
    /data-vehicle.*Do you drive a <strong>2015 Honda Civic<\/strong>\?.*Shop for this car/s,
  );
  expect((await read('/junkyard?q=honda+civic+brake+pads')).html).not.toContain('Do you drive');
});

describe('an address with unknown values shows an empty result, not an error', () => {
  test.each([
    '/junkyard?q=no+such+thing',
    '/junkyard?make=Foo',
    '/junkyard?category=%00',
    '/junkyard?condition=%F0%9F%9A%97',
    '/junkyard?q=%00',
    '/junkyard?q=%',
    '/junkyard?make=honda',
    `/junkyard?q=${'x'.repeat(200)}`,
    '/junkyard?q=%E2%80%AEekarb',
    '/junkyard?q=%01%1B%F0%9F%9A%97',
    `/junkyard?make=${'x'.repeat(100_000)}`,
    '/junkyard?q=<script>&make=%22%3E',
  ])('%.60s', async (address) => {
    const { status, html } = await read(address);
    expect(status).toBe(200);
    expect(html).toContain('0 parts found');
    expect(html).toContain('No parts found');
    expect(html).toContain('Please adjust your search criteria and try again');
  });
});

test('an empty result offers to request what was searched', async () => {
  const { html } = await read('/junkyard?q=flux+capacitor&sort=name');
  expect(html).toContain('Can&#x27;t find what you&#x27;re looking for?');
  expect(html).toMatch(/href="\/request\?part=flux\+capacitor"[^>]*>Request a Part</);
});

describe('invalid options are ignored', () => {
  test.each([
    'q=',
    'q=%20',
    'make=&category=&condition=',
    'after=',
    'page=7',
    'sort=oldest&view=cards',
    'model=Civic&year=old',
    'origin=mint&in_stock=maybe&new_arrivals=2',
    'min_price=cheap&max_price=-1',
    'min_price=1,000,000,000,000,000,000,000',
  ])('%s', async (option) => {
    const { status, html } = await read(`/junkyard?${option}`);
    expect(status).toBe(200);
    expect(html).toContain('3 parts found');
    expect(html).not.toContain('Back to the first page');
  });
});

/** Returns the HTML of the form beside the list. */
function filtersOf(html: string): string {
  return html.match(/<form[^>]*aria-label="Filters"[^>]*>(.*?)<\/form>/s)?.[1] ?? '';
}

test('a filter that would leave all parts or none is not shown, unless it is chosen', async () => {
  await using other = await createTestShop();
  await addParts(
    other.database.owner,
    ['Bosch', 'Denso'].map((brand) => ({ part_name: 'Horn', brand, part_type: 'New', price: 20 })),
  );
  const groupsOf = async (address: string) => {
    const { html } = await read(address, other);
    return [...filtersOf(html).matchAll(/<legend>(.*?)<\/legend>/g)].map(([, group]) => group);
  };
  expect(await groupsOf('/junkyard')).toEqual(['Brand']);
  expect(await groupsOf('/junkyard?origin=new&new_arrivals=1')).toEqual([
    'Availability',
    'New or used',
    'Brand',
  ]);
});

describe('without scripts, the form of the filters', () => {
  test('narrows the list, and each filter has a link to the list without it', async () => {
    const { html } = await read(
      '/junkyard?q=&make=Honda&condition=Odd&condition=New&in_stock=1&min_price=&view=list',
    );
    expect(html).toContain('1 parts found');
    for (const kept of ['make" value="Honda', 'condition" value="Odd', 'condition" value="New'])
      expect(filtersOf(html)).toContain(`<input type="hidden" name="${kept}"`);
    const chips = [...html.matchAll(/<a [^>]*aria-label="([^"]*): remove filter"[^>]*>/g)].map(
      ([tag, label]) => [label, tag.match(/href="([^"]*)"/)?.[1]?.replaceAll('&amp;', '&')],
    );
    expect(chips).toEqual([
      ['Honda', '/junkyard?condition=Odd&condition=New&in_stock=1&view=list'],
      ['Odd', '/junkyard?make=Honda&condition=New&in_stock=1&view=list'],
      ['New', '/junkyard?make=Honda&condition=Odd&in_stock=1&view=list'],
      ['In stock', '/junkyard?make=Honda&condition=Odd&condition=New&view=list'],
    ]);
    expect(html).toContain('<meta name="robots" content="noindex"');
  });

  test('keeps the search, the order and the view', async () => {
    const { html } = await read('/junkyard?q=brake&sort=newest&view=list&brand=Nobody');
    const hidden = [...filtersOf(html).matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
    expect(hidden.map(([, name, value]) => `${name}=${value}`)).toEqual([
      'q=brake',
      'sort=newest',
      'view=list',
    ]);
    expect(html).toContain('0 parts found');
  });
});

describe('an invalid address is refused, with a link back', () => {
  test.each([
    ['201 characters', 'x'.repeat(201)],
    ['100 kB', 'x'.repeat(100_000)],
  ])('a search of %s', async (_, q) => {
    for (const more of ['', '&after=nonsense']) {
      const { status, html } = await read(`/junkyard?make=Honda&q=${q}${more}`);
      expect(status).toBe(400);
      expect(html).toMatch(/role="alert".*Error Loading Parts.*Please search with at most 200 characters/s);
      expect(html).toMatch(/<a [^>]*href="\/junkyard\?make=Honda"[^>]*>New search/);
      expect(html).toContain('Find Quality New &amp; Used Auto Parts');
    }
  });

  test.each(['nonsense', '%00', '%F0%9F%9A%97', 'x'.repeat(100_000), 'e30', btoa('{}'), btoa('null')])(
    'an invalid cursor: %.20s',
    async (after) => {
      const { status, html } = await read(`/junkyard?make=Honda&q=brake&after=${after}`);
      expect(status).toBe(400);
      expect(html).toMatch(/role="alert".*Error Loading Parts.*This link is no longer valid/s);
      expect(html).toMatch(/<a [^>]*href="\/junkyard\?make=Honda&amp;q=brake"[^>]*>Back to the first page/);
    },
  );

  test('a cursor with one changed character', async () => {
    await using other = await createTestShop();
    await addParts(
      other.database.owner,
      Array.from({ length: 25 }, (_, index) => ({ part_name: `Bolt ${index}` })),
    );
    const { html } = await read('/junkyard', other);
    const [, after = ''] = html.match(/href="\/junkyard\?after=([^"]*)"/) ?? [];
    const status = async (cursor: string) => (await other.request(`/junkyard?after=${cursor}`)).status;
    expect(await status(after)).toBe(200);
    const changed = Array.from(
      after,
      (letter, place) => after.slice(0, place) + (letter === 'A' ? 'B' : 'A') + after.slice(place + 1),
    );
    for (const cursor of [
      ...changed.filter((_, place) => place % 7 === 0),
      `${after}A`,
      `${after}!`,
      `${after}=`,
      after.slice(1),
    ]) {
      expect([cursor, await status(cursor)]).toEqual([cursor, 400]);
    }
  });
});

describe('the number of parts', () => {
  test('a slow count does not delay the parts: the page requests it later', async () => {
    await using other = await createTestShop();
    await addParts(other.database.owner, [{ part_name: 'Bolt' }]);
    await other.database.owner.query(`
      create or replace function search_is_large() returns boolean
        language plpgsql as $$ begin perform pg_sleep(3); return false; end $$`);
    const { status, html } = await readOnce('/junkyard?q=bolt', other);
    expect(status).toBe(200);
    expect(html).toMatch(/<h2[^>]*><a[^>]*>Bolt/);
    expect(html).toMatch(WITHOUT_NUMBER);
    expect(await (await other.request('/api/parts/count?q=bolt')).json()).toEqual({
      total: 1,
      in_stock_total: 1,
      counting: 'exact',
    });
  });

  test('a failed count does not either', async () => {
    await using other = await createTestShop();
    await addParts(other.database.owner, [{ part_name: 'Bolt' }]);
    await other.database.owner.query(
      other.database.named('revoke execute on function search_is_large from anon, public'),
    );
    const { status, html } = await readOnce('/junkyard?q=bolt', other);
    expect(status).toBe(200);
    expect(html).toMatch(/<h2[^>]*><a[^>]*>Bolt/);
  });
});

describe('the closest spelling is offered', () => {
  const link = (href: string, text: string) =>
    `Did you mean <a class="[^"]*" href="${href.replaceAll('?', '\\?')}"[^>]*>&quot;${text}&quot;</a>\\?`;

  test('and searched in place of an empty result, unless the shopper insists', async () => {
    const { html } = await read('/junkyard?q=brakc+pads&make=Honda');
    const typed = '/junkyard?q=brakc\\+pads&amp;make=Honda&amp;spelling=typed';
    expect(html).toMatch(
      new RegExp(
        `Showing results for <strong>brake pads</strong>. Search instead for <a [^>]*href="${typed}"[^>]*>brakc pads</a>`.replaceAll(
          '?',
          '\\?',
        ),
      ),
    );
    expect(html).toContain('1 parts found');
    expect(html).toMatch(/<h2[^>]*><a[^>]*>Front Brake Pads/);
    expect(html).not.toContain('Did you mean');

    const insisted = await read('/junkyard?q=brakc+pads&make=Honda&spelling=typed');
    expect(insisted.html).toMatch(/No parts found.*Did you mean/s);
    expect(insisted.html).not.toContain('Showing results for');
  });

  test('above results that match only within words', async () => {
    const { html } = await read('/junkyard?q=brak+pads');
    expect(html).toContain('1 parts found');
    expect(html).toMatch(new RegExp(link('/junkyard?q=brake\\+pads', 'brake pads')));
  });

  test('with one wrong word next to a vehicle', async () => {
    const { html } = await read('/junkyard?q=honda+civic+brakc+pads');
    expect(html).toContain('Showing results for <strong>honda civic brake pads</strong>');
  });

  test('unless it finds nothing either', async () => {
    const { html } = await read('/junkyard?q=brakc+pads&make=Ford');
    expect(html).toContain('No parts found');
    expect(html).not.toContain('Did you mean');
  });
});

describe('a search for a symptom', () => {
  test('links to at most three parts that are often checked, for the vehicle', async () => {
    const { html } = await read('/junkyard?q=2012+civic+squeaks+when+braking');
    expect(html.replace(/<[^>]*>/g, '')).toContain(
      'Often checked for this: brake pads. Have it inspected before you drive on.',
    );
    expect(html).toContain('href="/junkyard?q=2012+civic+brake+pads"');
  });

  test('is not shown for a part', async () => {
    expect((await read('/junkyard?q=brake+pads')).html).not.toContain('Often checked');
  });
});

describe('a search that finds nothing as typed', () => {
  const text = (html: string) => html.replace(/<[^>]*>/g, '').replaceAll('&quot;', '"');

  test('shows what is closest, says what it left out, and offers a request', async () => {
    const { html } = await read('/junkyard?q=1998+honda+civic+brakc+pads+xyz');
    expect(text(html)).toContain(
      'No parts found for 1998 honda civic brakc pads xyz. Showing results for honda civic brake pads, all years, without "xyz".',
    );
    expect(html).toContain('1 parts found');
    expect(html).toMatch(/<h2[^>]*><a[^>]*>Front Brake Pads/);
    expect(html).toContain(
      'href="/request?make=Honda&amp;model=Civic&amp;year=1998&amp;part=brakc+pads+xyz"',
    );
    expect(text(html)).toContain('Search again with 1998, xyz.');
    expect(html).toContain('href="/junkyard?q=honda+civic+brake+pads+xyz"');
    // Chips lead on from what is shown.
    expect(html).toContain('href="/junkyard?q=honda+brake+pads"');
  });

  test('respects the filters', async () => {
    const { html } = await read('/junkyard?q=1998+brake+pads&make=Honda');
    expect(text(html)).toContain(
      'No parts found for 1998 brake pads with these filters. Showing results for brake pads, all years.',
    );
    expect((await read('/junkyard?q=1998+brake+pads&make=Ford')).html).not.toContain('Showing results for');
  });

  test('shows nothing else if the shopper insists, or if nothing is left', async () => {
    for (const address of ['/junkyard?q=1998+brake+pads&spelling=typed', '/junkyard?q=zzzzzz+1998']) {
      const { html } = await read(address);
      expect(html).toContain('Please adjust your search criteria and try again');
      expect(html).not.toContain('Showing results for');
    }
  });
});

test('pages show each part once while parts are added and deleted', async () => {
  await using other = await createTestShop();
  const { owner } = other.database;
  const names = Array.from({ length: 60 }, (_, index) => `Bolt ${String(index).padStart(2, '0')}`);
  await addParts(
    owner,
    names.map((part_name) => ({ part_name })),
  );
  const shown: string[] = [];
  let address: string | undefined = '/junkyard?q=bolt&sort=name';
  while (address) {
    const { html } = await read(address, other);
    shown.push(...[...html.matchAll(/<h2[^>]*>(?:<a[^>]*>)?(Bolt \d+)/g)].map(([, name = '']) => name));
    await owner.query('delete from parts_catalog where part_name = $1', [shown.at(-1)]);
    await addParts(owner, [{ part_name: `Bolt 00 of ${shown.length}` }]);
    address = html.match(/href="(\/junkyard\?[^"]*after=[^"]*)"/)?.[1]?.replaceAll('&amp;', '&');
  }
  expect(shown).toEqual(names);
});

test('a page in the order by match shows each part once while others are added and deleted', async () => {
  await using other = await createTestShop();
  const { owner } = other.database;
  await addParts(
    owner,
    Array.from({ length: 70 }, (_, index) => ({
      part_name: index % 2 === 0 ? `Bolt ${index}` : `Washer ${index}`,
      description: 'For a bolt.',
      stock_quantity: index % 3,
    })),
  );
  const shown: string[] = [];
  let address: string | undefined = '/junkyard?q=bolts';
  while (address) {
    const { html } = await read(address, other);
    shown.push(...[...html.matchAll(/<h2[^>]*>(?:<a[^>]*>)?(\w+ \d+)/g)].map(([, name = '']) => name));
    await owner.query('delete from parts_catalog where part_name = $1', [shown.at(-1)]);
    await addParts(owner, [{ part_name: `Nut ${shown.length}` }]);
    address = html.match(/href="(\/junkyard\?[^"]*after=[^"]*)"/)?.[1]?.replaceAll('&amp;', '&');
  }
  expect(shown).toHaveLength(70);
  expect(new Set(shown).size).toBe(70);
  const groupOf = (name: string) => {
    const number = Number(name.split(' ')[1]);
    return (number % 2) * 2 + (number % 3 === 0 ? 1 : 0);
  };
  // Names before descriptions; of each, parts in stock first.
  expect(shown.map(groupOf)).toEqual(shown.map(groupOf).toSorted());
});

describe('what the search recognizes', () => {
  const chips = (html: string) =>
    [...html.matchAll(/<a [^>]*aria-label="([^"]*: (?:remove|search for these words only))"[^>]*>/g)].map(
      ([tag, label]) => [label, tag.match(/href="([^"]*)"/)?.[1]?.replaceAll('&amp;', '&')],
    );

  test('is shown as links to the same search without it', async () => {
    await using other = await createTestShop();
    await addParts(other.database.owner, [
      {
        part_name: 'Front Brake Rotor',
        vehicle_make: 'Chevrolet',
        vehicle_model: 'Malibu',
        vehicle_year: 2010,
      },
      {
        part_name: 'Rear Brake Rotor',
        vehicle_make: 'Chevrolet',
        vehicle_model: 'Malibu',
        vehicle_year: 2010,
      },
      {
        part_name: 'Front Brake Rotor',
        vehicle_make: 'Chevrolet',
        vehicle_model: 'Malibu',
        vehicle_year: 2011,
      },
    ]);
    const { html } = await read("/junkyard?q='10+chevy+front+disc&sort=name", other);
    expect(html).toContain('1 parts found');
    expect(chips(html)).toEqual([
      ['2010: remove', '/junkyard?q=chevy+front+disc&sort=name'],
      ['Chevrolet: remove', '/junkyard?q=%2710+front+disc&sort=name'],
      ['Front: remove', '/junkyard?q=%2710+chevy+disc&sort=name'],
      ['disc = rotor: search for these words only', '/junkyard?q=%2710+chevy+front+%22disc%22&sort=name'],
    ]);
    expect((await read('/junkyard?q=chevy+front+disc', other)).html).toContain('2 parts found');
    expect((await read("/junkyard?q='10+chevy+disc", other)).html).toContain('2 parts found');
    expect((await read("/junkyard?q='10+chevy+front+%22disc%22", other)).html).toContain('0 parts found');
  });

  test('is nothing in plain words', async () => {
    expect(chips((await read('/junkyard?q=pads')).html)).toEqual([]);
  });
});

test('a card shows what the specification requires, with its defaults', async () => {
  const vehicle = { vehicle_make: 'Subaru', vehicle_model: 'Brat', vehicle_year: 1986 };
  await shop.database.owner.query(
    `insert into conditions (name, color_class, sort_order) values ('Good', 'bg-yellow-100 text-yellow-800', 1),
       ('Fair', 'bg-orange-100 text-orange-800', 2), ('Out of Stock', 'bg-red-100 text-red-800', 3)`,
  );
  await addParts(shop.database.owner, [
    { ...vehicle, part_name: 'Rotor', brand: 'Brembo', price: 1234.5, part_type: 'Fair' },
    { ...vehicle, part_name: 'Caliper', brand: null, part_type: null, stock_quantity: 0, price: 9 },
    { ...vehicle, part_name: 'Drum', description: 'Turned once.', price: null },
    { ...vehicle, part_name: 'Held Hose', stock_quantity: 1, stock_held: 1 },
  ]);
  const { html } = await read('/junkyard?make=Subaru');
  const rotor = findCard(html, 'Rotor');
  for (const shown of ['1986 Subaru Brat', 'Brembo Rotor', '$1,234.50']) expect(rotor.text).toContain(shown);
  expect(rotor.html).toMatch(/bg-orange-100[^>]*>Fair</);
  expect(rotor.text).not.toContain('Out of Stock');
  expect(rotor.buttons).toEqual(['Add to Cart', 'Buy Now']);
  expect(rotor.html).toContain('src="/drawings/part.svg?name=Rotor&condition=Fair"');
  expect(rotor.html).toMatch(/href="\/part\/rotor-[^"]*"/);

  const caliper = findCard(html, 'Caliper');
  for (const shown of ['OEM Caliper', 'Out of Stock']) expect(caliper.text).toContain(shown);
  expect(caliper.html).toMatch(/bg-yellow-100[^>]*>Good</);
  expect(caliper.buttons).toEqual(['Notify Me']);
  expect(caliper.html).toMatch(/<button[^>]* disabled/);

  const drum = findCard(html, 'Drum');
  for (const shown of ['Turned once.', 'Price on request']) expect(drum.text).toContain(shown);
  expect(drum.text).not.toContain('$');
  expect(drum.buttons).toEqual([]);
  expect(drum.html).toContain('href="/request?make=Subaru&model=Brat&year=1986&part=Drum"');
  expect(findCard(html, 'Held Hose').text).toContain('Out of Stock');
  await shop.database.owner.query("delete from parts_catalog where vehicle_make = 'Subaru'");
});

test.each([
  ['the junkyard', '/junkyard?make=Saab'],
  ['the results of a vehicle', '/?make=Saab&model=900&year=1986&category=Brakes'],
])(
  'a card in %s says the warranty of its part, if it is another one than the terms promise',
  async (_, address) => {
    const saab = { vehicle_make: 'Saab', vehicle_model: '900', vehicle_year: 1986 };
    await addParts(shop.database.owner, [
      { ...saab, part_name: 'Rotor', part_type: 'New', warranty: '18 months' },
      { ...saab, part_name: 'Caliper', part_type: 'New', warranty: null },
      // From before the terms promised 12 months.
      { ...saab, part_name: 'Drum', part_type: 'New', warranty: '6 months' },
      { ...saab, part_name: 'Hose', warranty: '90 days' },
    ]);
    try {
      const { html } = await read(address);
      expect(findCard(html, 'Rotor').text).toContain('New · Warranty 18 months');
      expect(findCard(html, 'Caliper').text).not.toContain('Warranty');
      expect(findCard(html, 'Drum').text).not.toContain('Warranty');
      expect(findCard(html, 'Hose').text).toContain('Used · Warranty 90 days');
    } finally {
      await shop.database.owner.query("delete from parts_catalog where vehicle_make = 'Saab'");
    }
  },
);

test("parts are shown even if the conditions can't be read", async () => {
  await using other = await createTestShop();
  await addParts(other.database.owner, [{ part_type: 'Odd' }]);
  await other.database.owner.query(other.database.named('revoke select on conditions from anon'));
  const { status, html } = await read('/junkyard', other);
  expect(status).toBe(200);
  expect(html).toContain('Front Brake Pads');
  expect(optionsOf(html, 'condition')).toEqual(['All conditions', 'Odd']);
});

test('a failure keeps the rest of the page and reveals no details', async () => {
  await using other = await createTestShop();
  await other.database.owner.query(other.database.named('revoke select on parts_catalog from anon'));
  const { status, html } = await read('/junkyard?q=brake', other);
  expect(status).toBe(500);
  expect(html).toContain('Find Quality New &amp; Used Auto Parts');
  expect(html).toMatch(/role="alert".*Error Loading Parts.*Failed to load parts.*Reference/s);
  expect(html).toContain('/request?part=brake');
  expect(html).toMatch(/<header.*<footer/s);
  expect(html).not.toMatch(/permission denied|parts_catalog/);
});
