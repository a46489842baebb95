import { Card } from '#kit/card.tsx';
import { Checkbox } from '#kit/checkbox.tsx';
import { formatOrderNumber } from '#core/values/order-number.ts';
import { Price } from '#core/values/ui/price.tsx';
import { OrderBadges } from '../order-badges.tsx';
import { ExactTime } from '#core/settings/ui/exact-time.tsx';
import { PlacedAt } from '../order-time.tsx';
import { SelectBox } from '#kit/select-box.tsx';
import { OrderLink, type OrdersProps } from '../orders-table.tsx';

export function OrdersCards({ rows, query, selection, now }: OrdersProps) {
  return (
    <div className="lg:hidden">
      <Checkbox
        label="Select all on this page"
        checked={selection.areAllChosen}
        onChange={selection.toggleAll}
        className="pl-3"
      />
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,18rem),1fr))] gap-3">
        {rows.map((order) => (
          <Card
            key={order.id}
            as="li"
            padding="none"
            className={`flex py-3 pr-4 ${selection.has(order.number) ? 'bg-chosen' : ''}`}
          >
            <SelectBox
              label={`Select ${formatOrderNumber(order.number)}`}
              checked={selection.has(order.number)}
              onChange={() => selection.toggle(order.number)}
            />
            <div className="min-w-0 flex-1">
              <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-3">
                <OrderLink order={order} query={query} />
                <Price cents={order.totalCents} />
              </div>
              <p className="wrap-anywhere">{order.buyer ?? 'No name'}</p>
              <p className="text-sm wrap-anywhere text-muted">{order.parts}</p>
              <div className="mt-2">
                <OrderBadges {...order} />
              </div>
              <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
                <dt className="text-muted">Placed</dt>
                <dd className="min-w-0 [&_*]:whitespace-normal">
                  <PlacedAt time={order.placedAt} now={now} />
                </dd>
                {order.shipBy && (
                  <>
                    <dt className="text-muted">Ship by</dt>
                    <dd className="min-w-0 [&_*]:whitespace-normal">
                      <ExactTime time={order.shipBy} />
                    </dd>
                  </>
                )}
              </dl>
            </div>
          </Card>
        ))}
      </ul>
    </div>
  );
}
