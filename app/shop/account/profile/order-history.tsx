import { describeLineCondition } from '#core/catalog/origin.ts';
import { listAcceptedTexts } from '#core/settings/legal-page.ts';
import { BATTERY_FEE_NAME } from '#core/pricing/battery-fee.ts';
import { Icon } from '#kit/icons/icon.tsx';
import { Badge } from '#kit/badge.tsx';
import { Button } from '#kit/button.tsx';
import { ButtonLink } from '#kit/button-link.tsx';
import { Card } from '#kit/card.tsx';
import { EmptyState } from '#kit/empty-state.tsx';
import { ErrorState } from '#kit/error-state.tsx';
import { useNoteOwnOrders } from '#core/orders/ui/own-orders.ts';
import { PartNumber } from '#kit/part-number.tsx';
import { Price } from '#core/values/ui/price.tsx';
import { TextLink } from '#kit/text-link.tsx';
import { useShop } from '#core/settings/ui/use-shop.ts';
import type { OwnOrder, OwnOrderLine } from './own-orders.server.ts';

interface OrderHistoryProps {
  /** Null if loading failed. */
  orders: readonly OwnOrder[] | null;
  onOrderAgain: (lines: readonly OwnOrderLine[]) => void;
}

export function OrderHistory({ orders, onOrderAgain }: OrderHistoryProps) {
  useNoteOwnOrders(Boolean(orders?.length));
  return (
    <section aria-labelledby="order-history">
      <h2 id="order-history" className="mb-4">
        Order History
      </h2>
      {orders === null && (
        <ErrorState level={3} title="Failed to load orders">
          Please try reloading the page.
        </ErrorState>
      )}
      {orders?.length === 0 && <EmptyState level={3} title="No orders found" />}
      {orders && orders.length > 0 && (
        <ul className="grid gap-3">
          {orders.map((order) => (
            <Card key={order.id} as="li" padding="none">
              <Order order={order} onOrderAgain={onOrderAgain} />
            </Card>
          ))}
        </ul>
      )}
    </section>
  );
}

function Order({ order, onOrderAgain }: { order: OwnOrder } & Pick<OrderHistoryProps, 'onOrderAgain'>) {
  const { timeZone } = useShop();
  const dateFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone });
  const { productName, amountCents, status, createdAt, lines } = order;
  const availableLines = lines.filter((line) => line.partId !== null);
  return (
    <details className="group">
      <summary className="grid cursor-pointer grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-4 gap-y-1 rounded-lg p-4 hover:bg-hover sm:grid-cols-[minmax(0,1fr)_auto_auto_auto] [&::-webkit-details-marker]:hidden">
        <span className="min-w-0">
          <span className="block font-semibold wrap-anywhere">{productName || 'Order'}</span>
          <time dateTime={createdAt.toISOString()} className="text-sm text-muted">
            {dateFormat.format(createdAt)}
          </time>
        </span>
        <span className="order-last col-span-full sm:order-none sm:col-span-1">
          <Badge tone={status === 'completed' ? 'good' : 'neutral'}>{status || 'pending'}</Badge>
        </span>
        <Price cents={amountCents} />
        <Icon name="ChevronDown" className="size-5 justify-self-end text-muted group-open:rotate-180" />
      </summary>
      <div className="border-t border-line p-4">
        {lines.length > 0 && (
          <ul className="grid gap-2">
            {lines.map((line) => (
              <Line key={line.id} line={line} />
            ))}
          </ul>
        )}
        <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 border-line text-sm not-first:mt-3 not-first:border-t not-first:pt-3">
          <dt className="text-muted">Tax</dt>
          <dd className="text-right">
            <Price cents={order.taxCents} className="text-sm! font-normal!" />
          </dd>
          <dt className="text-muted">Shipping</dt>
          <dd className="text-right">
            <Price cents={order.shippingCents} className="text-sm! font-normal!" />
          </dd>
          {order.coreCents > 0 && (
            <>
              <dt className="text-muted">Core charge</dt>
              <dd className="text-right">
                <Price cents={order.coreCents} className="text-sm! font-normal!" />
              </dd>
            </>
          )}
          {order.batteryFeeCents > 0 && (
            <>
              <dt className="text-muted">{BATTERY_FEE_NAME}</dt>
              <dd className="text-right">
                <Price cents={order.batteryFeeCents} className="text-sm! font-normal!" />
              </dd>
            </>
          )}
          <dt className="font-semibold">Total</dt>
          <dd className="text-right">
            <Price cents={amountCents} />
          </dd>
        </dl>
        <div className="mt-4 flex flex-wrap items-center justify-between gap-3">
          <div className="text-sm text-muted">
            <p>
              Order{' '}
              {order.isPaid ? (
                <TextLink to={`/orders/${order.number}`}>
                  <PartNumber>{order.number}</PartNumber>
                </TextLink>
              ) : (
                <PartNumber>{order.number}</PartNumber>
              )}
            </p>
            {listAcceptedTexts(order, timeZone).map(({ name, path }) => (
              <p key={path} className="leading-8">
                <TextLink to={path}>{name}</TextLink>
              </p>
            ))}
          </div>
          <div className="flex flex-wrap gap-2">
            {order.isSent && <ButtonLink to={`/orders/${order.number}/return`}>Return or claim</ButtonLink>}
            {availableLines.length > 0 && (
              <Button onClick={() => onOrderAgain(availableLines)}>Order again</Button>
            )}
          </div>
        </div>
      </div>
    </details>
  );
}

function Line({ line }: { line: OwnOrderLine }) {
  const name = `${line.quantity} × ${line.name}`;
  return (
    <li className="flex items-baseline justify-between gap-4">
      <span className="min-w-0 wrap-anywhere">
        {line.partId ? <TextLink to={`/part/${line.partId}`}>{name}</TextLink> : name}
        <span className="text-muted">, {describeLineCondition(line)}</span>
      </span>
      <Price cents={line.unitPriceCents * line.quantity} className="font-normal!" />
    </li>
  );
}
