import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';

/** Takes the parts of a paid order out of the cart of its account. Units that were added since stay. */
export async function takeOutOfCart(transaction: Transaction<DB>, orderId: string): Promise<void> {
  await sql`
    with bought as (
      select user_id, part_id, sum(order_lines.quantity) as units
      from orders join order_lines on order_id = orders.id
      where orders.id = ${orderId} and user_id is not null and purchase = 'cart'
      group by user_id, part_id
    ), own as (
      select cart_lines.user_id, cart_lines.part_id, units
      from cart_lines join bought using (user_id, part_id)
      where cart_lines.quantity > 0
      order by part_id for update of cart_lines
    )
    update cart_lines set quantity = greatest(quantity - units, 0), changed_at = now()
    from own where cart_lines.user_id = own.user_id and cart_lines.part_id = own.part_id`.execute(
    transaction,
  );
}
