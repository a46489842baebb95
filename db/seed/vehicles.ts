import { americanMakes } from './vehicles-american.ts';
import { europeanMakes } from './vehicles-european.ts';
import { japaneseMakes } from './vehicles-japanese.ts';
import { koreanMakes } from './vehicles-korean.ts';
import type { Drive, Generation, Make, Vehicle, VehicleModel } from './make.ts';

/** Lists vehicles sold in the US from 1995 to 2025. Electric cars are missing. */
export const makes: readonly Make[] = [
  ...americanMakes,
  ...europeanMakes,
  ...japaneseMakes,
  ...koreanMakes,
].toSorted((one, other) => (one.name < other.name ? -1 : 1));

export function* allVehicles(): Generator<Vehicle> {
  for (const make of makes) {
    for (const model of make.models) {
      for (const generation of model.generations) {
        for (const year of yearsOf(generation)) yield { make, model, generation, year };
      }
    }
  }
}

export function modelYears(model: VehicleModel): number[] {
  return model.generations.flatMap(yearsOf);
}

function yearsOf({ years: [first, last] }: Generation): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

export function driveOf(vehicle: Vehicle): Drive {
  return vehicle.generation.drive ?? vehicle.model.drive;
}
