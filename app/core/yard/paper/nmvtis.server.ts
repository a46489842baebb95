import { createHash } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { logAdminAction } from '#core/audit/write-events.server.ts';
import type { ReportPeriod } from '#core/pricing/tax-report.ts';
import type { ActionResult } from '#core/values/action-result.ts';
import { Refused } from '#core/values/refused.ts';
import {
  canBeReported,
  type Entity,
  entityColumns,
  entityFields,
  findMissingEntityFacts,
  findMissingFacts,
  type NmvtisCar,
} from './nmvtis.ts';
import { readForm } from './paper-form.ts';
import { vehicleTitle } from '../vehicle-fields.ts';

/** Maximum cars per file. The rest comes in the next one. */
const MAX_CARS = 5_000;

/** Maximum cars that the screen lists. */
const MAX_INCOMPLETE = 200;

const noEntity = Object.fromEntries(entityColumns.map((column) => [column, null])) as Entity;

/** Reads the reporting entity. Only admins see it. */
export async function readEntity(transaction: Transaction<DB>): Promise<Entity> {
  const row = await transaction.selectFrom('nmvtis_entity').select(entityColumns).executeTakeFirst();
  return row ?? noEntity;
}

/** Saves the reporting entity. An empty PIN stays as it is. */
export async function saveEntity(
  transaction: Transaction<DB>,
  form: Readonly<Record<string, unknown>>,
): Promise<ActionResult> {
  const { values, errors } = readForm(entityFields, form);
  if (Object.keys(errors).length > 0) return { done: false, errors };
  const before = await readEntity(transaction);
  const entity = { ...values, pin: values.pin ?? before.pin } as Entity;
  await transaction
    .insertInto('nmvtis_entity')
    .values(entity)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(entity))
    .execute();
  await logAdminAction(transaction, 'change_nmvtis_entity', {
    resourceType: 'nmvtis_entity',
    changed: entityColumns
      .filter((column) => entity[column] !== before[column])
      .map((column) => entityFields[column].label),
  });
  return { done: true, message: 'Saved' };
}

export interface NmvtisReport {
  entity: Entity;
  /** Cars that were obtained in the period and never reported, and cars whose disposition has changed since their report. */
  cars: NmvtisCar[];
  /** True if there are more cars than a file has. */
  hasMore: boolean;
  /** Cars that were obtained before the period and never reported. */
  leftBefore: number;
  /** Tells whether the cars that can be reported have changed since. */
  version: string;
}

/** Reads what is to report, at most MAX_CARS. Only admins see it. */
export async function readNmvtisReport(
  transaction: Transaction<DB>,
  { from, to }: ReportPeriod,
): Promise<NmvtisReport> {
  const { rows } = await sql<NmvtisCar>`
    with report as (
      select distinct on (vehicle_id) vehicle_id, disposition, transferred_to, for_export
      from yard_nmvtis_reports order by vehicle_id, reported_at desc
    )
    select vehicle.id, stock_number as "stockNumber", vin, year, make, model, odometer,
      coalesce(possession_on, bought_on)::text as "obtainedOn", seller_name as "obtainedFrom", vehicle.disposition,
      paper.transferred_to as "transferredTo", coalesce(paper.for_export, false) as "isForExport",
      report.vehicle_id is not null as "isLater"
    from yard_vehicles as vehicle
    left join report on report.vehicle_id = vehicle.id
    left join yard_papers as paper on paper.vehicle_id = vehicle.id
    left join yard_purchases as purchase on purchase.vehicle_id = vehicle.id
    where report.vehicle_id is null and acquired_on between ${from} and ${to}
      or report.vehicle_id is not null
        and (report.disposition, report.transferred_to, report.for_export)
          is distinct from (vehicle.disposition, paper.transferred_to, coalesce(paper.for_export, false))
    order by acquired_on, vehicle.id limit ${MAX_CARS + 1}`.execute(transaction);
  const cars = rows.slice(0, MAX_CARS);
  const { left } = await transaction
    .selectFrom('yard_vehicles as vehicle')
    .select(sql<number>`count(*)::int`.as('left'))
    .where(sql<boolean>`acquired_on < ${from}`)
    .where(sql<boolean>`not exists (select from yard_nmvtis_reports where vehicle_id = vehicle.id)`)
    .executeTakeFirstOrThrow();
  const reported = JSON.stringify(cars.filter(canBeReported));
  return {
    entity: await readEntity(transaction),
    cars,
    hasMore: rows.length > MAX_CARS,
    leftBefore: left,
    version: createHash('sha256').update(reported).digest('base64url'),
  };
}

export interface NmvtisSummary {
  /** Cars of the file. */
  ready: number;
  /** Cars of the file that were reported earlier. */
  later: number;
  incomplete: { id: string; name: string; missing: string[]; isReady: boolean }[];
  hasMore: boolean;
  leftBefore: number;
  missingEntityFacts: string[];
  version: string;
}

/** Sums up what is to report, with the cars that lack facts: those that are left out first. */
export async function readNmvtisSummary(
  transaction: Transaction<DB>,
  period: ReportPeriod,
): Promise<NmvtisSummary> {
  const { cars, entity, hasMore, leftBefore, version } = await readNmvtisReport(transaction, period);
  const ready = cars.filter(canBeReported);
  const incomplete = cars
    .map((car) => ({
      id: car.id,
      name: [car.stockNumber, vehicleTitle(car)].filter(Boolean).join(', '),
      missing: findMissingFacts(car),
      isReady: canBeReported(car),
    }))
    .filter(({ missing }) => missing.length > 0)
    .toSorted((one, other) => Number(one.isReady) - Number(other.isReady));
  return {
    ready: ready.length,
    later: ready.filter(({ isLater }) => isLater).length,
    incomplete: incomplete.slice(0, MAX_INCOMPLETE),
    hasMore,
    leftBefore,
    missingEntityFacts: findMissingEntityFacts(entity),
    version,
  };
}

/** Notes that the cars of a report were sent to a consolidator. @throws {Refused} */
export async function noteNmvtisReport(
  transaction: Transaction<DB>,
  { period, version }: { period: ReportPeriod; version: unknown },
): Promise<ActionResult> {
  // A second admin waits here, and finds that nothing is left to report.
  await sql`select from nmvtis_entity for update`.execute(transaction);
  const { entity, cars, ...report } = await readNmvtisReport(transaction, period);
  const reported = cars.filter(canBeReported);
  if (findMissingEntityFacts(entity).length > 0)
    throw new Refused('facts of the reporting entity are missing in the settings');
  if (reported.length === 0) throw new Refused('there is no car to report');
  if (report.version !== version)
    throw new Refused('the cars have changed. Please open this page and download the file again');
  await transaction
    .insertInto('yard_nmvtis_reports')
    .values(
      reported.map((car) => ({
        vehicle_id: car.id,
        disposition: car.disposition,
        transferred_to: car.transferredTo,
        for_export: car.isForExport,
      })),
    )
    .execute();
  await logAdminAction(transaction, 'note_nmvtis_report', {
    resourceType: 'yard_vehicles',
    ...period,
    cars: reported.length,
  });
  return { done: true, message: `Noted: ${reported.length.toLocaleString('en-US')} reported` };
}
