import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { drawPart } from './draw-part.server.ts';
import { drawnKinds } from './drawn-kinds.ts';

/** The names of drawings whose lines a part has. */
async function drawnAs(name: string): Promise<string[]> {
  const picture = await drawPart(name);
  const files = ['../placeholder', ...Object.keys(drawnKinds)];
  const found = await Promise.all(
    files.map(async (file) => {
      const drawing = await readFile(`public/parts/${file}.svg`, 'utf8');
      return picture.includes(drawing.slice(drawing.indexOf('<ellipse'), drawing.lastIndexOf('</svg>')));
    }),
  );
  return files.filter((_, index) => found[index]);
}

const ACCENT = 'fill="#d9480f" stroke="none"';
const MIRRORED = 'matrix(-1 0 0 1 320 0)';

test('each drawing is one of a kind', async () => {
  const files = await readdir('public/parts');
  expect(files.map((file) => file.replace('.svg', '')).toSorted()).toEqual(Object.keys(drawnKinds));
});

test.each([
  ['Brake Pads', 'brake-pads'],
  ['Disc Brake Pad Set, Front', 'brake-pads'],
  ['LH Headlamp', 'headlight-assembly'],
  ['Rear Door', 'front-door'],
  ['Steel Wheel', 'steel-wheel'],
  ['Rim', 'alloy-wheel'],
  ['A/C Condenser', 'ac-condenser'],
  ['Roof Rack', '../placeholder'],
  ['Horn', 'horn'],
  ['Floor Mat', '../placeholder'],
  ['', '../placeholder'],
])('%s is drawn as %s', async (name, drawing) => {
  expect(await drawnAs(name)).toEqual([drawing]);
});

test.each([
  ['Front Brake Pads', `x="12" y="8" width="32" height="28" rx="9" ${ACCENT}`],
  ['Rear Brake Pads', `x="12" y="54" width="32" height="28" rx="9" ${ACCENT}`],
  ['Driver Side Mirror', `x="12" y="8" width="16" height="74" rx="9" ${ACCENT}`],
  ['Right Rear Door', `x="28" y="54" width="16" height="28" rx="9" ${ACCENT}`],
])('%s has its place on a car', async (name, place) => {
  expect(await drawPart(name)).toContain(place);
});

test('a part of the right side is mirrored; a part without a place has no car', async () => {
  expect(await drawPart('Passenger Side Door')).toContain(MIRRORED);
  expect(await drawPart('Driver Side Door')).not.toContain(MIRRORED);
  expect(await drawPart('Hood')).not.toMatch(/class="sign"|<text|\.84/);
});

test.each([
  ['Excellent', 5],
  ['very good', 4],
  ['Poor', 1],
])('a part that is %s has %i filled bars of five', async (condition, filled) => {
  const [, bars = ''] = (await drawPart('Hood', condition)).split('condition" stroke="none">');
  expect(bars.match(/<rect/g)).toHaveLength(5);
  expect(bars.match(/fill="#1f2a33"/g)).toHaveLength(filled);
});

test.each(['New', 'Out of Stock', 'Remanufactured', ''])(
  'the condition %j has no bars',
  async (condition) => {
    expect(await drawPart('Hood', condition)).not.toContain('condition"');
  },
);

test.each([
  ['17-Inch Alloy Wheel', '17'],
  ['Alloy Wheel 16.5 in', '16.5'],
  ['18" Wheel', '18'],
])('%s has its size', async (name, inches) => {
  expect(await drawPart(name)).toContain(`>${inches} in</text>`);
});

test('nothing else of a name is written', async () => {
  expect(await drawPart('4-Cylinder <script> & Engine (1)')).not.toMatch(/script|Cylinder|<text/);
});
