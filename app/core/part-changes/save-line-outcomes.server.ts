import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import type { FieldValue } from '#core/values/merge-fields.ts';

export interface LineOutcome {
  place: number;
  outcome: string;
  reason: string | null;
  part_id: string | null;
  match_key: string | null;
  source_key: string | null;
  before: Record<string, FieldValue> | null;
  after: Record<string, FieldValue> | null;
}

/** Counts the lines of a step by their outcome. */
export interface PlanCounts {
  added: number;
  changed: number;
  unchanged: number;
  refused: number;
  /** Lines that are no parts. */
  skipped: number;
}

/** Stores the outcomes of lines in one statement. */
export async function saveLineOutcomes(
  transaction: Transaction<DB>,
  changeId: string,
  outcomes: readonly LineOutcome[],
): Promise<void> {
  if (outcomes.length === 0) return;
  await sql`
    update part_change_lines as line set
      outcome = result.outcome, reason = result.reason, part_id = result.part_id, match_key = result.match_key,
      source_key = result.source_key,
      before = result.before, after = result.after
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) as result
      (place integer, outcome text, reason text, part_id uuid, match_key text, source_key text, before jsonb, after jsonb)
    where line.change_id = ${changeId} and line.place = result.place`.execute(transaction);
}
