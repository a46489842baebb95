export type Drive = 'front' | 'front-awd' | 'rear' | 'rear-awd' | 'solid-axle-truck' | 'truck';

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

/** Model years with the same body and engines. */
export interface Generation {
  years: readonly [number, number];
  engines: readonly string[];
  /** The chassis code in part numbers. */
  code?: string;
  /** Present if it differs from the model's. */
  drive?: Drive;
}

export interface VehicleModel {
  name: string;
  popularity: number;
  drive: Drive;
  twoDoor?: true;
  /** The last model year with a manual gearbox, rear drum brakes, or hydraulic steering on any trim. */
  manualUntil?: number;
  rearDrumsUntil?: number;
  hydraulicSteeringUntil?: number;
  code?: string;
  generations: readonly Generation[];
}

export interface Make {
  name: string;
  partsBrand: string;
  numberStyle: NumberStyle;
  /** The level is relative to a volume make. */
  priceLevel: number;
  models: readonly VehicleModel[];
}

export interface Vehicle {
  make: Make;
  model: VehicleModel;
  generation: Generation;
  year: number;
}
