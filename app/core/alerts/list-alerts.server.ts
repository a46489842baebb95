import { sql, type Transaction } from 'kysely';
import { logAdminAction } from '#core/audit/write-events.server.ts';
import type { DB } from '#db/types.ts';
import { type AlertKind, describeAlert, findAlertLink, type OpenAlert } from './alert.ts';
import type { ActionResult } from '#core/values/action-result.ts';
import { Refused } from '#core/values/refused.ts';
import { cursorTime, isBeyond, timePlace } from '#core/platform/cursor-time.server.ts';
import { cutPage, type ListPage, readStart } from '#core/platform/list-page.server.ts';
import type { AlertsQuery } from './alerts-address.ts';

export interface SettledAlert extends OpenAlert {
  /** ISO 8601. Null while the alert is open. */
  settledAt: string | null;
  /** Null if the cause went away by itself. */
  settledBy: string | null;
}

export type AlertPage = ListPage<SettledAlert>;

const PAGE_SIZE = 25;

/** Lists one page: open alerts by the time they were raised, settled ones by the time they were settled, newest first. */
export async function listAlerts(
  transaction: Transaction<DB>,
  { state, kind, ...place }: AlertsQuery,
): Promise<AlertPage> {
  const isOpen = state === 'open';
  const time = isOpen ? 'alerts.created_at' : 'alerts.settled_at';
  const start = readStart(place, ...timePlace);
  const direction = start.backwards ? 'asc' : 'desc';
  const found = await selectAlerts(transaction)
    .leftJoin('profiles', 'profiles.user_id', 'alerts.settled_by')
    .select(['settled_at', 'settled_by', 'display_name'])
    .select(cursorTime(time).as('cursor_time'))
    .where('settled_at', isOpen ? 'is' : 'is not', null)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? ''))
    .where(isBeyond(start.place, direction, [time, 'alerts.id']))
    .orderBy(time, direction)
    .orderBy('alerts.id', direction)
    .limit(PAGE_SIZE + 1)
    .execute();
  const page = cutPage(found, start, PAGE_SIZE, (row) => [row.cursor_time, row.id]);
  return {
    ...page,
    rows: page.rows.map((row) =>
      Object.assign(formatAlert(row), {
        settledAt: row.settled_at && row.settled_at.toISOString(),
        settledBy: row.settled_by && (row.display_name?.trim() || 'a staff member'),
      }),
    ),
  };
}

function selectAlerts(transaction: Transaction<DB>) {
  return transaction
    .selectFrom('alerts')
    .leftJoin('orders', 'orders.id', 'alerts.order_id')
    .select(['alerts.id', 'kind', 'details', 'alerts.created_at', 'subject', 'number']);
}

type AlertRow = Parameters<typeof describeAlert>[0] & { number: string | null; subject: string };

function formatAlert(row: AlertRow): OpenAlert {
  const orderNumber = row.number === null ? null : Number(row.number);
  return {
    ...describeAlert(row),
    link: findAlertLink(row.kind as AlertKind, { orderNumber, subject: row.subject }),
  };
}

/** Does nothing if the alert is already settled. */
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
  if (!exists) throw new Refused('this alert does not exist');
  return { done: true, message: 'Alert settled' };
}
