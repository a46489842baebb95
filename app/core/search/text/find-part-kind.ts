import { type PlaceKey, placeKeys, positionsByKey } from './positions.ts';
import { lastWords, phraseOf, synonymsByPhrase, writeOut } from './synonym-index.ts';
import { singular, wordKey } from './word-forms.ts';

/** The names that tell a kind. */
export interface KindWords {
  key: string;
  /** Plural. Parts that are called so are of this kind. */
  name: string;
  /** Other names of such parts. */
  words: readonly string[];
}

export interface FoundKind {
  /** Null if none is known. */
  kind: string | null;
  /** The sides and positions in the name, whether the kind has them or not. */
  places: PlaceKey[];
}

/** Words that say nothing about the kind. */
const fillers: ReadonlySet<string> = new Set(
  `a and assembly complete each genuine heavy kit new oe oem of original pair part piece premium replacement set the
   unit universal used`.split(/\s+/),
);

/** A name that has one of these after the name of a part is about something for this part. */
const belongings: ReadonlySet<string> = new Set(
  `bezel block bolt boot bracket bushing cable cap check clip connector cover duct fastener frame gasket hardware hinge holder
   hook insulator latch lens nut pigtail pin plug relay retainer screw seal sleeve socket spacer striker stud tool valve
   washer`.split(/\s+/),
);

/** Longer names are texts, whose beginning says what they are of. */
const MAX_LENGTH = 200;

const corners: Readonly<Record<string, PlaceKey[]>> = {
  l: ['left'],
  r: ['right'],
  lf: ['front', 'left'],
  rf: ['front', 'right'],
  lr: ['rear', 'left'],
  rr: ['rear', 'right'],
};

/** '130 amp' does not name an amplifier. */
const measure = /\b\d[\d.]*\s*(?:amps?|volts?|watts?|speeds?|inch|mm|hp|liters?)\b/gi;

/** Leaves out what is not the part itself: 'with hardware', 'for Honda Civic', 'w/o sensor'. */
const appendix = /(?<=\S)\s+(?:(?:with|without|for|fits|incl|including|includes|from|con|para)\b|w\/).*$/i;

/**
 * Reads names of parts as people and yards write them: 'Brake Pad Set, Front', 'FRT BRK PADS'. The kinds' names and words
 * count, and what the search knows to mean the same. If two kinds claim the same words, the first has them.
 */
export function readKinds(kinds: readonly KindWords[]): (name: string) => FoundKind {
  const known = listPhrases(kinds);
  const most = Math.max(1, ...[...known.keys()].map((phrase) => phrase.split(' ').length));
  return (name) => findKind(readWords(name.slice(0, MAX_LENGTH)), known, most);
}

/** Phrase -> kind. */
function listPhrases(kinds: readonly KindWords[]): ReadonlyMap<string, string> {
  const own = new Map<string, string>();
  const add = (text: string, key: string) => {
    const phrase = withoutFillers(writeOut(phraseOf(text.split(/\s+/))));
    if (phrase !== '' && !own.has(phrase)) own.set(phrase, key);
  };
  for (const { key, name } of kinds) add(name, key);
  for (const { key, words } of kinds) for (const text of words) add(text, key);
  const known = new Map(own);
  const keysByLastWord = groupByLastWord(own);
  for (const [typed, meant] of synonymsByPhrase) {
    const phrase = withoutFillers(typed);
    const keys = new Set(meant.flatMap((other) => own.get(withoutFillers(other)) ?? []));
    const [key] = keys;
    // 'motor' means the engine, but not in 'window motor'.
    const isOfOthers = [...(keysByLastWord.get(phrase) ?? [])].some((other) => other !== key);
    const isGeneric = !phrase.includes(' ') && (belongings.has(phrase) || isOfOthers);
    if (key !== undefined && keys.size === 1 && !known.has(phrase) && !isGeneric) known.set(phrase, key);
  }
  return known;
}

