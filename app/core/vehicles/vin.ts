/** Characters of a VIN since 1981 (49 CFR 565.13, ISO 3779). */
const VIN_LENGTH = 17;

/** The first model year whose VINs have a fixed form. */
export const FIRST_VIN_YEAR = 1981;

/** A VIN in capital letters, without spaces and hyphens. */
export type Vin = string & { readonly __vin: true };

export type VinCheck =
  | { vin: Vin; doubt: null }
  /** The check digit is wrong: a character is probably mistyped, but the shopper may confirm the VIN. */
  | { vin: Vin; doubt: string }
  | { problem: string };

const BEFORE_1981 = `Cars before ${FIRST_VIN_YEAR} have shorter numbers: choose the car by make, model and year.`;

/** Letter that no VIN has -> the character meant. */
const meant: Partial<Record<string, string>> = {
  I: 'Is it the digit 1?',
  O: 'Is it the digit 0?',
  Q: 'Is it the digit 0 or 9?',
};

/** Writes capital letters. Drops spaces and hyphens. */
function normalize(text: string): string {
  return text.replaceAll(/[\s-]/g, '').toUpperCase();
}

/** Reads a VIN without comparing its check digit. Returns undefined if the text is not a VIN. */
export function parseVin(text: string): Vin | undefined {
  const vin = normalize(text);
  return /^[A-HJ-NPR-Z\d]{17}$/.test(vin) ? (vin as Vin) : undefined;
}

/**
 * Checks a typed VIN: its length, its characters, its model year and its check digit. Problems are sentences for the
 * shopper. Cars that were not made for North America need no check digit (ISO 3779), so a wrong one is only a doubt.
 */
export function checkVin(text: string): VinCheck {
  const vin = normalize(text);
  if (vin === '') return { problem: 'Enter the 17 characters of the VIN.' };
  const place = vin.search(/[^A-HJ-NPR-Z\d]/);
  if (place >= 0) return { problem: describeCharacter(vin.charAt(place), place + 1) };
  if (vin.length !== VIN_LENGTH) return { problem: describeLength(vin.length) };
  if (hasValidCheckDigit(vin)) return { vin: vin as Vin, doubt: null };
  const digit = computeCheckDigit(vin);
  return {
    vin: vin as Vin,
    doubt:
      `One character is probably mistyped. Check the 9th character: it should be ${digit}, not ${vin.charAt(8)}. ` +
      'Compare the VIN with your title or dashboard.',
  };
}

function describeCharacter(character: string, place: number): string {
  const question = meant[character];
  return question
    ? `A VIN has no letter ${character}. Check character ${place}. ${question}`
    : `A VIN has only letters and digits. Check character ${place}.`;
}

function describeLength(length: number): string {
  const count = `A VIN has ${VIN_LENGTH} characters. This one has ${length}.`;
  return length < 14 ? `${count} ${BEFORE_1981}` : count;
}

/** The letters A to Z without I, O and Q have these values, digits their own (49 CFR 565.15, table III). */
const letterValues = new Map(
  [...'ABCDEFGH', ...'JKLMN', 'P', 'R', ...'STUVWXYZ'].map((letter, index) => [
    letter,
    [...'12345678', ...'12345', '7', '9', ...'23456789'].map(Number)[index] ?? 0,
  ]),
);

/** Weights by position (49 CFR 565.15, table IV). */
const WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];

/** Computes the 9th character of a VIN from the others: a digit, or X for 10 (49 CFR 565.15). */
export function computeCheckDigit(vin: string): string {
  const sum = WEIGHTS.reduce((total, weight, index) => {
    const character = vin.charAt(index);
    return total + weight * (letterValues.get(character) ?? Number(character));
  }, 0);
  const rest = sum % 11;
  return rest === 10 ? 'X' : String(rest);
}

/** Tells whether the check digit of a VIN is right. Cars that were not made for North America may have none. */
export function hasValidCheckDigit(vin: string): boolean {
  return vin.charAt(8) === computeCheckDigit(vin);
}

/** The codes of 30 model years from 1980 on (49 CFR 565.15, table VII). */
const YEAR_CODES = 'ABCDEFGHJKLMNPRSTVWXY123456789';

/**
 * Lists the model years that the 10th character can mean, the likelier one first. For cars, multipurpose vehicles and light
 * trucks, a letter as 7th character means 2010 to 2039, a digit 1980 to 2009. Other vehicles may have either, and so may cars
 * of other markets. Empty for a character that stands for no year, which occurs outside North America.
 * @param newest the newest model year that there can be.
 */
export function modelYears(vin: Vin, newest: number): number[] {
  const code = YEAR_CODES.indexOf(vin.charAt(9));
  if (code === -1) return [];
  const early = 1980 + code;
  const years = /\d/.test(vin.charAt(6)) ? [early, early + 30] : [early + 30, early];
  return years.filter((year) => year <= newest);
}

/**
 * Returns the code of the manufacturer: three characters, and three more for one that makes fewer than 1,000 vehicles a year
 * (49 CFR 565.15 (a)).
 */
export function manufacturerCode(vin: Vin): string {
  const code = vin.slice(0, 3);
  return code.endsWith('9') ? code + vin.slice(11, 14) : code;
}
