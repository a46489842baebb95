import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { partAddress } from '#core/catalog/part-address.ts';
import { addParts } from '../support/parts.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';

/** Bytes as served in brotli. */
const SCRIPT_BUDGET = 129_000;
const STYLE_BUDGET = 15_000;

/** What connects to live updates, when the page is at rest. */
const LIVE_BUDGET = 1_400;

let shop: TestShop;
const pages = {
  part: '',
  home: '/',
  results: '/?make=Honda&model=Civic&year=2015&category=Brakes',
  junkyard: '/junkyard',
};

beforeAll(async () => {
  shop = await createTestShop();
  const [id = ''] = await addParts(shop.database.owner, [{ part_name: 'Horn' }]);
  pages.part = partAddress({ id, name: 'Horn', make: 'Honda', model: 'Civic', year: 2015 });
});
afterAll(() => shop[Symbol.asyncDispose]());

/** The files that a browser loads with the page, before any input. */
async function loaded(path: string) {
  const response = await shop.request(path);
  expect(response.status).toBe(200);
  const html = await response.text();
  const named = (pattern: RegExp) => Array.from(html.matchAll(pattern), ([, address = '']) => address);
  return {
    html,
    scripts: new Set([
      ...named(/<link rel="modulepreload"[^>]* href="([^"]+)"/g),
      ...named(/\bimport\b[^"]*"(\/[^"]+)"/g),
      ...named(/<script[^>]* src="([^"]+)"/g),
    ]),
    styles: Array.from(html.matchAll(/<style>([\s\S]*?)<\/style>/g), ([, sheet = '']) => sheet),
    linkedStyles: named(/<link rel="stylesheet" href="([^"]+)"/g),
  };
}

/** Files of the build, by the name of their source. */
async function filesNamed(name: string): Promise<string[]> {
  const files = await readdir(join(inject('build'), 'client/assets'));
  return files
    .filter((file) => file.startsWith(`${name}-`) && file.endsWith('.js'))
    .map((file) => `/assets/${file}`);
}

async function weight(files: Iterable<string>): Promise<number> {
  const sizes = [...files].map(
    async (file) => (await stat(join(inject('build'), 'client', `${file}.br`))).size,
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

describe.each(['home', 'results', 'junkyard', 'part'] as const)('the first load of %s', (page) => {
  test('is within its budget', async () => {
    const { scripts, styles, linkedStyles } = await loaded(pages[page]);
    expect(scripts.size).toBeGreaterThan(3);
    expect(await weight(scripts)).toBeLessThanOrEqual(SCRIPT_BUDGET);
    expect(linkedStyles).toEqual([]);
    expect(styles).toHaveLength(1);
    expect(brotliCompressSync(styles[0] ?? '').length).toBeLessThanOrEqual(STYLE_BUDGET);
  });

  test('connects to live updates with a small script that is loaded later', async () => {
    const { scripts } = await loaded(pages[page]);
    const connecting = await filesNamed('connect-live');
    expect(connecting).toHaveLength(1);
    expect(scripts).not.toContain(connecting[0]);
    expect(await weight(connecting)).toBeLessThanOrEqual(LIVE_BUDGET);
  });

  test('contains nothing of the cart page, accounts, or the admin panel, and nothing from other hosts', async () => {
    const { html, scripts } = await loaded(pages[page]);
    expect(
      [...scripts].filter((file) =>
        /\/(cart|auth|profile|admin|catalog-import|dialog)-[\w-]{8}\.js/.test(file),
      ),
    ).toEqual([]);
    const elsewhere = Array.from(
      html.matchAll(/<(?:script|img|link rel="(?!canonical)[^"]*")[^>]* (?:src|href)="([^"]+)"/g),
      ([, address = '']) => address,
    );
    expect(elsewhere.filter((address) => !/^(#|\/(?!\/))/.test(address))).toEqual([]);
  });

  test('has pictures with reserved space', async () => {
    const { html } = await loaded(pages[page]);
    for (const [picture] of html.matchAll(/<img[^>]*>/g)) {
      expect(picture).toMatch(/ width="\d+"/);
      expect(picture).toMatch(/ height="\d+"/);
    }
  });
});

test('the styles name only files that exist', async () => {
  const { styles } = await loaded(pages.home);
  const files = Array.from(styles[0]?.matchAll(/url\((?!data:)([^)]+)\)/g) ?? [], ([, file = '']) => file);
  expect(files.length).toBeGreaterThan(2);
  for (const file of new Set(files))
    expect((await shop.request(new URL(file, 'http://shop.test/assets/').pathname)).status, file).toBe(200);
});
