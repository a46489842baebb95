import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';

export interface Outcome {
  place: number;
  outcome: 'changed' | 'skipped' | 'undone' | 'kept';
  reason?: string;
  before?: object;
  after?: object;
}

/** An undone part keeps its `before` and `after`. */
export async function saveOutcomes(
  transaction: Transaction<DB>,
  changeId: string,
  outcomes: Outcome[],
): Promise<void> {
  const rows = JSON.stringify(
    outcomes.map(({ place, outcome, reason, before, after }) => ({ place, outcome, reason, before, after })),
  );
  await sql`
    update bulk_change_parts as part set
      outcome = result.outcome, reason = result.reason,
      before = coalesce(result.before, part.before), after = coalesce(result.after, part.after)
    from jsonb_to_recordset(${rows}::jsonb) as result (place integer, outcome text, reason text, before jsonb, after jsonb)
    where part.change_id = ${changeId} and part.place = result.place`.execute(transaction);
}
