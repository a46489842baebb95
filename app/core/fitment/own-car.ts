import { readStored, writeStored } from '#core/values/stored.ts';
import { readActiveVehicle } from './active-vehicle.ts';
import { writeCar } from './car-parameter.ts';

const ONLY_FITS_KEY = 'only-fits';

/** The parameters that a search has for the shopper's vehicle. */
export interface OwnCar {
  car: string;
  only_fits: '' | '1';
}

/** Returns undefined without a vehicle. Works in browsers only. */
export function readOwnCar(): OwnCar | undefined {
  const vehicle = readActiveVehicle();
  // The server tells whether the last detail is an engine.
  const engine = vehicle?.details.split(', ').at(-1);
  return (
    vehicle && {
      car: writeCar({ ...vehicle, engine }),
      only_fits: readStored(ONLY_FITS_KEY) === '1' ? '1' : '',
    }
  );
}

/** Later searches show only parts that fit, or all again. */
export function rememberOnlyFits(isOn: boolean): void {
  writeStored(ONLY_FITS_KEY, isOn ? '1' : null);
}
