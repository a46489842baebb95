const VALUES: Record<string, number> = {
  ...{ A: 1, B: 2, C: 3, D: 4, E: 5, F: 6, G: 7, H: 8 },
  ...{ J: 1, K: 2, L: 3, M: 4, N: 5, P: 7, R: 9 },
  ...{ S: 2, T: 3, U: 4, V: 5, W: 6, X: 7, Y: 8, Z: 9 },
};

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
    return total + weight * (VALUES[character] ?? Number(character));
  }, 0);
  return sum % 11 === 10 ? 'X' : String(sum % 11);
}

/** Whether the check digit of a normalized VIN is right. Vehicles for other markets may have none. */
export function hasValidCheckDigit(vin: string): boolean {
  return vin.charAt(8) === computeCheckDigit(vin);
}
