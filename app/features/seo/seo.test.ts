import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { business } from '#domain/business.ts';
import { clipped } from './page-meta.ts';
import { idsBeginningWith, MOST_ADDRESSES, MOST_BYTES, partSitemaps } from './part-sitemaps.ts';
import { listSummary } from './part-words.ts';
import { sitemap } from './sitemaps.server.ts';
import { openingHours } from './store-data.ts';
import { xmlText } from './xml.ts';

describe('sitemaps of parts', () => {
  test.each([
    [1, 1],
    [20_000, 1],
    [20_001, 16],
    [1_000_000, 256],
    [50_000_000, 4_096],
  ])('of %i parts are %i', (parts, sitemaps) => {
    expect(partSitemaps(parts)).toHaveLength(sitemaps);
    expect(parts / sitemaps).toBeLessThan(MOST_ADDRESSES / 2);
  });

  test('hold each id in exactly one', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.constantFrom(1, 100_000, 1_000_000, 10_000_000), (id, parts) => {
        const holding = partSitemaps(parts)
          .map(idsBeginningWith)
          .filter((ids) => ids && ids.first <= id && id <= ids.last);
        expect(holding).toHaveLength(1);
      }),
    );
  });

  test.each(['g', 'A', '0000', '-', '0\n', '%', "'"])('none is called %j', (prefix) => {
    expect(idsBeginningWith(prefix)).toBeUndefined();
  });
});

test('a sitemap holds no more than it may, and leaves out what is too long', async () => {
  const batches = [
    [{ address: `/${'x'.repeat(2_048)}` }, { address: '/first' }],
    ...Array.from({ length: 6 }, () => Array.from({ length: 10_000 }, () => ({ address: '/part' }))),
  ];
  let document = '';
  for await (const piece of sitemap('http://shop.test', batches)) document += piece;
  expect(document.match(/<url>/g)).toHaveLength(MOST_ADDRESSES);
  expect(document).toContain('<url><loc>http://shop.test/first</loc></url>');
  expect(document).not.toContain('xxx');
  expect(document.endsWith('</urlset>\n')).toBe(true);

  const long = Array.from({ length: 60 }, () =>
    Array.from({ length: 500 }, () => ({ address: `/${'x'.repeat(2_000)}` })),
  );
  let bytes = 0;
  for await (const piece of sitemap('http://shop.test', long)) bytes += piece.length;
  expect(bytes).toBeGreaterThan(MOST_BYTES - 2_000_000);
  expect(bytes).toBeLessThan(MOST_BYTES);
});

test('a text in XML holds nothing that XML may not, and breaks nothing', () => {
  expect(xmlText('a\u0000\u0008\u000b\u001f\ufffe\uffff\ud800b\t\n🚗')).toBe('a\ufffdb\t\n🚗');
  expect(xmlText(`<&>"']]>`)).toBe('&lt;&amp;&gt;&quot;&apos;]]&gt;');
});

test('a long text ends with a whole word', () => {
  expect(clipped('brake  pads\nfront', 100)).toBe('brake pads front');
  expect(clipped('brake pads front', 12)).toBe('brake pads…');
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.integer({ min: 2, max: 40 }),
      (text, most) => {
        const short = clipped(text, most);
        expect(short.length).toBeLessThanOrEqual(most);
        expect(short.isWellFormed()).toBe(text.isWellFormed());
      },
    ),
  );
});

test('what a list shows, in a sentence', () => {
  const part = { priceCents: 1900, condition: 'Good' };
  expect(listSummary([])).toBe('0 parts on this page.');
  expect(listSummary([part])).toBe('1 part at $19.00 on this page, in condition Good.');
  expect(
    listSummary([part, { priceCents: 0, condition: null }, { priceCents: 8500, condition: 'Fair' }]),
  ).toBe('3 parts from $19.00 to $85.00 on this page, in condition Fair, Good.');
});

test('opening hours in the words of schema.org', () => {
  expect(openingHours(business.hours).map(({ opens, closes }) => `${opens}-${closes}`)).toEqual([
    '08:00-18:00',
    '09:00-16:00',
  ]);
  expect(
    openingHours([
      { days: 'Sunday', open: '12:00 PM-11:30 PM' },
      { days: 'Saturday', open: '12:00 AM-1:00 AM' },
      { days: 'Friday-Monday', open: '9:00 AM-4:00 PM' },
      { days: 'Weekdays', open: '9:00 AM-4:00 PM' },
      { days: 'Sunday', open: 'by appointment' },
    ]),
  ).toEqual([
    {
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: ['https://schema.org/Sunday'],
      opens: '12:00',
      closes: '23:30',
    },
    {
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: ['https://schema.org/Saturday'],
      opens: '00:00',
      closes: '01:00',
    },
  ]);
});
