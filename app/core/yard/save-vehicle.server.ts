import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { logAdminAction } from '#core/audit/write-events.server.ts';
import type { Refusals } from '#core/platform/answer-action.server.ts';
import type { ActionResult } from '#core/values/action-result.ts';
import type { FieldValue } from '#core/values/merge-fields.ts';
import { Refused } from '#core/values/refused.ts';
import { hideGoneParts } from './hide-gone-parts.server.ts';
import { readCostForm, readVehicleForm, type VehicleValues } from './vehicle-form.ts';
import { vehicleTitle } from './vehicle-fields.ts';
import { VEHICLES_PATH } from './vehicles-list.ts';

const NO_CAR = 'there is no such car';

export const vehicleRefusals: Refusals = {
  yard_vehicles_stock_number_key: 'another car has this stock number',
  yard_vehicles_vin_key: 'a car with this VIN is in the yard',
  yard_checks_vehicle_id_fkey: NO_CAR,
  yard_costs_vehicle_id_fkey: NO_CAR,
};

const ELSEWHERE = 'someone else has changed this car. Please open it again';

/** Adds a car, or changes the one with an id. Nothing is stored if a field is wrong. @throws {Refused} */
export async function saveVehicle(
  transaction: Transaction<DB>,
  { id, form }: { id: string | undefined; form: Readonly<Record<string, unknown>> },
): Promise<ActionResult> {
  const read = readVehicleForm(form);
  if ('errors' in read) return { done: false, errors: read.errors };
  const { vehicle, seller } = read;
  const saved =
    id === undefined
      ? await add(transaction, vehicle)
      : await change(transaction, { id, vehicle, version: form['version'] });
  if (Object.keys(seller).length > 0) await saveSeller(transaction, saved, seller);
  const gone =
    vehicle.disposition === 'here' ? 0 : await hideGoneParts(transaction, [String(vehicle.stock_number)]);
  await logAdminAction(transaction, id === undefined ? 'add_vehicle' : 'change_vehicle', {
    resourceType: 'yard_vehicles',
    resourceId: saved,
    stock_number: vehicle.stock_number,
    vehicle: nameOf(vehicle),
    disposition: vehicle.disposition,
  });
  return id === undefined
    ? { done: true, message: `${nameOf(vehicle)} was taken in`, leadsTo: `${VEHICLES_PATH}/${saved}` }
    : {
        done: true,
        message: 'Car saved',
        ...(gone > 0 && {
          note: `${gone === 1 ? '1 part that was still on it is a draft' : `${gone} parts that were still on it are drafts`} now.`,
        }),
      };
}

function nameOf({ year, make, model, trim, stock_number: number }: VehicleValues): string {
  const title = vehicleTitle({ year, make, model, trim } as Parameters<typeof vehicleTitle>[0]);
  return title === '' ? `Car ${String(number)}` : title;
}

async function add(transaction: Transaction<DB>, vehicle: VehicleValues): Promise<string> {
  const { id } = await transaction
    .insertInto('yard_vehicles')
    .values(vehicle as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function change(
  transaction: Transaction<DB>,
  { id, vehicle, version }: { id: string; vehicle: VehicleValues; version: unknown },
): Promise<string> {
  const before = await transaction
    .selectFrom('yard_vehicles')
    .select('stock_key')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  const { numUpdatedRows } = await transaction
    .updateTable('yard_vehicles')
    .set({ ...(vehicle as object), updated_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .where(sql<boolean>`updated_at::text = ${typeof version === 'string' ? version : ''}`)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Refused(ELSEWHERE);
  await moveParts(transaction, before?.stock_key ?? null, String(vehicle.stock_number));
  return id;
}

/** The parts of a car follow its new stock number. Another spelling of it changes them too. */
async function moveParts(
  transaction: Transaction<DB>,
  key: string | null,
  stockNumber: string,
): Promise<void> {
  await transaction
    .updateTable('part_private_facts')
    .set({ donor_stock_number: stockNumber })
    .where('donor_key', '=', key)
    .where('donor_stock_number', '<>', stockNumber)
    .execute();
}

async function saveSeller(
  transaction: Transaction<DB>,
  id: string,
  seller: Readonly<Record<string, FieldValue>>,
): Promise<void> {
  await transaction
    .insertInto('yard_purchases')
    .values({ vehicle_id: id, ...seller })
    .onConflict((conflict) => conflict.column('vehicle_id').doUpdateSet(seller))
    .execute();
}

/** Adds what was paid, or received, for a car. @throws {Refused} */
export async function addCost(
  transaction: Transaction<DB>,
  id: string,
  form: Readonly<Record<string, unknown>>,
): Promise<ActionResult> {
  const read = readCostForm(form);
  if ('errors' in read) return { done: false, errors: read.errors };
  await transaction
    .insertInto('yard_costs')
    .values({ vehicle_id: id, ...read.cost })
    .execute();
  const { direction, payee, what, amount } = read.cost;
  await logAdminAction(transaction, 'add_vehicle_cost', {
    resourceType: 'yard_vehicles',
    resourceId: id,
    direction,
    payee,
    what,
    amount,
  });
  return { done: true, message: direction === 'paid' ? 'Cost added' : 'Money added' };
}

/** Removes what was paid or received for a car. @throws {Refused} */
export async function removeCost(
  transaction: Transaction<DB>,
  { id, costId }: { id: string; costId: string },
): Promise<ActionResult> {
  const removed = await transaction
    .deleteFrom('yard_costs')
    .where('id', '=', costId)
    .where('vehicle_id', '=', id)
    .returning(['direction', 'payee', 'what', 'amount'])
    .executeTakeFirst();
  if (!removed) throw new Refused('it was removed already');
  await logAdminAction(transaction, 'remove_vehicle_cost', {
    resourceType: 'yard_vehicles',
    resourceId: id,
    ...removed,
  });
  return { done: true, message: 'Removed' };
}
