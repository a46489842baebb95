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
export interface Generation {
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
