import { useRef } from 'react';
import { useRevalidator } from 'react-router';
import { useLatestFrom } from '#core/live/ui/use-latest.ts';
import { listAcceptedTexts } from '#core/settings/legal-page.ts';
import { formatOrderNumber } from '#core/values/order-number.ts';
import { ButtonLink } from '#kit/button-link.tsx';
import { EmptyState } from '#kit/empty-state.tsx';
import { Icon } from '#kit/icons/icon.tsx';
import { ShowNews } from '#kit/list/show-news.tsx';
import { TextLink } from '#kit/text-link.tsx';
import { useShop } from '#core/settings/ui/use-shop.ts';
import { ScreenHead } from '#kit/screen-head.tsx';
import type { Neighbors } from './find-neighbors.server.ts';
import { OrderActions } from './order-actions.tsx';
import { OrderAlerts } from './order-alerts.tsx';
import { OrderBadges } from '../order-badges.tsx';
import { OrderBuyer } from './order-buyer.tsx';
import { OrderLines } from './order-lines.tsx';
import { OrderPayment } from './order-payment.tsx';
import { OrderPhotos, OrderShipments } from './order-shipments.tsx';
import { OrderReturns } from './order-returns.tsx';
import { OrderStory } from './order-story.tsx';
import { ExactTime } from '#core/settings/ui/exact-time.tsx';
import { OrderTotals } from './order-totals.tsx';
import { ORDERS_PATH, ordersList, type OrdersQuery, orderViews } from '#core/orders/orders-address.ts';
import { orderAddress } from '../orders-table.tsx';
import type { OrderPageData } from './read-order-page.server.ts';
import { Section } from '#core/orders/ui/section.tsx';

interface OrderPageProps {
  order: OrderPageData;
  /** List that the order was opened from. */
  query: OrdersQuery;
  neighbors: Neighbors;
  /** Number of the newest change before the page was read. */
  asOf: number;
}

export function OrderPage({ order, query, neighbors, asOf }: OrderPageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { revalidate } = useRevalidator();
  const { timeZone } = useShop();
  const number = formatOrderNumber(order.number);
  const latest = useLatestFrom<{ version: string }>(
    `/admin/order-version/${number}`,
    'admin:orders',
    order,
    asOf,
  );
  const hasChanged = latest !== undefined && latest.version !== order.version;

  function focusHeading() {
    heading.current?.focus();
  }

  return (
    <article aria-labelledby="order">
      <ScreenHead
        id="order"
        ref={heading}
        back={{ to: ordersList.write(query), label: orderViews[query.view] }}
        title={
          <>
            Order {number} <OrderBadges {...order} />
          </>
        }
        note={
          <>
            Placed <ExactTime time={order.placedAt} />
            {order.shipBy && (
              <>
                {', '}
                {order.delivery.fulfillment === 'pickup' ? 'ready by' : 'ship by'}{' '}
                <ExactTime time={order.shipBy} />
              </>
            )}
          </>
        }
      >
        <ShowNews
          className="news-over-page max-sm:bottom-16"
          label={hasChanged ? 'Show changes' : null}
          onShow={() => {
            void revalidate();
            focusHeading();
          }}
        />
        <NeighborLinks query={query} neighbors={neighbors} />
      </ScreenHead>
      <OrderAlerts alerts={order.alerts} onSettled={focusHeading} />
      {order.desk && <OrderActions order={order.desk} />}
      <div className="mt-4 grid items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)] lg:grid-rows-[auto_1fr]">
        <div className="grid gap-4">
          <OrderLines lines={order.lines} />
          <OrderShipments order={order} />
          <OrderPhotos photos={order.photos} />
          <OrderReturns returns={order.returns} />
        </div>
        <div className="grid gap-4 lg:row-span-2">
          <OrderBuyer
            buyer={order.buyer}
            delivery={order.delivery}
            assistant={order.assistant}
            purchaseOrder={order.desk?.purchaseOrder ?? null}
          />
          <OrderPayment order={order} />
          <OrderTotals totals={order.totals} fulfillment={order.delivery.fulfillment} />
          <Section title="Terms accepted">
            <ul className="text-sm">
              {listAcceptedTexts(order.texts, timeZone).map(({ name, path }) => (
                <li key={path} className="leading-8">
                  <TextLink to={path}>{name}</TextLink>
                </li>
              ))}
            </ul>
          </Section>
        </div>
        <OrderStory
          story={order.story}
          page={order.storyPage}
          addressOf={(page) => withStoryPage(orderAddress(order.number, query), page)}
        />
      </div>
    </article>
  );
}

function withStoryPage(address: string, page: number): string {
  if (page === 1) return address;
  return `${address}${address.includes('?') ? '&' : '?'}history=${page}`;
}

function NeighborLinks({ query, neighbors }: Pick<OrderPageProps, 'query' | 'neighbors'>) {
  const { previous, next } = neighbors;
  return (
    <nav aria-label="Orders" className="flex gap-2">
      {previous && (
        <ButtonLink
          size="small"
          to={orderAddress(previous, query)}
          aria-label={`Previous order, ${formatOrderNumber(previous)}`}
        >
          <Icon name="ChevronLeft" /> Previous
        </ButtonLink>
      )}
      {next && (
        <ButtonLink
          size="small"
          to={orderAddress(next, query)}
          aria-label={`Next order, ${formatOrderNumber(next)}`}
        >
          Next <Icon name="ChevronRight" />
        </ButtonLink>
      )}
    </nav>
  );
}

export function OrderNotFound() {
  return (
    <EmptyState
      level={1}
      title="Order not found"
      action={<ButtonLink to={`${ORDERS_PATH}?view=all`}>Show all orders</ButtonLink>}
    >
      No order has this number.
    </EmptyState>
  );
}
