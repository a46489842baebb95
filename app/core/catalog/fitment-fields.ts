import type { PartField } from './part-field.ts';
import { audited } from './used-part-fields.ts';

const MAX_SUPERSEDED_NUMBERS = 20;

/** Ways to know a part's number. 'packaging' is the maker's, of a new part. */
export const numberSources = {
  part: 'Read off the part',
  packaging: "The maker's packaging",
  catalog: 'A catalog',
} as const;

/** These fields decide about the vehicles that a part fits (docs/fitment.md). They are in form order. */
export const fitmentFields = {
  /** Only OEM numbers are compared with those of other parts. */
  number_type: {
    label: 'Number Type',
    kind: 'choice',
    choices: { oem: 'OEM number', casting: 'Casting number', other: 'Other number' },
    none: 'OEM number',
    property: 'numberType',
    ...audited,
    input: { group: 'fitment' },
  },
  /** A number that was read off the part or its packaging says what the part fits (docs/fitment.md). */
  number_source: {
    label: 'Number Known From',
    kind: 'choice',
    choices: numberSources,
    none: 'Not known',
    property: 'numberSource',
    ...audited,
    input: { group: 'fitment' },
  },
  superseded_numbers: {
    label: 'Older Numbers',
    kind: 'code',
    parse: normalizeNumbers,
    invalid: `At most ${MAX_SUPERSEDED_NUMBERS} numbers of at most 40 characters, separated by commas`,
    property: 'supersededNumbers',
    ...audited,
    isSearched: true,
    input: { group: 'fitment', hint: 'Numbers that the OEM number replaces, separated by commas' },
  },
  needs_programming: {
    label: 'Needs Programming',
    kind: 'flag',
    property: 'needsProgramming',
    ...audited,
    input: { group: 'fitment' },
  },
  fits_only_listed: {
    label: 'Fits Only Listed Vehicles',
    kind: 'flag',
    property: 'fitsOnlyListed',
    ...audited,
    input: { group: 'fitment', hint: "Yes: owners of other vehicles see Doesn't fit" },
  },
  interchange_code: {
    label: 'Interchange Code',
    kind: 'code',
    parse: (text) => (/^(?=.*[a-z\d])[\w .#/-]{2,60}$/i.test(text) ? text : undefined),
    invalid: 'Letters, digits, spaces, and - . / # only, 2 to 60',
    private: true,
    property: null,
    ...audited,
    audited: false,
    input: { group: 'fitment', hint: 'Parts with the same code fit the same vehicles. Only staff see it' },
  },
} as const satisfies Record<string, PartField>;

/** Writes each number once: '31100-RNA-A01, 31100-RNA-A02'. Returns undefined if there are too many, or long ones. */
function normalizeNumbers(text: string): string | undefined {
  const numbers = text.split(/[,;\n]/).map((number) => number.trim().replaceAll(/\s+/g, ' '));
  const given = [...new Set(numbers.filter((number) => number !== ''))];
  const areValid = given.every((number) => /^(?=.*[a-z\d])[^,;]{1,40}$/i.test(number));
  return given.length > 0 && given.length <= MAX_SUPERSEDED_NUMBERS && areValid
    ? given.join(', ')
    : undefined;
}
