import { vehicleName } from './vehicle-name.ts';
import { parseVehicleFacts, type VehicleFacts } from './vehicle-facts.ts';

/** A vehicle of a shopper, in the catalog's names. */
export interface GarageVehicle extends VehicleFacts {
  id: string;
  year: number;
  make: string;
  model: string;
  /** Facts of the VIN, or the chosen engine. Example: 'EX, 1.8L I4'. Only the engine is compared. */
  details: string;
  /** The last six characters of its VIN, to tell two vehicles apart. Empty if it has no VIN. */
  vinEnd: string;
}

export interface Garage {
  /** The last chosen vehicle comes first. */
  vehicles: readonly GarageVehicle[];
  /** Id of the vehicle that parts are compared with. Null means that comparing is turned off. */
  active: string | null;
}

export const MAX_VEHICLES = 10;

export const emptyGarage: Garage = { vehicles: [], active: null };

const lengths = { make: 60, model: 60, details: 100, vinEnd: 6 } as const;

/** Tells whether the catalog and the VINs don't distinguish two vehicles. */
export function isSameVehicle(one: Omit<GarageVehicle, 'id'>, other: Omit<GarageVehicle, 'id'>): boolean {
  const name = (vehicle: Omit<GarageVehicle, 'id'>) => vehicleName(vehicle).toLowerCase();
  return (
    name(one) === name(other) && (one.vinEnd === other.vinEnd || one.vinEnd === '' || other.vinEnd === '')
  );
}

/** Adds a vehicle, or completes the same one, and makes it active. The oldest one leaves a full garage. */
export function addVehicle(garage: Garage, vehicle: GarageVehicle): Garage {
  const same = garage.vehicles.find((other) => isSameVehicle(other, vehicle));
  if (same) {
    const completed = {
      ...same,
      ...parseVehicleFacts({ ...vehicle }),
      // The details of a VIN are surer than a choice.
      details: (!vehicle.vinEnd && same.vinEnd && same.details) || vehicle.details || same.details,
      vinEnd: vehicle.vinEnd || same.vinEnd,
    };
    const others = garage.vehicles.filter((other) => other !== same);
    return { vehicles: [completed, ...others], active: same.id };
  }
  return { vehicles: [vehicle, ...garage.vehicles].slice(0, MAX_VEHICLES), active: vehicle.id };
}

/** Replaces what the shopper says about a vehicle. */
export function setVehicleFacts(garage: Garage, id: string, facts: VehicleFacts): Garage {
  const vehicles = garage.vehicles.map((vehicle) => {
    if (vehicle.id !== id) return vehicle;
    const { transmission: _, drive: __, axleRatio: ___, ...named } = vehicle;
    return { ...named, ...parseVehicleFacts({ ...facts }) };
  });
  return { ...garage, vehicles };
}

export function removeVehicle(garage: Garage, id: string): Garage {
  return {
    vehicles: garage.vehicles.filter((vehicle) => vehicle.id !== id),
    active: garage.active === id ? null : garage.active,
  };
}

/** Null turns the garage off: parts are compared with no vehicle. */
export function activateVehicle(garage: Garage, id: string | null): Garage {
  return { ...garage, active: garage.vehicles.some((vehicle) => vehicle.id === id) ? id : null };
}

export function activeVehicle({ vehicles, active }: Garage): GarageVehicle | undefined {
  return vehicles.find(({ id }) => id === active);
}

/** Joins the garage of a browser to the account's at sign-in. The browser's vehicle stays active, if it has one. */
export function mergeGarages(browser: Garage, account: Garage): Garage {
  const merged = browser.vehicles.toReversed().reduce<Garage>(addVehicle, account);
  const chosen = activeVehicle(browser);
  const active = chosen ? merged.vehicles.find((vehicle) => isSameVehicle(vehicle, chosen)) : undefined;
  return activateVehicle(merged, active?.id ?? account.active);
}

/** Reads a garage from the browser's storage or from a request. Drops invalid vehicles. */
export function parseGarage(value: unknown): Garage {
  if (typeof value !== 'object' || value === null) return emptyGarage;
  const { vehicles, active } = value as Record<string, unknown>;
  if (!Array.isArray(vehicles)) return emptyGarage;
  const read = vehicles.flatMap(parseVehicle).slice(0, MAX_VEHICLES);
  return activateVehicle({ vehicles: read, active: null }, typeof active === 'string' ? active : null);
}

function parseVehicle(value: unknown): GarageVehicle[] {
  if (typeof value !== 'object' || value === null) return [];
  const { id, year, make, model, details, vinEnd } = value as Record<string, unknown>;
  if (typeof id !== 'string' || !/^[\w-]{1,40}$/.test(id)) return [];
  if (typeof year !== 'number' || !Number.isInteger(year) || year < 1000 || year > 9999) return [];
  if (!isText(make, lengths.make) || !isText(model, lengths.model)) return [];
  return [
    {
      id,
      year,
      make,
      model,
      details: isText(details, lengths.details) ? details : '',
      vinEnd: typeof vinEnd === 'string' && /^[A-Z\d]{6}$/.test(vinEnd) ? vinEnd : '',
      ...parseVehicleFacts(value as Record<string, unknown>),
    },
  ];
}

function isText(value: unknown, length: number): value is string {
  // oxlint-disable-next-line no-control-regex -- PostgreSQL refuses NUL.
  return typeof value === 'string' && value.length > 0 && value.length <= length && !/[\0-\x1f]/.test(value);
}
