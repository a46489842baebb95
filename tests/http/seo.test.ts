import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatDollars } from '#core/values/money.ts';
import { fixedPages } from '#core/catalog/public-address.ts';
import { addParts } from '../support/parts.ts';
import { randomAddress } from '../support/random-address.ts';
import { routesOf } from '../support/routes.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';
import { validateXml, textsOf } from '../support/xml.ts';

const SITE = 'http://shop.test';
const PICTURE = `/files/pictures/${'0'.repeat(32)}-1600.webp`;
const evil = '</script><script>alert(1)</script> ]]> <!-- & "\' \u0001\u001f\ufffe 🚗 \u2028';

let shop: TestShop;
let admin: string;
const ids: Record<string, string> = {};

beforeAll(async () => {
  shop = await createTestShop();
  admin = await shop.addUser({ email: 'ada@example.com', password: 'a long password', admin: true });
  const parts = {
    pads: {
      part_name: 'Front Brake Pads',
      brand: 'Akebono',
      oem_number: '45022-TR3-A01',
      part_type: 'New',
      price: 64.5,
      stock_quantity: 7,
      stock_held: 3,
      image_url: PICTURE,
      vehicle_engine: '1.8L L4',
      source_url: 'https://secret-supplier.test/',
    },
    unpriced: { part_name: 'Rear Rotor', price: null, image_url: PICTURE },
    soldOut: { part_name: 'Caliper', price: 240, stock_quantity: 1, stock_held: 1, image_url: PICTURE },
    rebuilt: {
      part_name: 'Alternator',
      category: 'Electrical',
      part_type: 'Refurbished',
      shipping_cost: 9.5,
      image_url: 'https://pictures.test/a b.jpg',
    },
    embedded: { part_name: 'Muffler', category: 'Exhaust', image_url: 'data:image/png;base64,SECRET' },
    universal: {
      part_name: 'Horn',
      vehicle_make: null,
      vehicle_model: null,
      vehicle_year: null,
      part_type: null,
      image_url: PICTURE,
    },
    evil: {
      part_name: evil,
      description: evil,
      brand: evil,
      category: evil,
      vehicle_make: 'A&B',
      vehicle_model: '<i>',
      image_url: PICTURE,
    },
  };
  const added = await addParts(shop.database.owner, Object.values(parts));
  for (const [index, name] of Object.keys(parts).entries()) ids[name] = added[index] ?? '';
});
afterAll(() => shop[Symbol.asyncDispose]());

async function open(path: string) {
  const response = await shop.request(path);
  const html = await response.text();
  const attribute = (pattern: RegExp) =>
    html.match(pattern)?.[1]?.replaceAll('&amp;', '&').replaceAll('&#x27;', "'").replaceAll('&quot;', '"');
  const scripts = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)];
  return {
    status: response.status,
    html,
    policy: response.headers.get('Content-Security-Policy') ?? '',
    title: attribute(/<title>(.*?)<\/title>/),
    description: attribute(/<meta name="description" content="(.*?)"/),
    canonical: attribute(/<link rel="canonical" href="(.*?)"/),
    robots: attribute(/<meta name="robots" content="(.*?)"/),
    picture: attribute(/<meta property="og:image" content="(.*?)"/),
    // oxlint-disable-next-line typescript/no-explicit-any
    data: scripts.flatMap(([, json = '']) => JSON.parse(json)) as any[],
  };
}

const partPage = (name: string) =>
  open(`/part/${ids[name]}`).then(async () => {
    const { headers } = await shop.request(`/part/${ids[name]}`);
    return open(headers.get('Location') ?? `/part/${ids[name]}`);
  });

const shelf = '/?make=Honda&model=Civic&year=2015&category=Brakes';

