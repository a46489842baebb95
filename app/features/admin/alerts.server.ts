import { sql, type Transaction } from 'kysely';
import { logAdminAction } from '#audit/server';
import type { DB } from '#db/types.ts';
import { describeAlert, type OpenAlert } from '#domain/alert.ts';
import type { Loaded } from '#domain/live.ts';
import type { ActionResult } from '#ui/actions/action-result.ts';

export interface OpenAlerts extends Loaded {
  shown: OpenAlert[];
  total: number;
}

const MAX_SHOWN = 10;

export async function readOpenAlerts(transaction: Transaction<DB>): Promise<OpenAlerts> {
  const rows = await transaction
    .selectFrom('alerts')
    .select(['id', 'kind', 'details', 'created_at'])
    .select(sql<string>`count(*) over ()`.as('total'))
    .where('settled_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(MAX_SHOWN)
    .execute();
  return { shown: rows.map(describeAlert), total: Number(rows[0]?.total ?? 0) };
}

/** Does nothing if the alert is settled already. */
export async function settleAlertByHand(transaction: Transaction<DB>, id: string): Promise<ActionResult> {
  const settled = await transaction
    .updateTable('alerts')
    .set({ settled_at: sql`now()`, settled_by: sql`auth.uid()` })
    .where('id', '=', id)
    .where('settled_at', 'is', null)
    .returning(['kind', 'subject'])
    .executeTakeFirst();
  if (settled) {
    await logAdminAction(transaction, 'settle_alert', {
      resourceType: 'alerts',
      resourceId: id,
      kind: settled.kind,
      subject: settled.subject,
    });
  }
  const exists =
    settled ?? (await transaction.selectFrom('alerts').select('id').where('id', '=', id).executeTakeFirst());
  return exists
    ? { done: true, message: 'Alert settled' }
    : { done: false, message: 'Error settling alert: this alert does not exist' };
}
