import { sql } from 'kysely';
import { z } from 'zod';
import { readAgentOrder } from '#core/agents/read-agent-order.server.ts';
import { isPartId } from '#core/catalog/part.ts';
import { databaseContext } from '#core/platform/database.server.ts';
import { shopContext } from '#core/platform/shop.server.ts';
import { settingsContext } from '#core/settings/settings.server.ts';
import { operation } from '../operation.ts';
import { notFound } from '../purchase-json.server.ts';

/** Paid orders, for the platform whose signed request made their checkout. */
export const orderOperations = {
  get_order: operation({
    capability: 'dev.ucp.shopping.order',
    method: 'GET',
    path: '/orders/{id}',
    changes: false,
    demandsSignature: true,
    signsAnswer: true,
    description: 'Read an order that came from a checkout of this platform.',
    input: z.unknown(),
    async run({ id, platform, context }) {
      const { siteUrl } = context.get(shopContext);
      const { business } = context.get(settingsContext);
      const order = await context.get(databaseContext).as({ role: 'service_role' }, async (transaction) => {
        if (!isPartId(id)) return undefined;
        const own = await transaction
          .selectFrom('orders')
          .innerJoin('agent_checkouts', 'agent_checkouts.payer_id', 'orders.browser_id')
          .select(sql`1`.as('own'))
          .where('orders.id', '=', id)
          .where('orders.paid_at', 'is not', null)
          .where('platform_id', '=', platform.id)
          .where('is_signed', '=', true)
          .executeTakeFirst();
        return own && readAgentOrder(transaction, id, { siteUrl, business });
      });
      return order ? { body: order } : { failed: [notFound('Order')] };
    },
  }),
};
