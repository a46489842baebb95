import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { readSources } from './plan-line.ts';
import type { LineOutcome } from '#core/part-changes/save-line-outcomes.server.ts';

/** Notes the pictures that applied lines add. A job fetches them when the import has ended. */
export async function wantPictures(
  transaction: Transaction<DB>,
  importId: string,
  outcomes: readonly LineOutcome[],
): Promise<void> {
  const wanted = outcomes
    .filter(({ outcome }) => outcome === 'added' || outcome === 'changed')
    .flatMap(({ place, part_id, after }) =>
      readSources(after?.['pictures']).map((source, index) => ({
        place,
        part_id,
        source,
        number: index + 1,
      })),
    );
  if (wanted.length === 0) return;
  await sql`
    insert into part_import_pictures (import_id, place, part_id, number, source)
    select ${importId}::uuid, place, part_id, number, source
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
      as wanted (place integer, part_id uuid, number smallint, source text)
    on conflict do nothing`.execute(transaction);
}
