import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { logAdminAction } from '#core/audit/write-events.server.ts';
import { isPartId as isId } from '#core/catalog/part.ts';
import type { Refusals } from '#core/platform/answer-action.server.ts';
import type { ActionResult } from '#core/values/action-result.ts';
import type { FieldValue } from '#core/values/merge-fields.ts';
import { Refused } from '#core/values/refused.ts';
import { readLaw } from './law.server.ts';
import {
  findPaperProblems,
  paperFields,
  type PaperIntent,
  readForm,
  removalFields,
  type PaperColumn,
} from './paper-form.ts';

type Form = Readonly<Record<string, unknown>>;

const NO_CAR = 'there is no such car';

export const paperRefusals: Refusals = {
  yard_papers_vehicle_id_fkey: NO_CAR,
  yard_overrides_vehicle_id_fkey: NO_CAR,
  yard_removals_vehicle_id_fkey: NO_CAR,
};

/** Changes the paper of a car. Overriding and deleting a removal is for admins. @throws {Refused} */
export function changePaper(
  transaction: Transaction<DB>,
  intent: PaperIntent,
  change: { vehicleId: string; form: Form },
): Promise<ActionResult> {
  return commands[intent](transaction, change);
}

const commands: Record<PaperIntent, typeof savePaper> = {
  'save-paper': savePaper,
  'note-removal': noteRemoval,
  'delete-removal': deleteRemoval,
  override: override,
  'take-back-override': takeBackOverride,
};

async function savePaper(
  transaction: Transaction<DB>,
  { vehicleId, form }: { vehicleId: string; form: Form },
): Promise<ActionResult> {
  const { values, errors } = readForm(paperFields, form);
  const { today } = await readLaw(transaction);
  const car = await transaction
    .selectFrom('yard_vehicles')
    .select(sql<string | null>`possession_on::text`.as('possessionOn'))
    .where('id', '=', vehicleId)
    .executeTakeFirst();
  const problems = {
    ...findPaperProblems(values, { possessionOn: car?.possessionOn ?? null, today }),
    ...errors,
  };
  if (Object.keys(problems).length > 0) return { done: false, errors: problems };
  const { rows: before } = await sql<Record<PaperColumn, FieldValue>>`
    select ${sql.join((Object.keys(paperFields) as PaperColumn[]).map(asText))} from yard_papers
    where vehicle_id = ${vehicleId} for update`.execute(transaction);
  const version = typeof form['version'] === 'string' ? form['version'] : '';
  const saved = await transaction
    .insertInto('yard_papers')
    .values({ vehicle_id: vehicleId, ...values } as never)
    .onConflict((conflict) =>
      conflict
        .column('vehicle_id')
        .doUpdateSet({ ...(values as object), changed_at: sql<Date>`clock_timestamp()` })
        .where(sql<boolean>`yard_papers.changed_at::text = ${version}`),
    )
    .returning('vehicle_id')
    .executeTakeFirst();
  if (!saved) throw new Refused('someone else has changed it. Please open the car again');
  const changed = (Object.keys(paperFields) as PaperColumn[]).filter(
    (column) => String(before[0]?.[column] ?? '') !== String(values[column] ?? ''),
  );
  await log(transaction, 'change_vehicle_paper', vehicleId, {
    changed: changed
      .filter((column) => before[0] || values[column])
      .map((column) => paperFields[column].label),
  });
  return { done: true, message: 'Paper saved' };
}

function asText(column: PaperColumn) {
  return sql`${sql.ref(column)}::text as ${sql.ref(column)}`;
}

async function noteRemoval(
  transaction: Transaction<DB>,
  { vehicleId, form }: { vehicleId: string; form: Form },
): Promise<ActionResult> {
  const { law, today } = await readLaw(transaction);
  if (law.safekeeping !== 1) throw new Refused('the rules of law do not allow it');
  const { values, errors } = readForm(removalFields, form);
  if (values.removed_on === null) errors.removed_on ??= 'Please enter a date';
  else if (String(values.removed_on) > today) errors.removed_on ??= 'This day is in the future';
  if (Object.keys(errors).length > 0) return { done: false, errors };
  await transaction
    .insertInto('yard_removals')
    .values({ vehicle_id: vehicleId, ...values } as never)
    .execute();
  await log(transaction, 'note_vehicle_removal', vehicleId, { part: values.what });
  return { done: true, message: 'Removal noted' };
}

async function deleteRemoval(
  transaction: Transaction<DB>,
  { vehicleId, form }: { vehicleId: string; form: Form },
): Promise<ActionResult> {
  const removal = String(form['removal'] ?? '');
  const deleted = isId(removal)
    ? await transaction
        .deleteFrom('yard_removals')
        .where('id', '=', removal)
        .where('vehicle_id', '=', vehicleId)
        .returning('what')
        .executeTakeFirst()
    : undefined;
  if (!deleted) throw new Refused('it was deleted already, or only an admin may do it');
  await log(transaction, 'delete_vehicle_removal', vehicleId, { part: deleted.what });
  return { done: true, message: 'Removal deleted' };
}

async function override(
  transaction: Transaction<DB>,
  { vehicleId, form }: { vehicleId: string; form: Form },
): Promise<ActionResult> {
  const reason = typeof form['reason'] === 'string' ? form['reason'].trim().toWellFormed() : '';
  if (reason === '') return { done: false, errors: { reason: 'Please enter the reason' } };
  if (reason.length > 300 || reason.includes('\0'))
    return { done: false, errors: { reason: 'At most 300 characters' } };
  const added = await transaction
    .insertInto('yard_overrides')
    .values({ vehicle_id: vehicleId, reason })
    .onConflict((conflict) => conflict.doNothing())
    .returning('vehicle_id')
    .executeTakeFirst();
  if (!added) throw new Refused('an admin has allowed it already');
  await log(transaction, 'override_dismantle_day', vehicleId, { reason });
  return { done: true, message: 'Dismantling is allowed' };
}

async function takeBackOverride(
  transaction: Transaction<DB>,
  { vehicleId }: { vehicleId: string },
): Promise<ActionResult> {
  const removed = await transaction
    .deleteFrom('yard_overrides')
    .where('vehicle_id', '=', vehicleId)
    .returning('reason')
    .executeTakeFirst();
  if (!removed) throw new Refused('it was taken back already, or only an admin may do it');
  await log(transaction, 'take_back_override', vehicleId, removed);
  return { done: true, message: 'The override was taken back' };
}

function log(
  transaction: Transaction<DB>,
  action: string,
  vehicleId: string,
  details: Record<string, unknown>,
): Promise<void> {
  return logAdminAction(transaction, action, {
    resourceType: 'yard_vehicles',
    resourceId: vehicleId,
    ...details,
  });
}
