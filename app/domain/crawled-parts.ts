/** A part as it stands in crawled markdown (Spec §3, Parsed part). What was not said is missing. */
export interface ParsedPart {
  name: string;
  oemNumber: string;
  brand?: string;
  category?: string;
  description?: string;
  vehicleMake?: string;
  vehicleModel?: string;
  vehicleYear?: string;
}

/** A name has more characters than the one and fewer than the other (Spec §5, §9). */
const NAME_LONGER_THAN = 10;
const NAME_SHORTER_THAN = 100;

const LONGEST_NUMBER = 64;
const LONGEST_FIELD = 100;
const LONGEST_DESCRIPTION = 1000;

/** As much of a line as is looked at for one value, in characters. */
const LONGEST_VALUE = 2000;

/** After so many characters, a reader may stop and go on later. */
const PAUSE_AFTER = 8_192;

/** Text that has nothing to be cleaned of. */
const PLAIN = /^(?!\d{1,3}\. )[A-Za-z\d(](?: ?[A-Za-z\d,./&'()-])*$/;

const NUMBER_MARKERS = ['Part #', 'OEM'];
const FIELD_MARKERS = { brand: 'Brand:', category: 'Category:', description: 'Description:' } as const;
const VALUE_END = /\||Part #|OEM|Brand:|Category:|Description:/;

/**
 * Reads the parts out of one page of crawled markdown, line by line, by the rules of Spec §5. Yields each part, and
 * undefined now and then in between: there the caller may let others have their turn. It never throws.
 */
export function* readParts(markdown: string): Generator<ParsedPart | undefined, void, void> {
  let current: Partial<ParsedPart> | undefined;
  let pauseAt = PAUSE_AFTER;
  for (let start = 0; start <= markdown.length;) {
    const found = markdown.indexOf('\n', start);
    const end = found === -1 ? markdown.length : found;
    const line = markdown.slice(start, end).trim();
    start = end + 1;

    if (start >= pauseAt) {
      pauseAt = start + PAUSE_AFTER;
      yield undefined;
    }
    if (line === '') continue;
    if (NUMBER_MARKERS.some((marker) => line.includes(marker))) {
      if (isWhole(current)) yield current;
      const oemNumber = oemNumberIn(line);
      current = oemNumber === undefined ? {} : { oemNumber };
      setFields(current, line);
    } else if (current && !setFields(current, line) && current.name === undefined) {
      const name = nameIn(line);
      if (name !== undefined) current.name = name;
    }
  }
  if (isWhole(current)) yield current;
}

/** All parts of a page at once. */
export function parseParts(markdown: string): ParsedPart[] {
  return [...readParts(markdown)].filter((part) => part !== undefined);
}

/** The year of a vehicle as the catalogue keeps it: an integer, or null (Spec §5). */
export function parseVehicleYear(year: string | undefined): number | null {
  const parsed = Number.parseInt(year ?? '', 10);
  return parsed >= 1 && parsed <= 9999 ? parsed : null;
}

function isWhole(part: Partial<ParsedPart> | undefined): part is ParsedPart {
  return part?.name !== undefined && part.oemNumber !== undefined;
}

/** Sets what the line says of brand, category and description; false when it says nothing of them. */
function setFields(part: Partial<ParsedPart>, line: string): boolean {
  let any = false;
  for (const field of ['brand', 'category', 'description'] as const) {
    const marker = FIELD_MARKERS[field];
    const at = line.indexOf(marker);
    if (at === -1) continue;
    any = true;
    const value = plain(valueAfter(line, at + marker.length));
    const longest = field === 'description' ? LONGEST_DESCRIPTION : LONGEST_FIELD;
    if (value !== '') part[field] = value.slice(0, longest).trimEnd().toWellFormed();
  }
  return any;
}

/** What follows a marker, up to the next column of a table or the next marker. */
function valueAfter(line: string, from: number): string {
  const rest = line.slice(from, from + LONGEST_VALUE);
  const end = rest.search(VALUE_END);
  return (end === -1 ? rest : rest.slice(0, end)).trim();
}

/** The line as a part's name, if it can be one. */
function nameIn(line: string): string | undefined {
  if (!hasNameLength(line) || line.includes('http') || line.includes('$')) return undefined;
  if (!/\p{Lu}\p{Ll}/u.test(line)) return undefined;
  const name = plain(line);
  return hasNameLength(name) ? name : undefined;
}

function hasNameLength(text: string): boolean {
  return text.length > NAME_LONGER_THAN && text.length < NAME_SHORTER_THAN;
}

/** The number that a line with one of the markers gives; undefined when there is none on it. */
function oemNumberIn(line: string): string | undefined {
  // 'OEM Part # 45022' has two markers, and the number stands after the last.
  const places = NUMBER_MARKERS.map((marker) => ({ marker, at: line.lastIndexOf(marker) }))
    .filter(({ at }) => at !== -1)
    .toSorted((one, other) => other.at - one.at);
  for (const { marker, at } of places) {
    const number = numberAt(valueAfter(line, at + marker.length), marker);
    if (number !== undefined) return number;
  }
  return undefined;
}

/** 'OEM quality since 1950' names no number: without a label before it, a number has a digit in its first word. */
function numberAt(value: string, marker: string): string | undefined {
  const text = plain(value);
  const label = /^(?:(?:Part\s*)?(?:Numbers?|No\b\.?|#)\s*)*[:#]?\s*/i.exec(text)?.[0] ?? '';
  const labelled = marker === 'Part #' || label !== '' || /^\W*[:#]/.test(value);
  const words = text.slice(label.length).split(/\s+/);
  const [first = ''] = words;
  // Groups of digits belong together: 34 11 6 794 300, A 205 830 00 18.
  const groups = /^(?:[A-Z]|\d{1,3})$/.test(first) ? words.slice(1) : [];
  const end = groups.findIndex((word) => !/^\d{1,3}$/.test(word));
  const number = [first, ...(end === -1 ? groups : groups.slice(0, end))]
    .join(' ')
    .replace(/^[^\p{L}\d]+|[^\p{L}\d]+$/gu, '');
  if (number.length > LONGEST_NUMBER || !/[A-Za-z\d]/.test(number)) return undefined;
  return labelled || /\d/.test(number) ? number.toWellFormed() : undefined;
}

/** Without the marks of markdown around and within it, nor characters that show nothing or turn the text around. */
function plain(text: string): string {
  // Nearly all text is, and to know that is four times as fast.
  if (PLAIN.test(text)) return text;
  return text
    .replace(/!?\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/[\p{Cc}\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]+/gu, ' ')
    .replace(/\\([\\`*_{}[\]()#+\-.!|>~])/g, '$1')
    .replace(/[*_`~|]+/g, (marks) => (marks === '_' ? '_' : ' '))
    .replace(/\s+/g, ' ')
    .replace(/^(?:[\s>:+-]|#{1,6}\s|\d{1,3}\.\s)+/, '')
    .trim()
    .toWellFormed();
}
