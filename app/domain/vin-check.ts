const LETTERS = 'ABCDEFGHJKLMNPRSTUVWXYZ';
const LETTER_VALUES = '12345678123457923456789';

const WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];

/** Normalizes a VIN: 17 letters and digits without I, O and Q. Undefined if it is none. */
export function normalizeVin(text: string): string | undefined {
  const vin = text.toUpperCase().replace(/[\s-]+/g, '');
  return /^[A-HJ-NPR-Z\d]{17}$/.test(vin) ? vin : undefined;
}

/** The ninth character that the others of a normalized VIN require (49 CFR 565.15). */
export function computeCheckDigit(vin: string): string {
  const sum = WEIGHTS.reduce((total, weight, index) => {
    const character = vin.charAt(index);
    const letter = LETTERS.indexOf(character);
    return total + weight * Number(letter < 0 ? character : LETTER_VALUES.charAt(letter));
  }, 0);
  return sum % 11 === 10 ? 'X' : String(sum % 11);
}

/** Whether the check digit of a normalized VIN is right. Vehicles for other markets may have none. */
export function hasValidCheckDigit(vin: string): boolean {
  return vin.charAt(8) === computeCheckDigit(vin);
}
