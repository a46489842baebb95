import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultShop } from '#core/settings/shop.ts';
import { truncate } from '#core/settings/page-meta.ts';
import {
  readIdRange,
  MAX_SITEMAP_URLS,
  MAX_SITEMAP_BYTES,
  partSitemaps,
} from '#doors/search-engines/part-sitemaps.ts';
import { listSummary } from '#shop/find/list-text.ts';
import { sitemap } from '#doors/search-engines/sitemaps.server.ts';
import { holidayHours, openingHours, postalAddresses } from '#core/settings/store-data.ts';
import { xmlText } from '#doors/search-engines/xml.ts';

describe('sitemaps of parts', () => {
  test.each([
    [1, 1],
    [20_000, 1],
    [20_001, 16],
    [1_000_000, 256],
    [50_000_000, 4_096],
  ])('%i parts need %i sitemaps', (parts, sitemaps) => {
    expect(partSitemaps(parts)).toHaveLength(sitemaps);
    expect(parts / sitemaps).toBeLessThan(MAX_SITEMAP_URLS / 2);
  });

  test('each id is in exactly one sitemap', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.constantFrom(1, 100_000, 1_000_000, 10_000_000), (id, parts) => {
        const holding = partSitemaps(parts)
          .map(readIdRange)
          .filter((ids) => ids && ids.first <= id && id <= ids.last);
        expect(holding).toHaveLength(1);
      }),
    );
  });

  test.each(['g', 'A', '0000', '-', '0\n', '%', "'"])('%j is not a sitemap name', (prefix) => {
    expect(readIdRange(prefix)).toBeUndefined();
  });
});

test('a sitemap stays within its limits, and leaves out addresses that are too long', async () => {
  const batches = [
    [{ address: `/${'x'.repeat(2_048)}` }, { address: '/first' }],
    ...Array.from({ length: 6 }, () => Array.from({ length: 10_000 }, () => ({ address: '/part' }))),
  ];
  let document = '';
  for await (const piece of sitemap('http://shop.test', batches)) document += piece;
  expect(document.match(/<url>/g)).toHaveLength(MAX_SITEMAP_URLS);
  expect(document).toContain('<url><loc>http://shop.test/first</loc></url>');
  expect(document).not.toContain('xxx');
  expect(document.endsWith('</urlset>\n')).toBe(true);

  const long = Array.from({ length: 60 }, () =>
    Array.from({ length: 500 }, () => ({ address: `/${'x'.repeat(2_000)}` })),
  );
  let bytes = 0;
  for await (const piece of sitemap('http://shop.test', long)) bytes += piece.length;
  expect(bytes).toBeGreaterThan(MAX_SITEMAP_BYTES - 2_000_000);
  expect(bytes).toBeLessThan(MAX_SITEMAP_BYTES);
});

test('XML text is escaped, without characters that XML forbids', () => {
  expect(xmlText('a\u0000\u0008\u000b\u001f\ufffe\uffff\ud800b\t\n🚗')).toBe('a\ufffdb\t\n🚗');
  expect(xmlText(`<&>"']]>`)).toBe('&lt;&amp;&gt;&quot;&apos;]]&gt;');
});

test('a truncated text ends with a whole word', () => {
  expect(truncate('brake  pads\nfront', 100)).toBe('brake pads front');
  expect(truncate('brake pads front', 12)).toBe('brake pads…');
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.integer({ min: 2, max: 40 }),
      (text, maxLength) => {
        const short = truncate(text, maxLength);
        expect(short.length).toBeLessThanOrEqual(maxLength);
        expect(short.isWellFormed()).toBe(text.isWellFormed());
      },
    ),
  );
});

test('the summary of a list', () => {
  const part = { priceCents: 1900, condition: 'Good' };
  expect(listSummary([])).toBe('0 parts on this page.');
  expect(listSummary([part])).toBe('1 part at $19.00 on this page. Condition: Good.');
  expect(
    listSummary([part, { priceCents: 0, condition: null }, { priceCents: 8500, condition: 'Fair' }]),
  ).toBe('3 parts from $19.00 to $85.00 on this page. Condition: Fair, Good.');
});

test('opening hours as schema.org data: days with equal hours in one entry, closed days in none', () => {
  expect(
    openingHours(defaultShop).map(({ dayOfWeek, opens, closes }) => [
      [dayOfWeek].flat().length,
      opens,
      closes,
    ]),
  ).toEqual([
    [5, '08:00', '18:00'],
    [1, '09:00', '16:00'],
  ]);
});

test('addresses as schema.org data: the city, one location, or several', () => {
  const usa = { '@type': 'PostalAddress', addressCountry: 'US' };
  expect(postalAddresses(defaultShop)).toEqual({
    ...usa,
    addressLocality: 'San Diego',
    addressRegion: 'CA',
  });
  const yard = { name: 'Yard', street: '1 Main St', city: 'Chula Vista', state: 'CA', zip: '91910' };
  const address = {
    ...usa,
    name: 'Yard',
    streetAddress: '1 Main St',
    addressLocality: 'Chula Vista',
    addressRegion: 'CA',
    postalCode: '91910',
  };
  expect(postalAddresses({ ...defaultShop, locations: [yard] })).toEqual(address);
  expect(postalAddresses({ ...defaultShop, locations: [yard, { ...yard, name: 'Two' }] })).toEqual([
    address,
    { ...address, name: 'Two' },
  ]);
});

test('holidays as schema.org data: a closed day opens and closes at midnight', () => {
  const day = (date: string) => ({
    '@type': 'OpeningHoursSpecification',
    validFrom: date,
    validThrough: date,
  });
  const open = { open: '10:00', close: '14:00' };
  expect(
    holidayHours({
      holidays: [
        { date: '2026-12-25', name: 'Christmas', hours: null },
        { date: '2026-12-24', name: 'Christmas Eve', hours: open },
      ],
    }),
  ).toEqual([
    { ...day('2026-12-25'), opens: '00:00', closes: '00:00' },
    { ...day('2026-12-24'), opens: '10:00', closes: '14:00' },
  ]);
});
