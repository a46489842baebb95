import { findVin } from '#core/vehicles/vin-text.ts';
import { setPendingVin } from '#core/vehicles/pending-vin.ts';

/** Takes a VIN out of a form, for the garage. Returns whether there was one. */
export function takeVin(form: HTMLFormElement, text: string): boolean {
  const vin = findVin(text);
  if (!vin) return false;
  form.reset();
  setPendingVin(vin);
  return true;
}
