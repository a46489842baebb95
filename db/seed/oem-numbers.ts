import { functionCode } from './oem-function-codes.ts';
import type { FittingPart } from './part-kinds.ts';
import { hash, itemAt } from './random.ts';
import type { NumberStyle, Vehicle } from './make.ts';

interface NumberParts {
  /** Function code; '' if the maker has none. */
  code: string;
  chassis: string;
  year: number;
  /** Any integer. Left and right are consecutive. */
  serial: number;
}

/** All years of a generation and all replacement brands share the maker's number. */
export function oemNumber(part: FittingPart, vehicle: Vehicle, engine: string | null): string {
  const { make, model, generation } = vehicle;
  const style = make.numberStyle;
  const [year] = generation.years;
  const identity = [make.name, model.name, year, part.kind.slug, part.numberForm, engine].join('|');
  return writeNumber[style]({
    code: style === 'gm' || style === 'mopar' ? '' : functionCode(style, part.kind.slug, part.placeIndex),
    chassis: chassisCode(vehicle, engine),
    year,
    serial: hash(identity) + part.placeIndex,
  });
}

const writeNumber: Record<NumberStyle, (part: NumberParts) => string> = {
  /** Example: '34 11 6 794 300'. */
  bmw: ({ code, year, serial }) => {
    const eras = year < 2004 ? ['1', '2', '6'] : ['6', '7', '8', '9'];
    return `${code} ${pickBy(serial, eras)} ${digits(serial, 6).replace(/^.../, '$& ')}`;
  },
  /** Example: 'CK4Z-2001-A'. */
  ford: ({ code, chassis, year, serial }) =>
    `${fordPrefix(chassis, year)}-${code}-${letters(serial, 'ABCDEFGHJKLMNP')}`,
  /** Example: '84214568'. */
  gm: ({ year, serial }) => `${pickBy(serial, gmPrefixes(year))}${digits(serial, 6)}`,
  /** Example: '45022-TR3-A01'. */
  honda: ({ code, chassis, serial }) => `${code}-${chassis}-A${digits(serial, 2)}`,
  /** Examples: '58101-3XA10', '92101-3X010'. */
  hyundai: ({ code, chassis, serial }) =>
    `${code}-${chassis}${pickBy(serial, [digits(serial, 3), `A${digits(serial, 2)}`])}`,
  /** Examples: 'BBM2-33-28Z', 'BBM2-33-28ZA'. */
  mazda: ({ code, chassis, serial }) => `${chassis}-${code}${itemAt(['', 'A', 'B', 'C', 'D', 'E'], serial)}`,
  /** Example: 'A 205 421 10 12'. */
  mercedes: ({ code, chassis, serial }) => `A ${chassis} ${code} ${digits(serial, 4).replace(/^../, '$& ')}`,
  /** Example: '68225170AA'. */
  mopar: ({ year, serial }) => {
    const eras = year < 2006 ? ['04', '05', '52', '55', '56'] : ['05', '68'];
    return `${pickBy(serial, eras)}${digits(serial, 6)}A${pickBy(serial, ['A', 'B', 'C', 'D', 'E'])}`;
  },
  /** Examples: 'D1060-JA00A', '41060-8J000'. */
  nissan: ({ code, chassis, year, serial }) =>
    `${code}-${chassis}${digits(serial, 1)}${pickBy(serial, year < 2005 ? ['0', '5'] : ['A', 'B', 'C', 'D'])}`,
  /** Example: '26296FG010'. */
  subaru: ({ code, chassis, serial }) => `${code}${chassis}${digits(serial, 3)}`,
  /** Example: '04465-06150'. */
  toyota: ({ code, chassis, serial }) => `${code}-${chassis}${digits(serial, 3)}`,
  /** Example: '5Q0 698 151 A'. */
  vw: ({ code, chassis, serial }) => `${chassis} ${code} ${letters(serial, 'ABCDEFGHJKLMNPQRST')}`,
};

const engineChassis: Partial<Record<NumberStyle, readonly string[]>> = {
  mazda: ['LF01', 'L301', 'L501', 'PE01', 'PY01', 'PYFA', 'CA01', 'ZJ01'],
  mercedes: ['264', '271', '272', '273', '274', '276', '278'],
  vw: ['06A', '06H', '06J', '06K', '06L', '07K', '03H', '03L'],
};

function chassisCode({ make, model, generation }: Vehicle, engine: string | null): string {
  const engineCodes = engineChassis[make.numberStyle];
  if (engineCodes && engine !== null) return itemAt(engineCodes, hash(`${engine}|${generation.code}`));
  return generation.code ?? model.code ?? '';
}

function fordPrefix(line: string, year: number): string {
  if (year < 1999) return `F${year % 10}${line.charAt(1)}Z`;
  if (year < 2001) return `${year === 1999 ? 'X' : 'Y'}${line}Z`;
  if (year < 2010) return `${year % 10}${line}Z`;
  return `${'ABCDEFGHJKLMNPRS'.charAt(year - 2010)}${line}Z`;
}

function gmPrefixes(year: number): readonly string[] {
  if (year < 2008) return ['10', '12', '15', '25', '88', '89'];
  return year < 2017 ? ['20', '22', '23'] : ['13', '84', '85'];
}

function digits(serial: number, length: number): string {
  return String(serial % 10 ** length).padStart(length, '0');
}

/** Returns one letter, or two: A to P, then AA to DP. */
function letters(serial: number, alphabet: string): string {
  const index = serial % (alphabet.length * 5);
  const first = ['', 'A', 'B', 'C', 'D'][Math.floor(index / alphabet.length)] ?? '';
  return `${first}${alphabet.charAt(index % alphabet.length)}`;
}

/** Picks by the high digits, so that neighboring serials get the same item. */
function pickBy(serial: number, items: readonly string[]): string {
  return itemAt(items, Math.floor(serial / 1_000_000));
}
