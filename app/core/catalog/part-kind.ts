import { z } from '#core/values/zod-in-browsers.ts';

/** Where a car has parts of a kind, besides left and right. */
export const kindPositions = ['front', 'rear', 'upper', 'lower', 'inner', 'outer'] as const;

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

/** What is said of a chosen kind that the shop does not have. */
export function describeUnknownKind(key: string): string {
  return `There is no kind of part ${key}. Add it in Kinds, or leave this empty`;
}

const list = z.string().transform((text) => [
  ...new Set(
    text
      .split(/[,\n]/)
      .map((word) => word.trim().replaceAll(/\s+/g, ' ').toLowerCase())
      .filter((word) => word !== ''),
  ),
]);

export const kindForm = z.object({
  name: z
    .string()
    .trim()
    .max(60, 'At most 60 characters')
    .refine((name) => kindKey(name) !== '' && !name.includes('\0'), 'Name is required'),
  words: list
    .refine(
      (words) => words.length <= 50 && words.join(', ').length <= 2000,
      'At most 50 words, 2,000 characters',
    )
    .refine((words) => !words.join('').includes('\0'), 'This contains an invalid character'),
  has_sides: z.enum(['true', 'false'], 'Please choose Yes or No').transform((value) => value === 'true'),
  positions: list.transform((given) => kindPositions.filter((position) => given.includes(position))),
  yard_code: z
    .string()
    .trim()
    .max(40, 'At most 40 characters')
    .refine((code) => !code.includes('\0'), 'This contains an invalid character')
    .transform((code) => code || null),
});

export type KindColumns = z.infer<typeof kindForm>;
