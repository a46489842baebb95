import { formatOrderNumber } from '#core/values/order-number.ts';
import { Cell, HeaderCell, Row, Table } from '#kit/table.tsx';
import { Link } from '#kit/link.tsx';
import { SelectBox } from '#kit/select-box.tsx';
import { Price } from '#core/values/ui/price.tsx';
import { OrderBadges } from './order-badges.tsx';
import { ExactTime } from '#core/settings/ui/exact-time.tsx';
import { PlacedAt } from './order-time.tsx';
import type { OrderRow } from '#core/orders/list-orders.server.ts';
import { ORDERS_PATH, ordersList, type OrdersQuery } from '#core/orders/orders-address.ts';
import type { Selection } from '#kit/use-selection.ts';

export interface OrdersProps {
  rows: readonly OrderRow[];
  query: OrdersQuery;
  selection: Selection;
  /** Time of the server. */
  now: string;
}

/** Keeps the list in the address, for the way back and for 'Previous' and 'Next' there. */
export function orderAddress(number: string, query: OrdersQuery): string {
  return ordersList.write(query, `${ORDERS_PATH}/${formatOrderNumber(number)}`);
}

export function OrdersTable({ rows, query, selection, now }: OrdersProps) {
  return (
    <div className="max-lg:hidden">
      <Table label="Orders">
        <thead>
          <Row>
            <HeaderCell className="w-11 p-0">
              <SelectBox
                label="Select all orders on this page"
                checked={selection.areAllChosen}
                onChange={selection.toggleAll}
              />
            </HeaderCell>
            {['Number', 'Placed', 'Buyer', 'Parts'].map((label) => (
              <HeaderCell key={label}>{label}</HeaderCell>
            ))}
            <HeaderCell numeric>Total</HeaderCell>
            <HeaderCell>State</HeaderCell>
            <HeaderCell>Ship by</HeaderCell>
          </Row>
        </thead>
        <tbody>
          {rows.map((order) => (
            <Row key={order.id} className={selection.has(order.number) ? 'bg-chosen' : undefined}>
              <Cell className="p-0">
                <SelectBox
                  label={`Select ${formatOrderNumber(order.number)}`}
                  checked={selection.has(order.number)}
                  onChange={() => selection.toggle(order.number)}
                />
              </Cell>
              <Cell heading>
                <OrderLink order={order} query={query} />
              </Cell>
              <Cell>
                <PlacedAt time={order.placedAt} now={now} />
              </Cell>
              <Cell className="min-w-36 break-words">{order.buyer ?? 'No name'}</Cell>
              <Cell className="min-w-40 break-words">{order.parts}</Cell>
              <Cell numeric>
                <Price cents={order.totalCents} className="text-sm!" />
              </Cell>
              <Cell className="min-w-44">
                <OrderBadges {...order} />
              </Cell>
              <Cell>{order.shipBy && <ExactTime time={order.shipBy} />}</Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </div>
  );
}

export function OrderLink({ order, query }: { order: OrderRow; query: OrdersQuery }) {
  return (
    <Link
      to={orderAddress(order.number, query)}
      data-order={order.number}
      className="link inline-flex min-h-6 scroll-mb-24 items-center font-semibold whitespace-nowrap tabular-nums"
    >
      {formatOrderNumber(order.number)}
    </Link>
  );
}
