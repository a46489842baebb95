import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { logAdminAction } from '#core/audit/write-events.server.ts';
import type { ActionResult } from '#core/values/action-result.ts';
import { Refused } from '#core/values/refused.ts';
import { isVehicleCheck, MAX_CHECK_NOTE, type VehicleCheck, vehicleChecks } from './vehicle-checks.ts';

export interface DoneCheck {
  name: VehicleCheck;
  note: string | null;
  doneAt: string;
  by: string | null;
}

/** Reads what was done with a car. */
export async function readChecks(transaction: Transaction<DB>, vehicleId: string): Promise<DoneCheck[]> {
  const rows = await transaction
    .selectFrom('yard_checks as done')
    .leftJoin('profiles', 'profiles.user_id', 'done.user_id')
    .select(['name', 'note', 'done_at'])
    .select(sql<string | null>`coalesce(nullif(profiles.display_name, ''), user_name)`.as('by'))
    .where('vehicle_id', '=', vehicleId)
    .execute();
  return rows.flatMap(({ name, note, done_at: doneAt, by }) =>
    isVehicleCheck(name) ? [{ name, note, doneAt: doneAt.toISOString(), by }] : [],
  );
}

/** Notes that something was done with a car. The first person who says so counts. @throws {Refused} */
export async function noteCheck(
  transaction: Transaction<DB>,
  { vehicleId, form }: { vehicleId: string; form: Readonly<Record<string, unknown>> },
): Promise<ActionResult> {
  const name = readName(form);
  const sent = typeof form['note'] === 'string' ? form['note'].trim().toWellFormed() : '';
  if (sent.length > MAX_CHECK_NOTE || sent.includes('\0'))
    throw new Refused(`a note has at most ${MAX_CHECK_NOTE} characters`);
  const added = await transaction
    .insertInto('yard_checks')
    .values({ vehicle_id: vehicleId, name, note: sent || null })
    .onConflict((conflict) => conflict.doNothing())
    .returning('name')
    .executeTakeFirst();
  if (!added) throw new Refused('someone else has noted it already');
  await log(transaction, 'note_vehicle_check', { vehicleId, name });
  return { done: true };
}

/** Takes back that something was done with a car. @throws {Refused} */
export async function takeBackCheck(
  transaction: Transaction<DB>,
  { vehicleId, form }: { vehicleId: string; form: Readonly<Record<string, unknown>> },
): Promise<ActionResult> {
  const name = readName(form);
  const removed = await transaction
    .deleteFrom('yard_checks')
    .where('vehicle_id', '=', vehicleId)
    .where('name', '=', name)
    .returning('name')
    .executeTakeFirst();
  if (!removed) throw new Refused('it was taken back already');
  await log(transaction, 'take_back_vehicle_check', { vehicleId, name });
  return { done: true };
}

function readName({ check }: Readonly<Record<string, unknown>>): VehicleCheck {
  if (!isVehicleCheck(check)) throw new Refused('please choose a check from the list');
  return check;
}

function log(
  transaction: Transaction<DB>,
  action: string,
  { vehicleId, name }: { vehicleId: string; name: VehicleCheck },
): Promise<void> {
  return logAdminAction(transaction, action, {
    resourceType: 'yard_vehicles',
    resourceId: vehicleId,
    check: vehicleChecks[name].label,
  });
}
