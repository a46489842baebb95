import type { Fitment } from '#core/catalog/fitment.ts';
import { positionsByKey, type PlaceKey } from '#core/search/text/positions.ts';
import { wordKey } from '#core/search/text/word-forms.ts';
import { writeFitmentsCell } from './fitments-cell.ts';
import type { VehicleNames } from './vehicle-names.ts';
import { readYearList, type YearRange } from './years-cell.ts';

/** Holds what the name of a listing says. Texts that it does not say are empty. */
export interface TitleFacts {
  year: string;
  make: string;
  model: string;
  engine: string;
  oemNumber: string;
  /** Further years, as the cell 'fitments' has them. */
  fitments: string;
}

const MAX_CHARACTERS = 500;

/**
 * Reads vehicle, part number and position from the name of a listing, such as '08 09 10 11 12 Honda Accord ABS Pump Module
 * 57110-TA0-A01 OEM'. These are guesses: only known makes and models count, and years only next to them.
 */
export function readTitle(title: string, names: VehicleNames): TitleFacts {
  const words = title
    .slice(0, MAX_CHARACTERS)
    .replaceAll(/["“”()[\]]/g, ' ')
    .trim()
    .split(/[\s,]+/);
  const vehicle = findVehicle(words, names);
  const [, liters = ''] = /\b(\d\.\d) ?L\b/i.exec(title) ?? [];
  const engine = liters && vehicle ? `${liters}L` : '';
  const oemNumber = findNumber(words, names);
  if (!vehicle) return { year: '', make: '', model: '', engine: '', oemNumber, fitments: '' };
  const { make, model, ranges } = vehicle;
  const first = ranges[0];
  const position = findPosition(words) || null;
  const rows: Fitment[] = ranges
    .map(({ from, to }) => ({ from: from === first?.from ? from + 1 : from, to }))
    .filter(({ from, to }) => model !== '' && from <= to)
    .map(({ from, to }) => ({
      make,
      model,
      fromYear: from,
      toYear: to,
      engine: engine || null,
      trim: null,
      position,
      note: null,
    }));
  return {
    year: first ? String(first.from) : '',
    make,
    model,
    engine,
    oemNumber,
    fitments: writeFitmentsCell(rows),
  };
}

function findVehicle(words: readonly string[], names: VehicleNames) {
  for (let place = 0; place < words.length; place += 1) {
    const found = names.findMake(words.slice(place));
    if (!found) continue;
    const next = place + found.words;
    const model = names.findModel(found.name, words.slice(next));
    const end = next + (model?.words ?? 0);
    const ranges = yearsBefore(words, place) ?? fullYears(words.slice(end)) ?? [];
    // A make alone may be the brand of the part.
    if (!model && ranges.length === 0) continue;
    return { make: found.name, model: model?.name ?? '', ranges };
  }
  return undefined;
}

/** Reads the years that end right before a make: '08 09 10', '2006-2011', 'FOR 99-04'. */
function yearsBefore(words: readonly string[], place: number): YearRange[] | undefined {
  for (let start = 0; start < place; start += 1) {
    const years = readYearList(words.slice(start, place).join(' '));
    if (years) return years;
  }
  return undefined;
}

/** Reads the first years with four digits behind a vehicle. */
function fullYears(words: readonly string[]): YearRange[] | undefined {
  const place = words.findIndex((word) => /^(19|20)\d\d([-–]('?\d\d|(19|20)\d\d))?$/.test(word));
  return place < 0 ? undefined : readYearList(words[place] ?? '');
}

const HYPHENATED = /^(?=(?:[^\d]*\d){4})[a-z\d]{3,}(?:-[a-z\d]{2,})+$/i;
const PLAIN = /^(?=(?:[^\d]*\d){5})[a-z\d]{7,14}$/i;

/** Finds the number of the part: the one next to 'OEM', or the only one. */
function findNumber(words: readonly string[], names: VehicleNames): string {
  const numbers = words.flatMap((word, place) => {
    const text = word.replace(/^#/, '');
    return (HYPHENATED.test(text) || PLAIN.test(text)) &&
      readYearList(text) === undefined &&
      !names.findMake([text])
      ? [{ text, place }]
      : [];
  });
  const byName = numbers.find(({ place }) => isLabel(words[place - 1]) || isLabel(words[place + 1]));
  return (byName ?? (numbers.length === 1 ? numbers[0] : undefined))?.text ?? '';
}

function isLabel(word: string | undefined): boolean {
  return /^(oem|oe|genuine|number|part|pn|mpn)#?:?$/i.test(word?.replaceAll('/', '') ?? '');
}

const axes: readonly (readonly PlaceKey[])[] = [
  ['front', 'rear'],
  ['upper', 'lower'],
  ['left', 'right'],
  ['inner', 'outer'],
];

/** Shoppers mean positions by these words, but names have them for parts of seats and for sets. */
const notPositions = new Set(['back', 'inside', 'outside', 'pass', 'fr']);

/** Finds where the part sits: 'Rear right'. Opposites cancel each other. */
function findPosition(words: readonly string[]): string {
  const keys = words.map(wordKey).filter((key) => !notPositions.has(key));
  const found = new Set(keys.map((key) => positionsByKey.get(key)?.key));
  const named = axes.flatMap((axis) => {
    const here = axis.filter((key) => found.has(key));
    return here.length === 1 ? here : [];
  });
  const text = named.join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
