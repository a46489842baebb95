import type { Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { duplicatePart } from './duplicate-part.ts';
import { readPartForEditing } from '#core/part-changes/save-part.server.ts';
import { partOfCar } from '#core/yard/part-of-car.ts';
import { readVehicleValues } from '#core/yard/read-vehicle.server.ts';

/** Reads what a new part's form begins with, to be like a part of some model years before. Undefined if the part was deleted. */
export async function readTemplate(transaction: Transaction<DB>, id: string, yearsLater: 0 | 1) {
  const found = await readPartForEditing(transaction, id);
  return found && { ...duplicatePart(found.part, yearsLater), fitments: found.part.fitments };
}

/** Reads what the form of a new part of a car begins with. Undefined if there is no such car. */
export async function readCarTemplate(transaction: Transaction<DB>, carId: string) {
  const car = await readVehicleValues(transaction, carId);
  return car && partOfCar(car.values);
}
