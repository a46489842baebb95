import { type CarTrait, carTraits, ONLY_PLACE } from '#core/catalog/part-kind.ts';
import { singular } from '#core/search/text/word-forms.ts';

/** A kind of part, as far as parting out a car needs it. */
export interface CarKind {
  key: string;
  /** Plural. */
  name: string;
  category: string | null;
  /** Empty: cars are not listed with it. */
  places: readonly string[];
  /** Empty: all cars have it. */
  onlyFor: readonly string[];
}

/** A part that a car may have. */
export interface CarLine {
  /** Example: 'doors:front left'. */
  key: string;
  kind: string;
  /** Example: 'Front Left Door'. */
  name: string;
  category: string;
  /** Prices of front and rear parts differ. */
  end: 'front' | 'rear' | undefined;
}

/** The facts of a car that tell which kinds of parts it has. */
export interface CarFacts {
  body: string | null;
  drive: string | null;
  engine: string | null;
}

/** Category of a kind without one. */
const NO_CATEGORY = 'General';

/** Kinds of which a car with two doors has only the front ones. */
const partsOfDoors = new Set([
  'doors',
  'door-glass',
  'door-handles',
  'door-locks',
  'door-panels',
  'window-regulators',
  'window-switches',
]);

const bodyWords: readonly [RegExp, CarTrait][] = [
  [/sedan|saloon|4dr car/, 'sedan'],
  [/coupe/, 'coupe'],
  [/convertible|cabrio|roadster/, 'convertible'],
  [/hatch|liftback/, 'hatchback'],
  [/wagon|estate/, 'wagon'],
  [/suv|sport utility|crossover|multi-purpose/, 'suv'],
  [/\bvan\b|minivan|cargo van/, 'van'],
  [/pickup|truck|crew cab|regular cab/, 'pickup'],
];

const engineWords: readonly [RegExp, CarTrait][] = [
  [/hybrid/, 'hybrid'],
  [/electric|\bbev\b/, 'electric'],
  [/diesel|\btdi\b|duramax|power ?stroke|cummins/, 'diesel'],
  [/\d\.\dl|\b[vil]\d|cyl|gas/, 'gasoline'],
];

/** Reads what is known of a car's body, drive and engine. */
function findTraits({ body, drive, engine }: CarFacts): Set<string> {
  const bodyText = (body ?? '').toLowerCase();
  const engineText = (engine ?? '').toLowerCase();
  return new Set(
    [
      ...bodyWords.filter(([words]) => words.test(bodyText)).map(([, trait]) => trait),
      engineWords.find(([words]) => words.test(engineText))?.[1],
      /turbo|\bt[sf]s?i\b|ecoboost|supercharge/.test(engineText) ? 'turbo' : undefined,
      drive ?? undefined,
    ].filter((trait) => trait !== undefined),
  );
}

/** Says whether a car has a kind. A body, drive or engine that is not known leaves nothing out. */
function hasKind(traits: Set<string>, { onlyFor }: CarKind, isEngineKnown: boolean): boolean {
  return Object.entries(carTraits).every(([axis, names]) => {
    const wanted = names.filter((name) => onlyFor.includes(name));
    const isKnown = axis === 'charging' ? isEngineKnown : names.some((name) => traits.has(name));
    return wanted.length === 0 || !isKnown || wanted.some((name) => traits.has(name));
  });
}

/**
 * Lists the parts that a car has, by the shop's kinds: `usual` are those that its body, drive and engine tell, `others` the
 * rest, one for each kind and place.
 */
export function listCarLines(
  kinds: readonly CarKind[],
  car: CarFacts,
): { usual: CarLine[]; others: CarLine[] } {
  const traits = findTraits(car);
  const isEngineKnown = carTraits.engine.some((name) => traits.has(name));
  const hasTwoDoors =
    traits.has('coupe') || traits.has('convertible') || /\b(2|two)[- ]?d(oo)?r/i.test(car.body ?? '');
  const usual: CarLine[] = [];
  const others: CarLine[] = [];
  for (const kind of kinds) {
    const isUsual = hasKind(traits, kind, isEngineKnown);
    for (const place of kind.places.length === 0 ? [ONLY_PLACE] : kind.places) {
      const isOnCar =
        isUsual && kind.places.length > 0 && !(hasTwoDoors && isRear(place) && partsOfDoors.has(kind.key));
      (isOnCar ? usual : others).push(toLine(kind, place));
    }
  }
  return { usual, others };
}

const isRear = (place: string) => place.split(' ').includes('rear');

function toLine({ key, name, category }: CarKind, place: string): CarLine {
  const words = place.split(' ');
  return {
    key: `${key}:${place}`,
    kind: key,
    name: nameAt(name, place),
    category: category ?? NO_CATEGORY,
    end: words.includes('front') ? 'front' : words.includes('rear') ? 'rear' : undefined,
  };
}

/** Names one part of a kind: 'Front Left Door', 'A/C Compressor'. */
function nameAt(kinds: string, place: string): string {
  const words = kinds.split(' ');
  const last = words.pop() ?? '';
  const own = [...words, /^[A-Z]+$/.test(last) ? last : singular(last.toLowerCase())];
  return [...(place === ONLY_PLACE ? [] : place.split(' ')), ...own].map(capitalize).join(' ');
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
