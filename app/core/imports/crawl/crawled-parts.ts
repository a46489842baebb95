export interface ParsedPart {
  name: string;
  oemNumber: string;
  brand?: string;
  category?: string;
  description?: string;
  vehicleMake?: string;
  vehicleModel?: string;
  vehicleYear?: string;
  /** Text of the page. Example: '$1,234.50'. Only imports with mapped columns use it. */
  price?: string;
}

/** Orders of the lines of a part. Spec §5 has 'number first'. */
export const readings = ['number first', 'name first'] as const;

export type Reading = (typeof readings)[number];

/** Exclusive limits of the length of a name (Spec §5, §9). */
const NAME_LONGER_THAN = 10;
const NAME_SHORTER_THAN = 100;

const MAX_NUMBER_LENGTH = 64;
const MAX_FIELD_LENGTH = 100;
const MAX_DESCRIPTION_LENGTH = 1000;

const MAX_VALUE_LENGTH = 2000;

/** Characters. */
const PAUSE_AFTER = 8_192;

/** Characters. The rest of a longer line is not read: one line can be a whole page. */
const MAX_LINE_LENGTH = 65_536;

const PLAIN_TEXT = /^(?!\d{1,3}\. )[A-Za-z\d(](?: ?[A-Za-z\d,./&'()-])*$/;

const PRICE = /\$\s?(?:\d{1,3}(?:,\d{3}){1,2}|\d{1,7})(?:\.\d{2})?(?![\d.,]*\d)/;

const NUMBER_MARKERS = ['Part #', 'OEM'];
const FIELD_MARKERS = { brand: 'Brand:', category: 'Category:', description: 'Description:' } as const;
const VALUE_END = /\||Part #|OEM|Brand:|Category:|Description:/;

/** A part whose lines are still being read. */
type Draft = { [Field in keyof ParsedPart]?: ParsedPart[Field] | undefined };

/** Reads the parts in markdown (Spec §5). Yields undefined every `PAUSE_AFTER` characters for a pause. */
export function* readParts(
  markdown: string,
  reading: Reading = 'number first',
): Generator<ParsedPart | undefined, void, void> {
  const lines = reading === 'name first' ? new NameFirst() : new NumberFirst();
  let pauseAt = PAUSE_AFTER;
  for (let start = 0, end = 0; end >= 0; start = end + 1) {
    if (start >= pauseAt) {
      pauseAt = start + PAUSE_AFTER;
      yield undefined;
    }
    end = markdown.indexOf('\n', start);
    const lineEnd = end < 0 ? markdown.length : end;
    const line = markdown.slice(start, Math.min(lineEnd, start + MAX_LINE_LENGTH)).trim();
    if (!line) continue;
    const part = lines.take(line);
    if (part) yield part;
  }
  const last = lines.end();
  if (last) yield last;
}

/** Reads all parts of a page without pauses. */
export function parseParts(markdown: string, reading?: Reading): ParsedPart[] {
  return [...readParts(markdown, reading)].filter((part) => part !== undefined);
}

/** Spec §5: a line with a number starts a part, and the first line after it that can be a name is its name. */
class NumberFirst {
  #current: Draft | undefined;

  /** Returns the part that ends before this line. */
  take(line: string): ParsedPart | undefined {
    if (!hasNumber(line)) {
      if (this.#current && !setFields(this.#current, line)) this.#current.name ??= readName(line);
      return undefined;
    }
    const part = this.end();
    this.#current = { oemNumber: readOemNumber(line) };
    setFields(this.#current, line);
    return part;
  }

  end(): ParsedPart | undefined {
    return isComplete(this.#current) ? this.#current : undefined;
  }
}

/** Takes the last line before a part's number that can be a name. Its other lines are before or after the number. */
class NameFirst {
  #current: Draft | undefined;
  /** The part that begins after the current one's number, if it begins with a name. */
  #next: Draft | undefined;

  /** Returns the part that ends before this line. */
  take(line: string): ParsedPart | undefined {
    const oemNumber = hasNumber(line) ? readOemNumber(line) : undefined;
    if (oemNumber !== undefined) {
      const part = this.#current;
      this.#current = { ...this.#next, oemNumber };
      this.#next = undefined;
      setFields(this.#current, line);
      return isComplete(part) ? part : undefined;
    }
    if (setFields(this.#next ?? this.#current ?? {}, line)) return undefined;
    const name = readName(line);
    if (name === undefined) return undefined;
    this.#giveBack();
    this.#next = { name };
    return undefined;
  }

  end(): ParsedPart | undefined {
    this.#giveBack();
    return isComplete(this.#current) ? this.#current : undefined;
  }

  /** Gives lines back to the current part: the line that looked like a name was none. */
  #giveBack(): void {
    if (!this.#current || !this.#next) return;
    const { name: _, ...fields } = this.#next;
    this.#current = { ...fields, ...this.#current };
  }
}

function hasNumber(line: string): boolean {
  return NUMBER_MARKERS.some((marker) => line.includes(marker));
}

/** Parses a vehicle's year as an integer, or null (Spec §5). */
export function parseVehicleYear(year: string | undefined): number | null {
  const parsed = Number.parseInt(String(year), 10);
  return parsed >= 1 && parsed <= 9999 ? parsed : null;
}

function isComplete(part: Draft | undefined): part is ParsedPart {
  return part?.name !== undefined && part.oemNumber !== undefined;
}

function setFields(part: Draft, line: string): boolean {
  let found = false;
  for (const field of ['brand', 'category', 'description'] as const) {
    const marker = FIELD_MARKERS[field];
    const at = line.indexOf(marker);
    if (at === -1) continue;
    found = true;
    const value = stripMarkdown(readValue(line, at + marker.length));
    const longest = field === 'description' ? MAX_DESCRIPTION_LENGTH : MAX_FIELD_LENGTH;
    if (value !== '') part[field] = value.slice(0, longest).trimEnd().toWellFormed();
  }
  if (part.price === undefined && line.includes('$')) {
    const [price] = PRICE.exec(line) ?? [];
    if (price !== undefined) part.price = price.replaceAll(/\s/g, '');
  }
  return found;
}

function readValue(line: string, from: number): string {
  const rest = line.slice(from, from + MAX_VALUE_LENGTH);
  const end = rest.search(VALUE_END);
  return (end === -1 ? rest : rest.slice(0, end)).trim();
}

function readName(line: string): string | undefined {
  if (!hasNameLength(line) || line.includes('http') || line.includes('$')) return undefined;
  if (!/\p{Lu}\p{Ll}/u.test(line)) return undefined;
  const name = stripMarkdown(line);
  return hasNameLength(name) ? name : undefined;
}

function hasNameLength(text: string): boolean {
  return text.length > NAME_LONGER_THAN && text.length < NAME_SHORTER_THAN;
}

function readOemNumber(line: string): string | undefined {
  // 'OEM Part # 45022' has two markers; the number follows the last.
  const places = NUMBER_MARKERS.map((marker) => ({ marker, at: line.lastIndexOf(marker) }))
    .filter(({ at }) => at !== -1)
    .toSorted((one, other) => other.at - one.at);
  for (const { marker, at } of places) {
    const number = parseNumber(readValue(line, at + marker.length), marker);
    if (number !== undefined) return number;
  }
  return undefined;
}

/** 'OEM quality since 1950' contains no number. Without a label, the first word of a number must contain a digit. */
function parseNumber(value: string, marker: string): string | undefined {
  const text = stripMarkdown(value);
  const unlabeled = text.replace(/^(?:(?:Part\s*)?(?:Numbers?|No\b\.?|#)\s*)*[:#]?\s*/i, '');
  const labeled = marker === 'Part #' || unlabeled !== text || /^\W*[:#]/.test(value);
  const number = unlabeled
    // A number can have several groups of digits: 34 11 6 794 300, A 205 830 00 18.
    .replace(/^((?:[A-Z]|\d{1,3})(?: \d{1,3}(?!\S))+|\S*).*$/s, '$1')
    .replace(/^[^\p{L}\d]+|[^\p{L}\d]+$/gu, '');
  if (number.length > MAX_NUMBER_LENGTH || !/[A-Za-z\d]/.test(number)) return undefined;
  return labeled || /\d/.test(number) ? number.toWellFormed() : undefined;
}

/** Removes markdown, invisible characters, and characters that change the text direction. */
function stripMarkdown(text: string): string {
  // Most text is plain. The check makes it four times as fast.
  if (PLAIN_TEXT.test(text)) return text;
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
