import { readFile } from 'node:fs/promises';
import { LRUCache } from 'lru-cache';
import { projectFile } from '#core/platform/project-folder.server.ts';
import { readKinds } from '#core/search/text/find-part-kind.ts';
import type { PlaceKey } from '#core/search/text/positions.ts';
import { drawnKinds, undrawnNames } from './drawn-kinds.ts';

const findKind = readKinds([
  { key: '', name: '', words: undrawnNames.split(', ') },
  ...Object.entries(drawnKinds).map(([key, names]) => ({
    key,
    name: key.replaceAll('-', ' '),
    words: names.split(', ').filter(Boolean),
  })),
]);

/** Conditions of used parts, from the worst. The mark has as many filled bars. */
const conditions = ['poor', 'fair', 'good', 'very good', 'excellent'];

const drawings = new LRUCache<string, Promise<string>>({
  max: Object.keys(drawnKinds).length + 1,
  memoMethod: readDrawing,
});

const INK = '#1f2a33';
const ACCENT = '#d9480f';

/** Small pictures have bolder outlines without details, and larger signs. Large ones have finer lines. */
const style =
  '.condition{transform-origin:0 240px}text{font:700 18px Arial,Helvetica,sans-serif}' +
  '@media(max-width:150px){svg,[stroke-width="3"]{stroke-width:4.5}[stroke-width="1.5"]{stroke:none}' +
  '.sign{transform:scale(1.4)}text{font-size:46px}.rule{display:none}}' +
  '@media(min-width:600px){svg,[stroke-width="3"]{stroke-width:2}[stroke-width="1.5"]{stroke-width:1}' +
  '.sign{transform:scale(.8)}text{font-size:13px}}';

/** Draws a part as SVG, by what its name and condition tell: kind, side, position, size, and how good it is. */
export async function drawPart(name: string, condition = ''): Promise<string> {
  const { kind, places } = findKind(name);
  const drawing = await drawings.memo(kind ?? '');
  const size = /\b(\d{1,2}(?:\.\d)?)(?:[- ]inch\b|[- ]in\b|")/i.exec(name)?.[1];
  const signs = drawPlace(places) + drawCondition(conditions.indexOf(condition.toLowerCase()));
  const isRight = places.includes('right');
  const scale = signs === '' && size === undefined ? '1 0 0 1 0 0' : '.84 0 0 .84 46 20';
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 240" width="320" height="240" fill="none"' +
    ` stroke="${INK}" stroke-width="3" stroke-linejoin="round" stroke-linecap="round"><style>${style}</style>` +
    `<g transform="matrix(${scale})"><g${isRight ? ' transform="matrix(-1 0 0 1 320 0)"' : ''}>${drawing}</g></g>` +
    `${signs}${size === undefined ? '' : drawSize(size)}</svg>`
  );
}

/** Reads what a file draws, without its frame and background. */
async function readDrawing(kind: string): Promise<string> {
  const path = kind === '' ? 'public/placeholder.svg' : `public/parts/${kind}.svg`;
  const file = await readFile(projectFile(path), 'utf8');
  return file.slice(file.indexOf('<ellipse'), file.lastIndexOf('</svg>'));
}

/** Draws the car from above, its front at the top, with the place of the part. */
function drawPlace(places: readonly PlaceKey[]): string {
  const has = (place: PlaceKey) => places.includes(place);
  const isOfSide = has('left') || has('right');
  const isOfEnd = has('front') || has('rear');
  if (!isOfSide && !isOfEnd) return '';
  const place =
    `<rect x="${has('right') ? 28 : 12}" y="${has('rear') ? 54 : 8}" ` +
    `width="${isOfSide ? 16 : 32}" height="${isOfEnd ? 28 : 74}" rx="9" fill="${ACCENT}" stroke="none"/>`;
  return (
    '<g class="sign"><path d="M9 20v12M47 20v12M9 58v12M47 58v12" stroke-width="5"/>' +
    `<rect x="12" y="8" width="32" height="74" rx="12" fill="#fff"/>${place}` +
    '<rect x="12" y="8" width="32" height="74" rx="12"/>' +
    `<path d="M16 34q12-8 24 0l-4 8H20ZM20 62h16l3 7q-11 5-22 0Z" fill="${INK}" stroke="none"/></g>`
  );
}

/** Draws bars of growing height, filled up to a level from 0. */
function drawCondition(level: number): string {
  if (level < 0) return '';
  const bars = conditions.map((_, at) => {
    const height = 10 + at * 5;
    const fill = at <= level ? INK : '#c3ccd4';
    return `<rect x="${8 + at * 10}" y="${232 - height}" width="6" height="${height}" fill="${fill}"/>`;
  });
  return `<g class="sign condition" stroke="none">${bars.join('')}</g>`;
}

/** Draws a line with the size in inches above. */
function drawSize(inches: string): string {
  return (
    '<path class="rule" d="M96 226H292M96 220v12M292 220v12" stroke-width="1.5"/>' +
    `<text x="194" y="232" text-anchor="middle" fill="${INK}" stroke="#fff" stroke-width="10" paint-order="stroke">${inches} in</text>`
  );
}
