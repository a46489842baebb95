import { sql, type Transaction } from 'kysely';
import { countSelected } from '#core/part-changes/bulk/selection.server.ts';
import { storeBulkChange } from '#core/part-changes/bulk/start-bulk-change.server.ts';
import { undoPartChange } from '#core/part-changes/undo-part-change.server.ts';
import { removeDemoTexts, restoreDemoTexts } from '#core/settings/demo-texts.ts';
import { type Settings, parseSettings } from '#core/settings/settings.ts';
import type { ActionResult } from '#core/values/action-result.ts';
import { Refused } from '#core/values/refused.ts';
import type { DB } from '#db/types.ts';
import { lockSettings, storeSettings } from '#core/settings/store-settings.server.ts';
import { isDemoConfirmation, REMOVE_DEMO } from './demo-confirmation.ts';

/** The demo's removal, which can be undone for a day. */
export interface DemoRemoval {
  state: 'running' | 'ended' | 'undoing' | 'undone';
  parts: number;
  done: number;
  /** ISO 8601. Null if it can't be undone now, or any more. */
  undoUntil: string | null;
}

export interface Demo {
  /** Parts of the demo that are left. */
  parts: number;
  isRemoved: boolean;
  /** Null unless it was removed in the last 30 days. */
  removal: DemoRemoval | null;
}

export async function readDemo(
  transaction: Transaction<DB>,
  { setup: { demoRemoval } }: Settings,
): Promise<Demo> {
  const parts = await countSelected(transaction, { demo: true });
  if (demoRemoval === null) return { parts, isRemoved: false, removal: null };
  const { rows } = await sql<Omit<DemoRemoval, 'undoUntil'> & { undo_until: Date | null }>`
    select case state when 'applying' then 'running' else state end as state, lines as parts,
      coalesce(undo_place, done) as done,
      case when state = 'ended' and ${isFresh} then created_at + interval '1 day' end as undo_until
    from part_changes where id = ${demoRemoval}`.execute(transaction);
  const [row] = rows;
  if (!row) return { parts, isRemoved: true, removal: null };
  const { undo_until: until, ...removal } = row;
  return { parts, isRemoved: true, removal: { ...removal, undoUntil: until?.toISOString() ?? null } };
}

const isFresh = sql<boolean>`created_at > now() - interval '1 day'`;

/** Removes the demo's texts and cars at once. A job deletes its parts. @throws {Refused} */
export async function removeDemo(transaction: Transaction<DB>, confirmation: string): Promise<ActionResult> {
  if (!isDemoConfirmation(confirmation)) throw new Refused(`type "${REMOVE_DEMO}"`, 'confirmation');
  const now = await lockSettings(transaction);
  const settings = parseSettings(now.values);
  const { id, parts } = await storeBulkChange(transaction, {
    selection: { demo: true },
    change: { kind: 'delete' },
    summary: 'Removed the demo',
  });
  // A second removal is only for parts that were restored since.
  if (parts === 0 && settings.setup.demoRemoval !== null) throw new Refused('it was removed before');
  await sql`select remove_demo_cars()`.execute(transaction);
  await storeSettings(transaction, {
    action: 'change_settings',
    now,
    next: removeDemoTexts(settings, id),
  });
  return { done: true, message: 'The demo is being removed' };
}

/** Brings the demo's texts and cars back at once, and its parts by a job. @throws {Refused} after a day. */
export async function undoDemoRemoval(transaction: Transaction<DB>): Promise<ActionResult> {
  const now = await lockSettings(transaction);
  const settings = parseSettings(now.values);
  const { demoRemoval } = settings.setup;
  const fresh =
    demoRemoval &&
    (await transaction
      .selectFrom('part_changes')
      .select('id')
      .where('id', '=', demoRemoval)
      .where(isFresh)
      .executeTakeFirst());
  if (!fresh) throw new Refused('that is possible for a day only');
  await undoPartChange(transaction, fresh.id);
  await sql`select restore_demo_cars()`.execute(transaction);
  await storeSettings(transaction, { action: 'change_settings', now, next: restoreDemoTexts(settings) });
  return { done: true, message: 'The demo is coming back' };
}
