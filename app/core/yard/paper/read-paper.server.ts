import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { defaultLaw } from './law.ts';
import { readLaw } from './law.server.ts';
import {
  decideNotice,
  type DismantleDay,
  type DuePaper,
  findDismantleDay,
  listDue,
  type NoticeRule,
  type PaperFacts,
} from './paper.ts';

export interface Removal {
  id: string;
  what: string;
  removedOn: string;
  reason: string;
  keptAt: string;
  by: string | null;
}

export interface VehiclePaper {
  facts: PaperFacts;
  transferredTo: string | null;
  isForExport: boolean;
  /** Tells whether someone else has changed the paper since. Empty: nothing was noted yet. */
  version: string;
  notice: NoticeRule;
  dismantle: DismantleDay;
  due: DuePaper[];
  override: { at: string; by: string | null } | null;
  removals: Removal[];
  /** False if the owner's rules allow no removals for safekeeping. */
  allowsRemovals: boolean;
}

type FactsRow = PaperFacts & {
  id: string;
  transferredTo: string | null;
  isForExport: boolean;
  version: string;
};

/** Reads the paper of a car. Returns undefined if the car does not exist. */
export async function readPaper(
  transaction: Transaction<DB>,
  vehicleId: string,
): Promise<VehiclePaper | undefined> {
  const [row] = await readRows(transaction, [vehicleId]);
  if (!row) return undefined;
  const { law, today } = await readLaw(transaction);
  const { transferredTo, isForExport, version, id: _, ...facts } = row;
  return {
    facts,
    transferredTo,
    isForExport,
    version,
    notice: decideNotice(facts, law),
    dismantle: findDismantleDay(facts, law, today),
    due: listDue(facts, law, today),
    override: await readOverride(transaction, vehicleId),
    removals: await readRemovals(transaction, vehicleId),
    allowsRemovals: law.safekeeping === 1,
  };
}

/** Tells when each car may be dismantled. Ids of cars that do not exist are missing in the answer. */
export async function readDismantleDays(
  transaction: Transaction<DB>,
  vehicleIds: readonly string[],
): Promise<Map<string, DismantleDay>> {
  const { law, today } = await readLaw(transaction);
  const rows = await readRows(transaction, vehicleIds);
  return new Map(rows.map((row) => [row.id, findDismantleDay(row, law, today)]));
}

/** Lists what is left to mail and deliver for each car. */
export async function readDue(
  transaction: Transaction<DB>,
  vehicleIds: readonly string[],
): Promise<Map<string, DuePaper[]>> {
  const { law, today } = await readLaw(transaction);
  const rows = await readRows(transaction, vehicleIds);
  return new Map(rows.map((row) => [row.id, listDue(row, law, today)]));
}

/** Tells whether paper is left to do, as listDue does, for a row `vehicle` of yard_vehicles. */
export const isPaperLeft: RawBuilder<boolean> = sql`(vehicle.disposition <> 'sold_whole' and not exists (
    select from yard_papers as paper where paper.vehicle_id = vehicle.id and (
      paper.validated_on is not null
      or paper.papers_delivered_on is not null and paper.report_delivered_on is not null and (
        paper.notice_mailed_on is not null or paper.notice = 'not_required'
        or paper.notice is null and vehicle.title_kind = 'salvage' and vehicle.title_state = 'CA' and coalesce((
            select value from yard_rules where name = 'salvage_without_notice'
          ), ${sql.lit(defaultLaw.salvage_without_notice)}) = 1
      )
    )
  ))`;

async function readRows(transaction: Transaction<DB>, ids: readonly string[]): Promise<FactsRow[]> {
  const { rows } = await sql<FactsRow>`
    select vehicle.id, title_kind as "titleKind", title_state as "titleState", possession_on::text as "possessionOn",
      disposition, holds, notice, notice_reason as "noticeReason", notice_mailed_on::text as "noticeMailedOn",
      papers_delivered_on::text as "papersDeliveredOn", report_delivered_on::text as "reportDeliveredOn",
      validated_on::text as "validatedOn", transferred_to as "transferredTo",
      coalesce(for_export, false) as "isForExport", coalesce(changed_at::text, '') as version,
      override.reason as "overrideReason"
    from yard_vehicles as vehicle
    left join yard_papers as paper on paper.vehicle_id = vehicle.id
    left join yard_overrides as override on override.vehicle_id = vehicle.id
    where vehicle.id = any(${ids}::uuid[])`.execute(transaction);
  return rows;
}

async function readOverride(
  transaction: Transaction<DB>,
  vehicleId: string,
): Promise<VehiclePaper['override']> {
  const row = await transaction
    .selectFrom('yard_overrides as override')
    .leftJoin('profiles', 'profiles.user_id', 'override.user_id')
    .select('overridden_at')
    .select(sql<string | null>`coalesce(nullif(profiles.display_name, ''), user_name)`.as('by'))
    .where('vehicle_id', '=', vehicleId)
    .executeTakeFirst();
  return row ? { at: row.overridden_at.toISOString(), by: row.by } : null;
}

async function readRemovals(transaction: Transaction<DB>, vehicleId: string): Promise<Removal[]> {
  return transaction
    .selectFrom('yard_removals as removal')
    .leftJoin('profiles', 'profiles.user_id', 'removal.user_id')
    .select(['removal.id', 'what', 'reason', 'kept_at as keptAt'])
    .select(sql<string>`removed_on::text`.as('removedOn'))
    .select(sql<string | null>`coalesce(nullif(profiles.display_name, ''), user_name)`.as('by'))
    .where('vehicle_id', '=', vehicleId)
    .orderBy('removed_on')
    .orderBy('removal.created_at')
    .execute();
}