describe('each page has one address', () => {
  test.each([
    ['/', '/'],
    ['/?utm_source=mail', '/'],
    ['/?make=Honda&model=Civic', '/'],
    [shelf, shelf],
    [`/?category=Brakes&year=2015&sort=price_asc&in_stock=1&model=Civic&make=Honda&fbclid=1`, shelf],
    ['/junkyard', '/junkyard'],
    ['/junkyard?q=&make=&page=7', '/junkyard'],
    [
      '/junkyard?condition=New&x=1&category=Brakes&make=Honda',
      '/junkyard?make=Honda&category=Brakes&condition=New',
    ],
    ['/parts', '/parts'],
    ['/parts/', '/parts'],
    ['/PARTS/Honda/Civic/2015?x', '/parts/Honda/Civic/2015'],
    ['/about', '/about'],
    ['/contact', '/contact'],
    ['/request?make=Honda', '/request'],
    ['/privacy', '/privacy'],
    ['/terms', '/terms'],
    ['/warranty', '/warranty'],
  ])('%s is %s', async (path, address) => {
    const { canonical, robots, html } = await open(path);
    expect([canonical, robots]).toEqual([SITE + address, undefined]);
    expect(html).toContain(`<meta property="og:url" content="${(SITE + address).replaceAll('&', '&amp;')}"`);
  });

  test('a part has its permanent one, whatever the rest of the address contains', async () => {
    const { canonical, robots } = await open(
      `/part/front-brake-pads-2015-honda-civic-${ids.pads}?utm_source=mail`,
    );
    expect(canonical).toBe(`${SITE}/part/front-brake-pads-2015-honda-civic-${ids.pads}`);
    expect(robots).toBeUndefined();
  });

  test.each([
    ['/junkyard?q=brake', 200],
    ['/junkyard?make=Nobody', 200],
    ['/?make=Honda&model=Civic&year=2015&category=Nothing', 200],
    ['/cart', 200],
    ['/auth', 200],
    ['/payment-success', 200],
    ['/payment-canceled', 200],
    ['/reset-password', 200],
    ['/catalog-import', 200],
    ['/mailbox', 200],
    ['/design', 200],
    ['/nothing-here', 404],
    ['/parts/Nobody', 404],
    ['/part/gone-00000000-0000-4000-8000-000000000000', 404],
    ['/part/none', 404],
    [`/junkyard?q=${'x'.repeat(201)}`, 400],
    ['/junkyard?after=made-up', 400],
  ])('%s is not indexed', async (path, status) => {
    const page = await open(path);
    expect([page.status, page.robots, page.canonical]).toEqual([status, 'noindex', undefined]);
    expect(page.title).toBeTruthy();
    expect(page.data).toEqual([]);
  });

  test.each([
    ['/parts/honda', '/parts/Honda'],
    ['/parts/HONDA/ci-vic/2015', '/parts/Honda/Civic/2015'],
    [
      '/?make=honda&model=CIVIC&year=2015&category=Brakes&sort=price_asc',
      '/?make=Honda&model=Civic&year=2015&category=Brakes&sort=price_asc',
    ],
    ['/?make=honda', '/?make=Honda'],
  ])('%s leads to %s', async (path, address) => {
    const { status, headers } = await shop.request(path);
    expect([status, headers.get('Location')]).toEqual([301, address]);
  });

  test('nor is a later page of a list', async () => {
    await using other = await createTestShop();
    await addParts(
      other.database.owner,
      Array.from({ length: 25 }, (_, index) => ({ part_name: `Pads ${index}` })),
    );
    const first = await (await other.request('/junkyard?make=Honda')).text();
    const [, next = ''] = first.match(/href="(\/junkyard\?make=Honda&amp;after=[^"]*)"/) ?? [];
    const later = await (await other.request(next.replaceAll('&amp;', '&'))).text();
    expect(first).toContain('rel="canonical"');
    expect(later).toContain('<meta name="robots" content="noindex"');
    expect(later).not.toContain('rel="canonical"');
  });

  test('payment pages have the specified titles', async () => {
    expect((await open('/payment-success')).title).toBe('Payment Success | Checkout');
    expect((await open('/payment-canceled')).title).toBe('Payment Canceled | Checkout');
  });
});

test('titles and descriptions are unique, and match the pages', async () => {
  const paths = [...fixedPages, '/junkyard?category=Brakes', '/parts/Honda', shelf];
  const pages = [...(await Promise.all(paths.map(open))), await partPage('pads'), await partPage('soldOut')];
  expect(new Set(pages.map(({ title }) => title)).size).toBe(pages.length);
  expect(new Set(pages.map(({ description }) => description)).size).toBe(pages.length);
  for (const { description = '' } of pages) expect(description.length).toBeGreaterThan(40);
  expect((await open(shelf)).description).toBe(
    'Brakes parts for 2015 Honda Civic: 3 found, 2 in stock. 3 parts from $64.50 to $240.00 on this page. Condition: Good, New.',
  );
  expect((await open('/junkyard?make=Honda&category=Brakes')).title).toBe(
    'Honda, Brakes | Junkyard | Partyard',
  );
  const pads = await partPage('pads');
  expect(pads.title).toBe('Front Brake Pads for 2015 Honda Civic (New, 45022-TR3-A01) | Partyard');
  expect(pads.description).toBe(
    'Front Brake Pads for 2015 Honda Civic, Akebono, OEM number 45022-TR3-A01, condition: New. $64.50, in stock. Akebono Front Brake Pads',
  );
  expect(pads.picture).toMatch(new RegExp(`^${SITE}/share/[-0-9a-f]{36}/\\w+\\.jpg$`));
  expect((await partPage('embedded')).picture).toMatch(new RegExp(`^${SITE}/share/`));
});

