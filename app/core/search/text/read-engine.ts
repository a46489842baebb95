import { engineFamilies } from './engine-families.ts';
import type { Token } from './read-tokens.ts';

/** An engine that a text names. */
export interface SearchedEngine {
  label: string;
  /** Lexemes of parts (docs/search.md). A part of the engine has one of each list. */
  facts: readonly (readonly string[])[];
  /** True for the name of a family, which leaves out no other engines. */
  isFamily: boolean;
}

interface ReadEngine {
  start: number;
  end: number;
  meaning: { kind: 'engine'; engine: SearchedEngine };
}

const MAX_WORDS = 5;

const numbers: Readonly<Record<string, string>> = {
  three: '3',
  four: '4',
  five: '5',
  six: '6',
  eight: '8',
  ten: '10',
};

const fuels: Readonly<Record<string, string>> = {
  diesel: 'diesel',
  tdi: 'diesel',
  td: 'diesel',
  d: 'diesel',
  hybrid: 'hybrid',
  electric: 'electric',
  gasoline: 'gas',
};

const families: ReadonlyMap<string, SearchedEngine> = new Map(engineFamilies.flatMap(readFamily));

/**
 * Reads an engine: '5.7', '3.5L', '1.8t', 'V6', '4 cyl', 'inline six', 'diesel', 'VIN K', '8th digit K', or a name such as 'HEMI'.
 * A plain number, or one with another unit, is not an engine.
 */
export function readEngine(
  tokens: readonly Token[],
  start: number,
  isAfterEngine: boolean,
): ReadEngine | undefined {
  for (let count = Math.min(MAX_WORDS, tokens.length - start); count > 0; count -= 1) {
    const taken = tokens.slice(start, start + count);
    if (count === tokens.length || taken.some(({ isQuoted }) => isQuoted)) continue;
    const text = taken.map(({ raw }) => raw.toLowerCase()).join(' ');
    const unit = tokens[start + count]?.key ?? '';
    if (/^(in|inch|inches|mm|amp|amps|volt|volts|ratio|gear|gears|ft|feet|gallon|quart)$/.test(unit))
      continue;
    const engine =
      families.get(text) ?? families.get(text.replaceAll(/[- ]/g, '')) ?? readFacts(text, isAfterEngine);
    if (engine) return { start, end: start + count, meaning: { kind: 'engine', engine } };
  }
  return undefined;
}

function readFacts(text: string, isAfterEngine: boolean): SearchedEngine | undefined {
  const engine = (label: string, ...facts: string[]) => ({
    label,
    facts: facts.map((fact) => [fact]),
    isFamily: false,
  });
  const [, liters, suffix = ''] =
    text.match(
      /^(\d\.\d)(?:\d? ?-?(?:l|ltr|liters?|litres?))?(?: ?-?(t|tsi|tfsi|turbo|tdi|td|d|diesel|hybrid))?$/,
    ) ?? [];
  if (liters !== undefined) {
    const fuel = fuels[suffix];
    const more = suffix === '' ? [] : [fuel === undefined ? 'air=turbo' : `fuel=${fuel}`];
    const name = suffix === '' ? '' : ` ${fuel === undefined ? 'Turbo' : capital(fuel)}`;
    return engine(`${liters}L${name}`, `liters=${liters}`, ...more);
  }
  const vin =
    text.match(/^vin(?: code| digit| character)?[: ]+"?([a-hj-npr-z\d])"?$/)?.[1] ??
    text.match(
      /^(?:vin )?8th(?: vin)? (?:digit|character)(?: of vin)?(?: is)?[: ]+"?([a-hj-npr-z\d])"?$/,
    )?.[1];
  if (vin !== undefined) return engine(`VIN ${vin.toUpperCase()}`, `vin=${vin}`);
  const [, form = '', count] =
    text.match(/^([vil])-?(\d{1,2})$/) ?? text.match(/^(inline|straight|flat|boxer)[- ]?(\w+)$/) ?? [];
  const [, before] = text.match(/^(\w+)[- ]?(?:cyl|cylinders?)$/) ?? [];
  const named = count ?? before ?? '';
  const cylinders = numbers[named] ?? named;
  if (/^(2|3|4|5|6|8|10|12)$/.test(cylinders))
    return engine(form === 'v' ? `V${cylinders}` : `${cylinders} cylinders`, `cylinders=${cylinders}`);
  if (/^(diesel|hybrid|gasoline)$/.test(text)) return engine(capital(text), `fuel=${fuels[text]}`);
  if (isAfterEngine && /^(turbo|turbocharged|t)$/.test(text)) return engine('Turbo', 'air=turbo');
  if (isAfterEngine && /^(supercharged|sc)$/.test(text)) return engine('Supercharged', 'air=supercharged');
  return undefined;
}

function readFamily(line: string): [string, SearchedEngine][] {
  const [names = '', list = ''] = line.split(' = ');
  const given = list.split(' ').filter(Boolean);
  const liters = given.filter((fact) => /^\d/.test(fact)).map((fact) => `liters=${fact}`);
  const makes = given.filter((fact) => /^[A-Z]/.test(fact)).map((make) => `make=${make}`);
  const others = given.flatMap((fact) => {
    const [, cylinders] = fact.match(/^[vi](\d+)$/) ?? [];
    if (/^[\dA-Z]/.test(fact)) return [];
    if (cylinders !== undefined) return [`cylinders=${cylinders}`];
    return [fuels[fact] === undefined ? `air=${fact}` : `fuel=${fuels[fact]}`];
  });
  return names.split(', ').map((name) => {
    // A part may have the name in its words, and no facts.
    const word = `w=${name.replaceAll(' ', '')}`;
    const all = [liters, makes, ...others.map((fact) => [fact])].filter(({ length }) => length > 0);
    const facts = all.length === 0 ? [[word]] : all.map((terms) => [word].concat(terms));
    return [name, { label: name.toUpperCase(), facts, isFamily: true }];
  });
}

function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}
