import { americanMakes } from './vehicles-american.ts';
import { europeanMakes } from './vehicles-european.ts';
import { japaneseMakes } from './vehicles-japanese.ts';
import { koreanMakes } from './vehicles-korean.ts';

/**
 * Which wheels are driven, by an option at least. A truck has its body on a frame and four-wheel drive; where
 * it says so, a solid front axle too.
 */
export type Drive = 'front' | 'front-awd' | 'rear' | 'rear-awd' | 'solid-axle-truck' | 'truck';

/** How a maker writes its part numbers. */
export type NumberStyle =
  | 'bmw'
  | 'ford'
  | 'gm'
  | 'honda'
  | 'hyundai'
  | 'mazda'
  | 'mercedes'
  | 'mopar'
  | 'nissan'
  | 'subaru'
  | 'toyota'
  | 'vw';

/** Model years with the same body and engines; a facelift that changed the engines is a generation too. */
interface Generation {
  /** First and last model year, both included. */
  years: readonly [number, number];
  engines: readonly string[];
  /** The maker's chassis code inside its part numbers. */
  code?: string;
  /** Where it differs from the model's. */
  drive?: Drive;
}

export interface VehicleModel {
  name: string;
  /** How much of it a US yard sees and sells: 1 is rare, 10 is everywhere. */
  popularity: number;
  drive: Drive;
  twoDoor?: true;
  /** Last model year with a manual gearbox, rear drum brakes or hydraulic steering on at least one trim. */
  manualUntil?: number;
  rearDrumsUntil?: number;
  hydraulicSteeringUntil?: number;
  /** The chassis code of all its generations that give none of their own. */
  code?: string;
  generations: readonly Generation[];
}

export interface Make {
  name: string;
  /** The brand on the maker's own new parts. */
  partsBrand: string;
  numberStyle: NumberStyle;
  /** What its parts cost; 1 is a volume make. */
  priceLevel: number;
  models: readonly VehicleModel[];
}

/** One model in one model year. */
export interface Vehicle {
  make: Make;
  model: VehicleModel;
  generation: Generation;
  year: number;
}

/** Vehicles sold in the US in model years 1995 to 2025. Electric cars are left out. */
export const makes: readonly Make[] = [
  ...americanMakes,
  ...europeanMakes,
  ...japaneseMakes,
  ...koreanMakes,
].toSorted((one, other) => (one.name < other.name ? -1 : 1));

/** Every model year of every model, oldest first within a model. */
export function* allVehicles(): Generator<Vehicle> {
  for (const make of makes) {
    for (const model of make.models) {
      for (const generation of model.generations) {
        for (const year of yearsOf(generation)) yield { make, model, generation, year };
      }
    }
  }
}

/** The years in which a model was sold, oldest first. */
export function modelYears(model: VehicleModel): number[] {
  return model.generations.flatMap(yearsOf);
}

function yearsOf({ years: [first, last] }: Generation): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

export function driveOf(vehicle: Vehicle): Drive {
  return vehicle.generation.drive ?? vehicle.model.drive;
}