describe('the structured data of a part', () => {
  test('equals the data on its page', async () => {
    const { data, html } = await partPage('pads');
    const [product, breadcrumb] = data;
    expect(product).toEqual({
      '@context': 'https://schema.org',
      '@type': 'Product',
      name: 'Front Brake Pads',
      url: `${SITE}/part/front-brake-pads-2015-honda-civic-${ids.pads}`,
      sku: ids.pads,
      mpn: '45022-TR3-A01',
      description: 'Akebono Front Brake Pads',
      category: 'Brakes',
      itemCondition: 'https://schema.org/NewCondition',
      additionalProperty: [{ '@type': 'PropertyValue', name: 'Origin', value: 'New' }],
      brand: { '@type': 'Brand', name: 'Akebono' },
      image: SITE + PICTURE,
      isAccessoryOrSparePartFor: {
        '@type': 'Vehicle',
        name: '2015 Honda Civic',
        brand: { '@type': 'Brand', name: 'Honda' },
        model: 'Civic',
        vehicleModelDate: '2015',
        vehicleEngine: { '@type': 'EngineSpecification', name: '1.8L L4' },
      },
      offers: {
        '@type': 'Offer',
        url: product.url,
        price: '64.50',
        priceCurrency: 'USD',
        availability: 'https://schema.org/InStock',
        itemCondition: 'https://schema.org/NewCondition',
        seller: { '@type': 'AutoPartsStore', '@id': `${SITE}/#shop`, name: 'Partyard', url: SITE },
        shippingDetails: {
          '@type': 'OfferShippingDetails',
          shippingRate: { '@type': 'MonetaryAmount', value: '15.00', currency: 'USD' },
          shippingDestination: { '@type': 'DefinedRegion', addressCountry: 'US' },
        },
        hasMerchantReturnPolicy: {
          '@type': 'MerchantReturnPolicy',
          applicableCountry: 'US',
          returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
          merchantReturnDays: 30,
          merchantReturnLink: `${SITE}/terms`,
        },
      },
    });
    const shown = html.replaceAll(/<script[\s\S]*?<\/script>/g, '').replaceAll('<!-- -->', '');
    const nav = shown.match(/<nav aria-label="Breadcrumb"[\s\S]*?<\/nav>/)?.[0] ?? '';
    const crumbs = [...nav.matchAll(/href="([^"]*)"[^>]*>([^<]+)</g)].map(([, to = '', name]) => ({
      name,
      item: SITE + to.replaceAll('&amp;', '&'),
    }));
    expect(crumbs).toHaveLength(5);
    expect(
      breadcrumb.itemListElement.map(({ name, item }: { name: string; item: string }) => ({ name, item })),
    ).toEqual(crumbs);
    const main = shown.slice(shown.indexOf('<main'));
    for (const said of [
      product.name,
      product.mpn,
      product.brand.name,
      formatDollars(6450),
      'In Stock: 4',
      'within 30 days',
      'Shipping is $15',
    ]) {
      expect(main).toContain(said);
    }
  });

  test("has no offer without a price, shows a hold, and contains the part's own shipping", async () => {
    const [unpriced] = (await partPage('unpriced')).data;
    expect(unpriced).not.toHaveProperty('offers');
    const [soldOut] = (await partPage('soldOut')).data;
    expect(soldOut.offers.availability).toBe('https://schema.org/OutOfStock');
    expect(soldOut.offers.shippingDetails.shippingRate.value).toBe('0.00');
    const [rebuilt] = (await partPage('rebuilt')).data;
    expect(rebuilt.offers.itemCondition).toBe('https://schema.org/RefurbishedCondition');
    expect(rebuilt.offers.shippingDetails.shippingRate.value).toBe('9.50');
    expect(rebuilt.image).toBe('https://pictures.test/a%20b.jpg');
    const [universal] = (await partPage('universal')).data;
    expect(universal).not.toHaveProperty('isAccessoryOrSparePartFor');
    expect(universal.itemCondition).toBe('https://schema.org/UsedCondition');
    expect((await partPage('embedded')).data[0]).not.toHaveProperty('image');
  });

  test("can't be broken by texts, and does not change the policy", async () => {
    const { data, html, policy } = await partPage('evil');
    expect(data[0].name).toBe(evil);
    expect(html).not.toContain('<script>alert');
    const inline = [...html.matchAll(/<script(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/script>/g)];
    const run = inline.filter(([, attributes]) => !attributes?.includes('ld+json'));
    expect(run.length).toBe(inline.length - 1);
    const hashes = new Set(
      run.map(([, , script = '']) => createHash('sha256').update(script).digest('base64')),
    );
    const allowed = policy.match(/script-src [^;]*/)?.[0] ?? '';
    expect(allowed.match(/'sha256-/g)).toHaveLength(hashes.size);
    for (const hash of hashes) expect(allowed).toContain(hash);
  });
});

test('pages that show the shop describe it', async () => {
  for (const path of ['/about', '/contact']) {
    const [store] = (await open(path)).data;
    expect(store).toMatchObject({
      '@type': 'AutoPartsStore',
      telephone: '+16195550142',
      email: 'parts@partyard.example',
      address: { addressLocality: 'San Diego', addressRegion: 'CA', addressCountry: 'US' },
      openingHoursSpecification: [
        { opens: '08:00', closes: '18:00' },
        { dayOfWeek: ['https://schema.org/Saturday'], opens: '09:00', closes: '16:00' },
      ],
    });
    expect(store.openingHoursSpecification[0].dayOfWeek).toHaveLength(5);
  }
  const [site] = (await open('/')).data;
  expect(site.potentialAction.target.urlTemplate).toBe(`${SITE}/junkyard?q={query}`);
  expect((await open('/parts')).data).toEqual([]);
  expect((await open('/parts/Honda/Civic')).data[0].itemListElement.at(-1)).toEqual({
    '@type': 'ListItem',
    position: 3,
    name: 'Civic',
  });
});

describe('crawlers', () => {
  test('get their rules from robots.txt', async () => {
    const response = await shop.request('/robots.txt');
    const text = await response.text();
    expect(response.headers.get('Content-Type')).toBe('text/plain; charset=utf-8');
    expect(text).toContain(`Sitemap: ${SITE}/sitemap.xml\n`);
    for (const path of ['/api/', '/functions/', '/admin', '/cart', '/auth', '/profile', '/rpc/', '/*?*q=']) {
      expect(text).toContain(`Disallow: ${path}\n`);
    }
  });

  test('find all public pages in the sitemaps, and no others', async () => {
    const index = await (await shop.request('/sitemap.xml')).text();
    expect(await validateXml(index, 'siteindex')).toEqual([]);
    const sitemaps = textsOf(index, 'loc');
    expect(sitemaps).toEqual([
      `${SITE}/sitemaps/pages.xml`,
      `${SITE}/sitemaps/make-A%26B.xml`,
      `${SITE}/sitemaps/make-Honda.xml`,
      `${SITE}/sitemaps/parts.xml`,
    ]);
    const found: string[] = [];
    for (const address of sitemaps) {
      const response = await shop.request(address);
      expect(response.status).toBe(200);
      const xml = await response.text();
      expect(await validateXml(xml, 'sitemap')).toEqual([]);
      found.push(...textsOf(xml, 'loc'));
    }
    expect(new Set(found).size).toBe(found.length);
    for (const id of Object.values(ids))
      expect(found.filter((address) => address.endsWith(id))).toHaveLength(1);
    expect(found).toContain(SITE + shelf);
    for (const address of found) {
      const { status, canonical, robots } = await open(address);
      expect([status, canonical, robots]).toEqual([200, address, undefined]);
    }
  });

  test('every page with a canonical address is in app/core/catalog/public-address.ts', async () => {
    const paths = routesOf(shop.build)
      .filter(({ isPage, path }) => isPage && !path.includes('*'))
      .map(({ path }) => path.replaceAll(/\/:\w+\?/g, ''))
      .filter((path) => !path.includes(':'));
    const pages = await Promise.all(paths.map(open));
    const found = paths.filter((_, index) => pages[index]?.canonical !== undefined);
    expect(found.toSorted()).toEqual(fixedPages.toSorted());
  });

  test("get the time of a part's last change", async () => {
    await shop.database.owner.query(
      "update parts_catalog set updated_at = '2025-03-04 05:06:07Z' where id = $1",
      [ids.pads],
    );
    const xml = await (await shop.request('/sitemaps/parts.xml')).text();
    expect(xml).toContain(`${ids.pads}</loc><lastmod>2025-03-04T05:06:07.000Z</lastmod>`);
  });

  test.each([
    'none',
    'pages',
    'pages-1.xml',
    'parts-g.xml',
    'parts-ffff.xml',
    'cars.xml',
    'cars-x.xml',
    'make-.xml',
    'make-Nobody.xml',
    'make-%00.xml',
    '..%2f..%2fetc',
    `make-${'x'.repeat(3000)}.xml`,
  ])('a sitemap %s does not exist', async (name) => {
    expect((await shop.request(`/sitemaps/${name}`)).status).toBe(404);
  });

  test('find the static pages of an empty shop', async () => {
    await using empty = await createTestShop();
    const index = await (await empty.request('/sitemap.xml')).text();
    expect(textsOf(index, 'loc')).toEqual([`${SITE}/sitemaps/pages.xml`]);
    expect(await validateXml(await (await empty.request('/sitemaps/pages.xml')).text(), 'sitemap')).toEqual(
      [],
    );
    expect((await empty.request('/sitemaps/parts.xml')).status).toBe(404);
    const feed = await (await empty.request('/feeds/google-merchant.xml')).text();
    expect(await validateXml(feed, 'product-feed')).toEqual([]);
  });
});

const feed = (headers: Record<string, string> = {}) =>
  shop.request('/feeds/google-merchant.xml', { headers: { 'X-Forwarded-For': randomAddress(), ...headers } });

describe('shipping by the settings', () => {
  const owner = () => shop.database.owner;
  const classes = ['freight', 'oversize', 'pickup', 'parcel'];
  let added: string[];
  beforeAll(async () => {
    added = await addParts(
      owner(),
      classes.map((name) => ({
        part_name: `${name} part`,
        shipping_class: name,
        weight_pounds: 200,
        image_url: PICTURE,
      })),
    );
    for (const [index, name] of classes.entries()) ids[name] = added[index] ?? '';
  });
  afterAll(async () => {
    await owner().query('delete from parts_catalog where id = any($1)', [added]);
    await owner().query("update shop_settings set values = '{}'");
  });

  const offered = async (name: string) => (await partPage(name)).data[0].offers.shippingDetails;
  const fed = async () => {
    const xml = await (await feed()).text();
    expect(await validateXml(xml, 'product-feed')).toEqual([]);
    return new Map(xml.split('<item>').map((item) => [textsOf(item, 'g:id')[0], item]));
  };

  test('nothing is said about parts that are picked up or need a quote, and they are not in the feed', async () => {
    const items = await fed();
    for (const name of ['freight', 'oversize', 'pickup']) {
      expect(await offered(name)).toBeUndefined();
      expect(items.has(ids[name])).toBe(false);
    }
    expect(items.has(ids.parcel)).toBe(true);
    expect((await partPage('pickup')).html).toContain('Pickup only');
    expect((await partPage('freight')).html).toContain('Ships by freight: ask us for a quote');
  });

  test('zones, surcharges and days are listed by state', async () => {
    const zone = {
      name: 'West',
      states: ['CA', 'NV'],
      baseCents: 15_000,
      centsPerHundredPounds: 2_000,
      residentialCents: 7_500,
      liftgateCents: 6_000,
      days: { min: 3, max: 6 },
    };
    const shipping = {
      freight: { mode: 'zones', zones: [zone] },
      remote: { alaska: 2_000, hawaii: 'refused', territories: 'refused', military: 'refused' },
    };
    await owner().query('update shop_settings set values = $1', [{ shipping }]);
    await expect
      .poll(() => offered('freight'))
      .toEqual([
        {
          '@type': 'OfferShippingDetails',
          shippingRate: { '@type': 'MonetaryAmount', value: '265.00', currency: 'USD' },
          shippingDestination: {
            '@type': 'DefinedRegion',
            addressCountry: 'US',
            addressRegion: ['CA', 'NV'],
          },
          deliveryTime: {
            '@type': 'ShippingDeliveryTime',
            transitTime: { '@type': 'QuantitativeValue', minValue: 3, maxValue: 6, unitCode: 'DAY' },
          },
        },
      ]);
    const parcel = await offered('parcel');
    expect(parcel.map((each: { shippingRate: { value: string } }) => each.shippingRate.value)).toEqual([
      '15.00',
      '35.00',
    ]);
    const items = await fed();
    const region = (state: string, price: string) =>
      `<g:shipping><g:country>US</g:country><g:region>${state}</g:region><g:price>${price} USD</g:price></g:shipping>`;
    expect(items.get(ids.freight)).toContain(`${region('CA', '265.00')}${region('NV', '265.00')}</item>`);
    expect(items.get(ids.parcel)).toContain(region('AK', '35.00'));
    expect(items.get(ids.parcel)).not.toContain('<g:region>HI<');
  });
});

test('listed vehicles are in the structured data, at most 30, and in the feed, as many as fit', async () => {
  const { owner } = shop.database;
  const vehicle = (name: string, year: string | string[], more = {}) => ({
    '@type': 'Vehicle',
    name,
    brand: { '@type': 'Brand', name: name.split(' ')[1] },
    model: name.split(' ')[2],
    vehicleModelDate: year,
    ...more,
  });
  const engine = (name: string) => ({ vehicleEngine: { '@type': 'EngineSpecification', name } });
  const fitted = async (name: string) => (await partPage(name)).data[0].isAccessoryOrSparePartFor;
  try {
    await owner.query(
      `insert into part_fitments (part_id, make, model, from_year, to_year, engine, trim) values
         ($1, 'Acura', 'ILX', 2013, 2015, '2.0L', 'Base'), ($1, 'Honda', 'Civic', 2014, 2014, '1.8L L4', null)`,
      [ids.rebuilt],
    );
    await owner.query(
      `insert into part_fitments (part_id, make, model, from_year, to_year)
       select $1, 'Honda', 'Model ' || number, 2000, 2001 from generate_series(1, 200) as number`,
      [ids.soldOut],
    );
    await expect
      .poll(() => fitted('rebuilt'))
      .toEqual([
        vehicle('2015 Honda Civic', '2015'),
        vehicle('2013-2015 Acura ILX', ['2013', '2014', '2015'], {
          vehicleConfiguration: 'Base',
          ...engine('2.0L'),
        }),
        vehicle('2014 Honda Civic', '2014', engine('1.8L L4')),
      ]);
    await expect.poll(() => fitted('soldOut')).toHaveLength(30);

    const xml = await (await feed()).text();
    expect(await validateXml(xml, 'product-feed')).toEqual([]);
    const valuesOf = (name: string) => {
      const item = xml.split('<item>').find((text) => text.includes(`<g:id>${ids[name]}<`));
      return textsOf(item ?? '', 'g:attribute_value');
    };
    expect(valuesOf('rebuilt')).toContain(
      '2015 Honda Civic; 2013-2015 Acura ILX, 2.0L, Base; 2014 Honda Civic, 1.8L L4',
    );
    const many = valuesOf('soldOut').find((value) => value.includes('; 2000-2001 Honda')) ?? '';
    expect(many).toMatch(/^2015 Honda Civic; .*; 2000-2001 Honda Model \d+; and more$/);
    expect(many.length).toBeLessThanOrEqual(1_000);
    expect(many.length).toBeGreaterThan(950);
    expect(valuesOf('universal')).toEqual(['Used']);
  } finally {
    await owner.query('delete from part_fitments');
  }
});

describe('the product feed', () => {
  test("lists the parts that Google's rules allow", async () => {
    const xml = await (await feed()).text();
    expect(await validateXml(xml, 'product-feed')).toEqual([]);
    const listed = ['pads', 'soldOut', 'rebuilt', 'universal', 'evil'].map((name) => ids[name]);
    expect(textsOf(xml, 'g:id').toSorted()).toEqual(listed.toSorted());
    const item = xml.split('<item>').find((text) => text.includes(`<g:id>${ids.pads}<`)) ?? '';
    expect(item).toContain(
      '<g:title>Front Brake Pads for 2015 Honda Civic</g:title>' +
        '<g:description>Akebono Front Brake Pads</g:description>' +
        `<g:link>${SITE}/part/front-brake-pads-2015-honda-civic-${ids.pads}</g:link>` +
        `<g:image_link>${SITE}${PICTURE}</g:image_link>` +
        '<g:availability>in_stock</g:availability><g:price>64.50 USD</g:price><g:condition>new</g:condition>' +
        '<g:brand>Akebono</g:brand><g:mpn>45022-TR3-A01</g:mpn>' +
        '<g:google_product_category>899</g:google_product_category><g:product_type>Brakes</g:product_type>' +
        '<g:product_detail><g:attribute_name>Origin</g:attribute_name><g:attribute_value>New</g:attribute_value></g:product_detail>' +
        '<g:product_detail><g:attribute_name>Fits</g:attribute_name><g:attribute_value>2015 Honda Civic, 1.8L L4</g:attribute_value></g:product_detail>' +
        '<g:shipping><g:country>US</g:country><g:price>15.00 USD</g:price></g:shipping></item>',
    );
    const odd = xml.split('<item>').find((text) => text.includes(`<g:id>${ids.evil}<`)) ?? '';
    expect(textsOf(odd, 'g:title')[0]).toContain('</script><script>alert(1)</script> ]]> <!-- & "\'');
    expect(odd).toContain('🚗');
    expect(odd).toContain('<g:identifier_exists>no</g:identifier_exists>');
  });

  test('is compressed on request, and supports HEAD', async () => {
    const zipped = await feed({ 'Accept-Encoding': 'gzip' });
    expect(zipped.headers.get('Content-Encoding')).toBe('gzip');
    const plain = zipped.body?.pipeThrough(new DecompressionStream('gzip'));
    expect(await validateXml(await new Response(plain).text(), 'product-feed')).toEqual([]);
    for (const path of ['/feeds/google-merchant.xml', '/sitemap.xml', '/sitemaps/pages.xml', '/robots.txt']) {
      const head = await shop.request(path, { method: 'HEAD' });
      expect([head.status, await head.text()]).toEqual([200, '']);
      expect(head.headers.get('Content-Type')).toMatch(/^(application\/xml|text\/plain); charset=utf-8$/);
    }
  });

  test('uses no connection while its reader waits', async () => {
    await using other = await createTestShop();
    const { owner } = other.database;
    await addParts(
      owner,
      Array.from({ length: 600 }, (_, index) => ({ part_name: `Pads ${index}`, image_url: PICTURE })),
    );
    const response = await other.request('/feeds/google-merchant.xml');
    const { rows } = await owner.query(
      "select count(*)::integer as busy from pg_stat_activity where usename like '%reader' and datname = current_database() and state <> 'idle'",
    );
    expect(rows).toEqual([{ busy: 0 }]);
    const xml = await response.text();
    expect(await validateXml(xml, 'product-feed')).toEqual([]);
    expect(new Set(textsOf(xml, 'g:id')).size).toBe(600);
  });

  test('can be read twice at the same time by one address, and only so often', async () => {
    const headers = { 'X-Forwarded-For': '203.0.113.77' };
    const [first, second, third] = [await feed(headers), await feed(headers), await feed(headers)];
    expect([first.status, second.status, third.status]).toEqual([200, 200, 429]);
    expect(Number(third.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect((await feed()).status).toBe(200);
    await first.body?.cancel();
    await second.text();
    for (let turn = 0; turn < 9; turn += 1) await (await feed(headers)).text();
    const refused = await feed(headers);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(60);
  });
});

test('no document for machines contains private data', async () => {
  const documents = [
    '/robots.txt',
    '/llms.txt',
    '/ucp/fitment',
    '/sitemap.xml',
    '/sitemaps/pages.xml',
    '/sitemaps/parts.xml',
    '/sitemaps/make-Honda.xml',
  ];
  const texts = await Promise.all(documents.map(async (path) => (await shop.request(path)).text()));
  texts.push(await (await feed()).text());
  for (const name of Object.keys(ids)) texts.push(JSON.stringify((await partPage(name)).data));
  const said = texts.join('\n');
  for (const secret of ['secret-supplier', 'SECRET', 'stock_held', 'source_url', 'ada@example.com', admin]) {
    expect(said).not.toContain(secret);
  }
  // The shop's own email is on its contact page.
  expect(said).not.toMatch(/[\w.]+@[\w.]+/);
});
