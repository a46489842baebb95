/**
 * Says by what a line names a part.
 * @param fields of the columns. @param keyName the other system's own key. Null if the file has none.
 */
export function describeKey(fields: readonly (string | null)[], keyName: string | null): string {
  if (keyName !== null)
    return `A part is found by ${keyName} if it came with an earlier file of this supplier, else by its stock number. A line that finds no part adds one.`;
  const ofCar = fields.includes('donor_stock_number')
    ? " Without them, it is found by its car's stock number and its name: the second line with both is the second such part of the car."
    : '';
  return `A part is found by its id or stock number.${ofCar} A new part without them is found by its OEM number and vehicle, if exactly one part has both. A line that finds no part adds one.`;
}
