import { afterAll, beforeAll, expect, test } from 'vitest';
import { addParts } from '../support/parts.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';

let shop: TestShop;

beforeAll(async () => {
  shop = await createTestShop();
  await addParts(shop.database.owner, [
    { part_name: 'Front Brake Pads' },
    { part_name: 'Brake Pad Set, Rear' },
    { part_name: 'FRT BRK PADS', brand: 'Akebono' },
    { part_name: 'Brake Rotor' },
    { part_name: 'Frobnicator', kind: 'horns' },
    { part_name: 'Frobnicator' },
  ]);
  await shop.runJobs();
});
afterAll(() => shop[Symbol.asyncDispose]());

const RESULTS = '/?make=Honda&model=Civic&year=2015&category=Brakes';

async function open(address: string): Promise<string> {
  const response = await shop.request(address);
  expect(response.status).toBe(200);
  return (await response.text()).replaceAll('<!-- -->', '');
}

/** The choices of the filter, with those that are chosen in brackets. */
function readChoices(html: string): string[] {
  const [, group = ''] = /<legend>Part<\/legend>(.*?)<\/fieldset>/s.exec(html) ?? [];
  return [...group.matchAll(/<label.*?<\/label>/gs)].map(([label]) => {
    const text = (/aria-label="([^"]*)"/.exec(label)?.[1] ?? label.replaceAll(/<[^>]*>/g, ' '))
      .replaceAll(/\s+/g, ' ')
      .trim();
    return label.includes('checked') ? `[${text}]` : text;
  });
}

const all = ['Brake pads 3', 'Brake pads: Front 2', 'Brake pads: Rear 1', 'Brake rotors 1', 'Horns 1'];

const countCards = (html: string) => html.match(/<li class="card part-card">/g)?.length ?? 0;

test.each(['/junkyard', RESULTS])('%s offers kinds, and their positions', async (address) => {
  expect(readChoices(await open(address))).toEqual(['[Any]', ...all]);
});

test.each<[string, string, number]>([
  ['brake-pads', 'Brake pads', 3],
  ['brake-pads:front', 'Brake pads: Front', 2],
  ['horns', 'Horns', 1],
])('kind=%s', async (kind, label, parts) => {
  for (const address of [`/junkyard?kind=${kind}`, `${RESULTS}&kind=${kind}`]) {
    const html = await open(address);
    expect(countCards(html)).toBe(parts);
    expect(readChoices(html)).toEqual([
      'Any',
      ...all.map((text) => (text === `${label} ${parts}` ? `[${text}]` : text)),
    ]);
    expect(html).toContain(`aria-label="${label}: remove filter"`);
  }
  expect(await open(`/junkyard?kind=${kind}`)).toContain(`<title>${label} | Junkyard`);
});

test('an address that was shared before names a part', async () => {
  for (const address of ['/junkyard?kind=Front+Brake+Pads', `${RESULTS}&kind=Front+Brake+Pads`]) {
    const html = await open(address);
    expect(countCards(html)).toBe(1);
    expect(readChoices(html)).toEqual(['Any', ...all.slice(0, 4), '[Front Brake Pads]', 'Horns 1']);
    expect(html).toContain('aria-label="Front Brake Pads: remove filter"');
  }
});

test.each([
  'no-such-kind',
  'brake-pads:top',
  'brake-pads:',
  ':',
  ':front',
  "x'",
  '%00',
  '%F0%9F%94%A7',
  'x'.repeat(300),
])('kind=%s finds nothing', async (kind) => {
  expect(countCards(await open(`/junkyard?kind=${kind}`))).toBe(0);
});

test('a filter with nothing to narrow is not shown', async () => {
  expect(readChoices(await open('/junkyard?q=rotor'))).toEqual([]);
});

test('facets of the API name kinds', async () => {
  const response = await shop.request('/api/parts/facets?kind=brake-pads:front');
  expect(await response.json()).toMatchObject({
    kinds: [
      { value: 'brake-pads', parts: 3, label: 'Brake pads' },
      { value: 'brake-pads:front', parts: 2 },
      { value: 'brake-pads:rear', parts: 1 },
      { value: 'brake-rotors', parts: 1, label: 'Brake rotors' },
      { value: 'horns', parts: 1, label: 'Horns' },
    ],
    brands: [{ value: 'Akebono', parts: 1 }],
  });
});
