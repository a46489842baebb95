import type { ActionResult } from '#core/values/action-result.ts';
import { readVinFacts, type VinFacts } from '#core/vehicles/decode-vin.server.ts';
import type { VehicleName } from '#core/vehicles/decoded-vehicle.ts';
import { checkVin } from '#core/vehicles/vin.ts';

export type LookedUp = ActionResult & {
  facts?: VinFacts | null;
  /** A character is probably mistyped. */
  doubt?: string | null;
};

/** Reads what a VIN tells. A wrong check digit is only a doubt: the car stands in the yard. */
export async function lookUpVin(typed: string, listModels: () => Promise<VehicleName[]>): Promise<LookedUp> {
  const checked = checkVin(typed.slice(0, 40));
  if ('problem' in checked) return { done: false, errors: { vin: checked.problem } };
  return {
    done: true,
    doubt: checked.doubt,
    facts: (await readVinFacts(checked.vin, listModels)) ?? null,
  };
}