/** Last word of phrases with several words -> their kinds. */
function groupByLastWord(own: ReadonlyMap<string, string>): ReadonlyMap<string, ReadonlySet<string>> {
  const keys = new Map<string, Set<string>>();
  for (const [phrase, key] of own) {
    const word = phrase.slice(phrase.lastIndexOf(' ') + 1);
    if (word !== phrase) keys.set(word, (keys.get(word) ?? new Set()).add(key));
  }
  return keys;
}

function withoutFillers(phrase: string): string {
  const words = phrase.split(' ');
  const telling = words.filter((word) => !fillers.has(word));
  return (telling.length > 0 ? telling : words).join(' ');
}

interface Word {
  text: string;
  /** Empty for a word that is no side or position. */
  places: readonly PlaceKey[];
}

/** Writes 'Lamp Assembly, Head' as the words of 'head lamp': what follows a comma describes what is before it. */
function readWords(name: string): Word[] {
  const inBrackets = [...name.matchAll(/[([]([^)\]]*)/g)].map(([, text = '']) => text);
  const described = name
    .replace(/[([][^)\]]*[)\]]?/g, ' ')
    .replace(/\ba\/c\b/gi, 'ac')
    .replace(measure, ' ')
    .replace(appendix, '')
    .split(/[,;/]|\s[-–—]\s/)
    .toReversed();
  const places = inBrackets.flatMap((text) => text.split(/[\s/,]+/).flatMap(toWords)).filter(isPlace);
  const words = described.flatMap((text) => text.split(/\s+/).flatMap(toWords));
  return [...places, ...words.filter((word, at) => word.text !== 'side' || !words[at - 1]?.places.length)];
}

function isPlace({ places }: Word): boolean {
  return places.length > 0;
}

function toWords(written: string): Word[] {
  const key = wordKey(written);
  if (key === '') return [];
  const position = positionsByKey.get(key);
  const places = corners[key] ?? (position ? [position.key] : []);
  if (places.length > 0) return [{ text: singular(key), places }];
  return writeOut(singular(key))
    .split(' ')
    .filter((text) => !fillers.has(text))
    .map((text) => ({ text, places }));
}

interface Match {
  kind: string;
  words: readonly Word[];
}

/** The last name of a part in a name is what it is, the longest one that ends there: a 'headlight switch' is a switch. */
function findKind(words: readonly Word[], known: ReadonlyMap<string, string>, most: number): FoundKind {
  const telling = words.filter((word) => !isPlace(word));
  const matches = [words, telling].flatMap((list) => listMatches(list, known, most));
  const endOf = (match: Match) => words.indexOf(match.words.at(-1) as Word);
  const [best] = matches.toSorted(
    (one, other) => endOf(other) - endOf(one) || other.words.length - one.words.length,
  );
  const places = new Set(words.flatMap((word) => word.places));
  return {
    kind: best && !isOfAnother(best, { words, matches }) ? best.kind : null,
    places: placeKeys.filter((place) => places.has(place)),
  };
}

/** Tells whether the name is of something for this part, or names another part with some of its words: 'Fog Light Switch'. */
function isOfAnother(
  best: Match,
  { words, matches }: { words: readonly Word[]; matches: readonly Match[] },
): boolean {
  const [first, last] = [best.words[0], best.words.at(-1)] as [Word, Word];
  const rest = words.slice(words.indexOf(last) + 1).filter((word) => !isPlace(word));
  if (rest.some(({ text }) => belongings.has(text) || lastWords.has(text))) return true;
  return matches.some((other) => {
    const shared = other.words.indexOf(first);
    return (
      other.kind !== best.kind &&
      shared > 0 &&
      !other.words.includes(last) &&
      other.words.slice(0, shared).some((word) => !isPlace(word))
    );
  });
}

function listMatches(words: readonly Word[], known: ReadonlyMap<string, string>, most: number): Match[] {
  return words.flatMap((_, first) =>
    Array.from({ length: Math.min(most, words.length - first) }, (_each, more) => {
      const phrase = words.slice(first, first + more + 1);
      const kind = known.get(phrase.map(({ text }) => text).join(' '));
      return kind === undefined ? [] : [{ kind, words: phrase }];
    }).flat(),
  );
}
