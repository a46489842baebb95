import { parseVin, type Vin } from './vin.ts';

/**
 * Finds the VIN in the text of a scanned code. Labels in Code 39 may begin with an I for imported cars, and codes with more data
 * separate it. Undefined if no part of the text can be a VIN.
 */
export function findScannedVin(text: string): Vin | undefined {
  for (const piece of [text, ...text.split(/[^a-z\d]+/i)]) {
    const joined = piece.replaceAll(/[\s-]/g, '');
    const vin = parseVin(joined.replace(/^I(?=.{17}$)/i, ''));
    if (vin !== undefined) return vin;
  }
  return undefined;
}
