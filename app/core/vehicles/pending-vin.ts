/** A VIN that was typed into a search. Only in memory. */
let pending: string | undefined;

export function setPendingVin(vin: string): void {
  pending = vin;
}

/** Returns it once. */
export function takePendingVin(): string | undefined {
  const vin = pending;
  pending = undefined;
  return vin;
}
