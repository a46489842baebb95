import { orderPath } from '#core/values/order-number.ts';
import { Card } from '#kit/card.tsx';
import { PartNumber } from '#kit/part-number.tsx';
import { Price } from '#core/values/ui/price.tsx';
import { TextLink } from '#kit/text-link.tsx';
import { useShop } from '#core/settings/ui/use-shop.ts';
import type { OwnOrder } from './own-orders.server.ts';

/** Shows the paid orders with links to their invoices. */
export function Receipts({ orders }: { orders: readonly OwnOrder[] }) {
  const { timeZone } = useShop();
  const dateFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone });
  const paid = orders.filter(({ isPaid }) => isPaid);
  if (paid.length === 0) return null;
  return (
    <section aria-labelledby="receipts" className="mt-8">
      <h2 id="receipts" className="mb-4">
        Receipts
      </h2>
      <Card padding="none">
        <ul className="divide-y divide-line">
          {paid.map(({ id, number, amountCents, createdAt }) => (
            <li
              key={id}
              className="grid grid-cols-[1fr_auto] items-center gap-x-4 px-4 py-2 sm:grid-cols-[1fr_8rem_auto]"
            >
              <span>
                <PartNumber>{number}</PartNumber>
                <time dateTime={createdAt.toISOString()} className="block text-sm text-muted">
                  {dateFormat.format(createdAt)}
                </time>
              </span>
              <span className="text-right">
                <Price cents={amountCents} />
              </span>
              <TextLink to={orderPath(number)} className="col-span-full leading-11 sm:col-span-1">
                Print receipt<span className="sr-only"> of {number}</span>
              </TextLink>
            </li>
          ))}
        </ul>
      </Card>
    </section>
  );
}
