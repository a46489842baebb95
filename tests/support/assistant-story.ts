import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { addDeskOrder } from './desk-orders.ts';

/** Adds a platform that has prepared an order and missed a part, and an event that it did not get. Returns its host and the order. */
export async function addAssistant(owner: pg.Client, { missed, make }: { missed: string; make: string }) {
  const id = randomUUID();
  const host = `${id.slice(0, 8)}.assistant.example`;
  const order = await addDeskOrder(owner, { buyer: 'Dana', progress: 'to_pack' });
  await owner.query(
    "insert into agent_platforms (id, profile_url, last_seen_at, signed_at) values ($1, $2, now() + interval '1 day', now())",
    [id, `https://${host}/.well-known/platform-profile.json`],
  );
  await owner.query('update orders set browser_id = $1 where id = $2', [id, order.id]);
  await owner.query(
    'insert into agent_checkouts (id, platform_id, is_signed, payer_id, asked) values ($1, $1, false, $1, $2)',
    [id, JSON.stringify({ line_items: [{ id: 'li_1', item: { id: randomUUID() }, quantity: 1 }] })],
  );
  await owner.query(
    `insert into agent_events (id, checkout_id, order_id, state, payload, attempts, outcome, happened_at)
     values ($1, $1, $2, 'failed', '{}', 8, 'The connection was refused', now() + interval '1 day')`,
    [id, order.id],
  );
  await owner.query(
    `insert into audit_logs (action, resource_type, resource_id, details)
     select 'search', 'agent_platform', $1,
       jsonb_build_object('query', $2::text, 'results_count', 0, 'year', '2010', 'make', $3::text, 'model', 'Civic')
     from generate_series(1, 3)`,
    [id, missed, make],
  );
  return { id, host, order };
}

export async function removeAssistant(owner: pg.Client, id: string): Promise<void> {
  await owner.query('delete from agent_checkouts where platform_id = $1', [id]);
  await owner.query('delete from agent_platforms where id = $1', [id]);
}
