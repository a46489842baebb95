import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_SITEMAP_BYTES, MAX_SITEMAP_URLS, partSitemaps, readIdRange } from './part-sitemaps.ts';
import { sitemap } from './sitemaps.server.ts';
import { xmlText } from './xml.ts';

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
  for await (const text of sitemap('http://shop.test', batches)) document += text;
  expect(document.match(/<url>/g)).toHaveLength(MAX_SITEMAP_URLS);
  expect(document).toContain('<url><loc>http://shop.test/first</loc></url>');
  expect(document).not.toContain('xxx');
  expect(document.endsWith('</urlset>\n')).toBe(true);

  const long = Array.from({ length: 60 }, () =>
    Array.from({ length: 500 }, () => ({ address: `/${'x'.repeat(2_000)}` })),
  );
  let bytes = 0;
  for await (const text of sitemap('http://shop.test', long)) bytes += text.length;
  expect(bytes).toBeGreaterThan(MAX_SITEMAP_BYTES - 2_000_000);
  expect(bytes).toBeLessThan(MAX_SITEMAP_BYTES);
});

test('XML text is escaped, without characters that XML forbids', () => {
  expect(xmlText('a\u0000\u0008\u000b\u001f\ufffe\uffff\ud800b\t\n🚗')).toBe('a\ufffdb\t\n🚗');
  expect(xmlText(`<&>"']]>`)).toBe('&lt;&amp;&gt;&quot;&apos;]]&gt;');
});
