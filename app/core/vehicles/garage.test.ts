import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  activeVehicle,
  activateVehicle,
  addVehicle,
  emptyGarage,
  type Garage,
  type GarageVehicle,
  isSameVehicle,
  MAX_VEHICLES,
  mergeGarages,
  parseGarage,
  removeVehicle,
} from './garage.ts';
import { fitLabel, fitOf } from '#core/catalog/fitment.ts';

const civic: GarageVehicle = { id: 'a', year: 2010, make: 'Honda', model: 'Civic', details: '', vinEnd: '' };

const vehicles = fc.record({
  id: fc.uuid(),
  year: fc.integer({ min: 2009, max: 2011 }),
  make: fc.constantFrom('Honda', 'Ford'),
  model: fc.constantFrom('Civic', 'Focus', 'Fit'),
  details: fc.constantFrom('', 'LX'),
  vinEnd: fc.constantFrom('', '301234', '301235'),
});
const garages = fc.tuple(fc.array(vehicles, { maxLength: 12 }), fc.boolean()).map(([added, off]): Garage => {
  const garage = added
    .map((vehicle, index) => Object.assign(vehicle, { id: `${vehicle.id}-${index}`.slice(-40) }))
    .reduce(addVehicle, emptyGarage);
  return off ? activateVehicle(garage, null) : garage;
});

describe('a garage', () => {
  test('with a vehicle added has it once, active, and is bounded', () => {
    fc.assert(
      fc.property(garages, vehicles, (garage, vehicle) => {
        const now = addVehicle(garage, vehicle);
        expect(now.vehicles.length).toBeLessThanOrEqual(MAX_VEHICLES);
        expect(isSameVehicle(activeVehicle(now) ?? civic, vehicle)).toBe(true);
        expect(addVehicle(now, vehicle)).toEqual(now);
      }),
    );
  });

  test('with a vehicle removed has it no more, and no other one becomes active', () => {
    fc.assert(
      fc.property(garages, (garage) => {
        for (const { id } of garage.vehicles) {
          const now = removeVehicle(garage, id);
          expect(now.vehicles).toHaveLength(garage.vehicles.length - 1);
          expect([garage.active, null]).toContain(now.active);
        }
      }),
    );
  });

  test('of a browser joins the one of the account, and its vehicle stays active', () => {
    fc.assert(
      fc.property(garages, garages, (browser, account) => {
        const merged = mergeGarages(browser, account);
        const chosen = activeVehicle(browser);
        if (chosen) expect(isSameVehicle(activeVehicle(merged) ?? civic, chosen)).toBe(true);
        for (const vehicle of browser.vehicles)
          expect(merged.vehicles.some((other) => isSameVehicle(other, vehicle))).toBe(true);
        expect(parseGarage(JSON.parse(JSON.stringify(merged)))).toEqual(merged);
      }),
    );
  });

  test('keeps what a VIN told of a vehicle that was chosen before', () => {
    const garage = addVehicle(addVehicle(emptyGarage, civic), {
      ...civic,
      id: 'b',
      details: 'LX',
      vinEnd: '301234',
    });
    expect(garage).toEqual({ vehicles: [{ ...civic, details: 'LX', vinEnd: '301234' }], active: 'a' });
  });

  test('keeps the details of a VIN when its make, model and year are chosen with an engine', () => {
    const choose = (details: string, garage: Garage) => addVehicle(garage, { ...civic, id: 'b', details });
    const byVin = addVehicle(emptyGarage, { ...civic, details: 'LX, 1.8L I4', vinEnd: '301234' });
    expect(choose('2.0L 4-cylinder', byVin).vehicles[0]?.details).toBe('LX, 1.8L I4');
    const chosen = choose('2.0L 4-cylinder', emptyGarage);
    expect(choose('1.8L 4-cylinder', chosen).vehicles[0]?.details).toBe('1.8L 4-cylinder');
    expect(choose('', chosen).vehicles[0]?.details).toBe('2.0L 4-cylinder');
  });

  test.each([
    null,
    3,
    {},
    { vehicles: 3 },
    { vehicles: [{ ...civic, year: '2010' }] },
    { vehicles: [{ ...civic, id: '/' }] },
  ])('stored as %j is empty', (stored) => expect(parseGarage(stored)).toEqual(emptyGarage));
});

describe('a part', () => {
  test('fits the vehicle that it is listed for, and nothing says so of another one', () => {
    fc.assert(
      fc.property(vehicles, vehicles, (part, vehicle) => {
        const isSame =
          part.make === vehicle.make && part.model === vehicle.model && part.year === vehicle.year;
        expect(fitOf(part, vehicle).fit).toBe(isSame ? 'fits' : 'unknown');
      }),
    );
  });

  test('says why', () => {
    const part = { make: ' honda', model: 'CIVIC', year: 2010 };
    expect(fitOf(part, civic)).toEqual({ fit: 'fits', reason: 'Listed for your car' });
    expect(fitOf({ ...part, year: 2008 }, civic).reason).toBe('Listed for 2008  honda CIVIC');
    expect(fitOf({ make: null, model: null, year: null }, civic)).toEqual({
      fit: 'unknown',
      reason: 'No cars listed',
    });
    expect([fitLabel('fits', civic), fitLabel('unknown', civic)]).toEqual(['Fits your Civic', 'Check fit']);
  });
});
