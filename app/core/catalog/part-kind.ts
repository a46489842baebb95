import { z } from '#core/values/zod-in-browsers.ts';

/** Where a car has parts of a kind, besides left and right. */
export const kindPositions = ['front', 'rear', 'upper', 'lower', 'inner', 'outer'] as const;

/** Bodies, drives and engines by which a kind may be limited to some cars. */
export const carTraits = {
  body: ['sedan', 'coupe', 'convertible', 'hatchback', 'wagon', 'suv', 'van', 'pickup'],
  drive: ['fwd', 'rwd', 'awd', '4wd'],
  engine: ['gasoline', 'diesel', 'hybrid', 'electric'],
  charging: ['turbo'],
} as const;

export type CarTrait = (typeof carTraits)[keyof typeof carTraits][number];

const allTraits = new Set<string>(Object.values(carTraits).flat());

/** The place of a part of which a car has one. */
export const ONLY_PLACE = 'one';

const placeWords = new Set<string>(['left', 'right', ...kindPositions]);

/** A choice of the part's form. */
export interface KindChoice {
  key: string;
  name: string;
}

const MAX_KEY_LENGTH = 60;

/** Returns the key of a kind with this name, which is also its place in addresses: 'A/C compressors' is 'ac-compressors'. */
export function kindKey(name: string): string {
  return name
    .toLowerCase()
    .replaceAll('/', '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_KEY_LENGTH)
    .replace(/^-+|-+$/g, '');
}

/** Splits 'brake-pads:front' into the key and the side or position, which may be ''. */
export function splitKind(value: string): [key: string, place: string] {
  const [key = '', place = ''] = value.split(':');
  return [key, place];
}

/** Says that the shop lacks a chosen kind. */
export function describeUnknownKind(key: string): string {
  return `There is no kind of part ${key}. Add it in Kinds, or leave this empty`;
}

/** Writes a list that was typed as 'front, rear'. */
function spellList(text: string): string {
  const words = text.split(/[,\n]/).map((word) => word.trim().replaceAll(/\s+/g, ' ').toLowerCase());
  return [...new Set(words.filter((word) => word !== ''))].join(', ');
}

/** Splits a list that the form of a kind has as text. */
export function splitList(text: string): string[] {
  return text === '' ? [] : text.split(', ');
}

const text = z.string().refine((given) => !given.includes('\0'), 'This contains an invalid character');

/** The form of a kind. Lists are texts. */
export const kindForm = z.object({
  name: text
    .trim()
    .max(60, 'At most 60 characters')
    .refine((name) => kindKey(name) !== '', 'Name is required'),
  words: text
    .transform(spellList)
    .refine(
      (words) => words.length <= 2000 && splitList(words).length <= 50,
      'At most 50, of 2,000 characters',
    ),
  has_sides: z.enum(['true', 'false'], 'Please choose Yes or No').transform((value) => value === 'true'),
  positions: text.transform((given) => {
    const chosen = splitList(spellList(given));
    return kindPositions.filter((position) => chosen.includes(position)).join(', ');
  }),
  category: text
    .trim()
    .max(200, 'At most 200 characters')
    .transform((category) => category || null),
  car_places: text
    .transform(spellList)
    .refine(
      (places) => splitList(places).length <= 16 && splitList(places).every(isPlace),
      `Write ${ONLY_PLACE}, or at most 16 places such as front left, front right`,
    ),
  only_for: text
    .transform(spellList)
    .refine(
      (traits) => splitList(traits).every((trait) => allTraits.has(trait)),
      `Only ${[...allTraits].join(', ')}`,
    ),
  yard_code: text
    .trim()
    .max(40, 'At most 40 characters')
    .transform((code) => code || null),
});

function isPlace(place: string): boolean {
  const words = place.split(' ');
  return place === ONLY_PLACE || (words.length <= 4 && words.every((word) => placeWords.has(word)));
}

export type KindColumns = z.infer<typeof kindForm>;

export const kindFields: Record<keyof KindColumns, { label: string; kind?: 'flag' }> = {
  name: { label: 'Name' },
  words: { label: 'Also called' },
  has_sides: { label: 'Left and right', kind: 'flag' },
  positions: { label: 'Positions' },
  category: { label: 'Category' },
  car_places: { label: 'Where a car has one' },
  only_for: { label: 'Only cars that are' },
  yard_code: { label: 'Yard code' },
};

export const kindColumns = Object.keys(kindFields) as (keyof KindColumns)[];
