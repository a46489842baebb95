import type { Fitment } from '#core/catalog/fitment.ts';
import { writeFitmentsCell } from './fitments-cell.ts';
import { spellMake, type VehicleNames } from './vehicle-names.ts';
import { readYearList, type YearRange } from './years-cell.ts';

/** The texts of a line that say which vehicles a part is from or for. */
export interface VehicleTexts {
  year: string;
  make: string;
  model: string;
  engine: string;
}

export interface ReadVehicles extends VehicleTexts {
  /** Further vehicles and years, as the cell 'fitments' has them. */
  fitments: string;
  notes: string[];
}

interface Named {
  ranges: YearRange[];
  make: string;
  model: string;
  trim: string;
  engine: string;
}

const ENGINE = /(?:^|\s)(\d\.\d ?L\b.*)$/i;
const YEARS = String.raw`'?(?:\d{4}|\d{2})(?:\s*[-–]\s*'?(?:\d{4}|\d{2}))?`;

/**
 * Reads years, make and model of a line. A cell may have all of them ('2010 Honda Civic EX 1.8L'), years may be ranges and lists, and
 * several vehicles may stand in one cell ('Ford Escape, Mercury Mariner'). The first year and vehicle are the part's own, all others
 * become its list of vehicles.
 */
export function readVehicleCells(texts: VehicleTexts, names: VehicleNames): ReadVehicles {
  const given = readYearList(texts.year);
  const make = spellMake(names, texts.make.trim());
  const pieces = splitVehicles(texts.model, names).map((piece) => readNamed(piece, make, names));
  const [own] = pieces;
  if (!own) return { ...texts, make, fitments: '', notes: [] };
  const rows = given ? pieces.map((named) => withYears(named, given)) : pieces;
  const [first] = rows;
  const from = first?.ranges[0]?.from;
  const notes = rows
    .slice(1)
    .flatMap(({ ranges, make: of, model }) =>
      ranges.length === 0 ? [`${of} ${model} was not listed, because it has no years`] : [],
    );
  const ownFacts = { year: from, trim: own.trim };
  return {
    year: from === undefined ? texts.year : String(from),
    make: own.make,
    // Without years, no row of the list has the trim.
    model: from === undefined ? [own.model, own.trim].filter(Boolean).join(' ') : own.model,
    engine: texts.engine || own.engine,
    fitments: writeFitmentsCell(
      rows.flatMap((row, index) => toFitments(row, index === 0 ? ownFacts : undefined)),
    ),
    notes,
  };
}

function withYears(named: Named, ranges: YearRange[]): Named {
  return { ...named, ranges };
}

/** Lists the years of a vehicle. The part's own year is not among them, unless it has a trim. */
function toFitments(named: Named, own: { year: number | undefined; trim: string } | undefined): Fitment[] {
  if (!named.make || !named.model) return [];
  const rows = named.ranges.map(({ from, to }) =>
    own?.year === from && own.trim === '' ? { from: from + 1, to } : { from, to },
  );
  return rows
    .filter(({ from, to }) => from <= to)
    .map(({ from, to }) => ({
      make: named.make,
      model: named.model,
      fromYear: from,
      toYear: to,
      engine: named.engine || null,
      trim: named.trim || null,
      position: null,
      note: null,
    }));
}

/** Splits a cell if each of its pieces names a make. */
function splitVehicles(text: string, names: VehicleNames): string[] {
  const pieces = text
    .split(/\s*[,;|\n]\s*/)
    .map((piece) => piece.trim())
    .filter(Boolean);
  const all = pieces.every((piece) => names.findMake(withoutYears(piece).rest.split(/\s+/)) !== undefined);
  return pieces.length > 1 && all ? pieces : text.trim() === '' ? [] : [text.trim()];
}

function withoutYears(text: string): { ranges: YearRange[]; rest: string } {
  const [, before, after] = new RegExp(`^(?:(${YEARS})\\s+)?.*?(?:\\s+(${YEARS}))?$`).exec(text) ?? [];
  const start = before === undefined ? undefined : readYearList(before);
  if (before !== undefined && start) return { ranges: start, rest: text.slice(before.length).trim() };
  // A number of two digits at the end may be of the model.
  const end = after !== undefined && /\d{4}|[-–]/.test(after) ? readYearList(after) : undefined;
  return after !== undefined && end
    ? { ranges: end, rest: text.slice(0, -after.length).trim() }
    : { ranges: [], rest: text };
}

function readNamed(text: string, make: string, names: VehicleNames): Named {
  const asTyped = { ranges: [], make, model: text, trim: '', engine: '' };
  const { ranges, rest } = withoutYears(text);
  const words = rest.split(/\s+/);
  const found = names.findMake(words);
  // 'Ram 1500' is a model of Dodge.
  if (found && make !== '' && found.name !== make) return asTyped;
  if (!found) return make === '' || ranges.length === 0 ? asTyped : { ...asTyped, ranges, model: rest };
  if (found.words === words.length)
    return make === '' ? { ...asTyped, make: found.name, model: '', ranges } : asTyped;
  const after = words.slice(found.words).join(' ');
  const engine = ENGINE.exec(after)?.[1] ?? '';
  const model = engine ? after.slice(0, after.length - engine.length).trim() : after;
  const modelWords = model.split(/\s+/);
  const known = names.findModel(found.name, modelWords);
  return {
    ranges,
    make: found.name,
    model: known?.name ?? model,
    trim: known ? modelWords.slice(known.words).join(' ') : '',
    engine,
  };
}
