import { sql } from 'kysely';
import { raiseAlert } from '#core/alerts/alerts.server.ts';
import { openProgress } from './order-progress.ts';
import type { Database } from '#core/platform/database.server.ts';
import { readSettings } from '#core/settings/settings.server.ts';

const BATCH_SIZE = 100;

const isOverdue = sql<boolean>`orders.progress in (${sql.join(openProgress.map((each) => sql.lit(each)))})
  and orders.hold_reason is null and orders.ship_by < now() - interval '1 hour'`;

/**
 * Raises one alert for each order that should have left more than an hour ago, and settles those of orders that left, were
 * canceled, are on hold, or have a new date. An alert that a person settled is not raised again for the same date. Orders that are
 * overdue for more than a week raise none, so that a shop with old orders gets no flood of mails.
 */
export async function reviewOverdueOrders(database: Database): Promise<void> {
  await database.as({ role: 'service_role' }, async (transaction) => {
    await sql`
      update alerts set settled_at = now()
      where kind = 'order-overdue' and settled_at is null
        and not exists (select from orders where orders.id = alerts.order_id and ${isOverdue})`.execute(
      transaction,
    );
    const { rows } = await sql<{ id: string; ship_by: Date }>`
      select id, ship_by from orders
      where ${isOverdue} and ship_by > now() - interval '7 days'
        and not exists (
          select from alerts where alerts.order_id = orders.id and kind = 'order-overdue'
            and (settled_at is null or (settled_by is not null and alerts.created_at > orders.ship_by))
        )
      order by ship_by limit ${BATCH_SIZE}`.execute(transaction);
    const { timeZone } = (await readSettings(transaction)).business;
    const time = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone });
    for (const { id, ship_by: shipBy } of rows) {
      await raiseAlert(transaction, {
        kind: 'order-overdue',
        subject: id,
        orderId: id,
        details: { 'Ship by': time.format(shipBy) },
      });
    }
  });
}
