/** A VIN that was typed into a search. It stays in memory only. */
let pending: string | undefined;

export function setPendingVin(vin: string): void {
  pending = vin;
}

/** Returns the VIN once. */
export function takePendingVin(): string | undefined {
  const vin = pending;
  pending = undefined;
  return vin;
}
