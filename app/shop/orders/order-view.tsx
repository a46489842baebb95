import type { ReactNode } from 'react';
import { type BuyerOrder, describeNext } from '#core/orders/buyer-order.ts';
import { listAcceptedTexts } from '#core/settings/legal-page.ts';
import type { Difference } from '#core/orders/difference.ts';
import { canBuyerCancel } from '#core/orders/order-action.ts';
import { formatOrderNumber } from '#core/values/order-number.ts';
import { progressLabels } from '#core/orders/order-progress.ts';
import { useReload } from '#core/live/ui/use-reload.ts';
import { Badge, type BadgeTone } from '#kit/badge.tsx';
import { Button } from '#kit/button.tsx';
import { ButtonLink } from '#kit/button-link.tsx';
import { TextLink } from '#kit/text-link.tsx';
import { useShop } from '#core/settings/ui/use-shop.ts';
import { DayTime } from './day-time.tsx';
import { OrderAmounts } from '#core/orders/ui/order-amounts.tsx';
import { OrderDelivery } from '#core/orders/ui/order-delivery.tsx';
import { CancelForm, DifferenceForms, OrderQuestions, PayForm } from './order-forms.tsx';
import { useNoteOwnOrders } from '#core/orders/ui/own-orders.ts';
import { OrderParts } from '#core/orders/ui/order-parts.tsx';
import { OrderReturns } from './order-returns.tsx';
import { OrderSection } from '#core/orders/ui/order-section.tsx';
import { OrderSteps } from './order-steps.tsx';
import { listUpdates, OrderParcels, OrderUpdates } from './order-updates.tsx';

export interface OrderViewProps {
  order: BuyerOrder;
  /** Parts that are not as they were listed, until the buyer has answered. */
  differences?: readonly Difference[];
  /** The server's time, in ISO 8601. */
  now: string;
  /** The number of the newest change before. */
  asOf?: number;
  /** Says what a form has done, or why not. */
  notice?: ReactNode;
  problems?: { question?: string | undefined; cancel?: string | undefined; pay?: string | undefined };
  /** The page to pay the amount due, once the buyer has asked for it. */
  paymentUrl?: string | undefined;
  typed?: string | undefined;
  /** True if a question has just been sent. */
  hasAsked?: boolean;
  /** The email that found the order, if nothing more is known of who asks. */
  foundBy?: string | undefined;
}

/** Shows an order to its buyer. An order found by number and email alone shows neither the address nor forms. */
export function OrderView({ order, now, asOf, notice, problems, paymentUrl, ...others }: OrderViewProps) {
  const { typed, hasAsked, foundBy, differences = [] } = others;
  const shop = useShop();
  useNoteOwnOrders(true);
  useReload(order.id === undefined ? undefined : `order:${order.id}`, asOf);
  const number = formatOrderNumber(order.number);
  const packed = order.lines.reduce((sum, line) => sum + line.packed, 0);
  const hasUpdates = listUpdates(order, shop.timeZone).length > 0;
  return (
    <main className="mx-auto w-full max-w-page px-gutter py-8 sm:py-12">
      {notice}
      <h1 className="flex flex-wrap items-center gap-3">
        Order {number} <StateBadge order={order} />
      </h1>
      <p className="mt-1 text-muted">
        Placed <DayTime time={order.placedAt} />
      </p>
      <p role="status" className="mt-4 max-w-prose text-lg">
        {describeNext(order, shop, new Date(now)).join(' ')}
      </p>
      {order.isFull && order.dueCents !== null && (
        <PayForm dueCents={order.dueCents} url={paymentUrl} problem={problems?.pay} />
      )}
      {differences.length > 0 && (
        <div className="mt-6">
          <DifferenceForms differences={differences} canCancel={order.counterMethod === null} />
        </div>
      )}
      <div className="mt-6">
        <OrderSteps order={order} />
      </div>
      <div className="mt-8 grid items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="grid gap-4">
          <OrderSection title="Parts">
            <OrderParts lines={order.lines} />
          </OrderSection>
          {order.shipments.length > 0 && (
            <OrderSection title={order.fulfillment === 'pickup' ? 'Pickups' : 'Parcels'}>
              <OrderParcels shipments={order.shipments} />
            </OrderSection>
          )}
          {hasUpdates && (
            <OrderSection title="Updates">
              <OrderUpdates order={order} />
            </OrderSection>
          )}
          {order.isFull && (
            <OrderQuestions
              questions={order.questions}
              typed={typed}
              hasAsked={hasAsked}
              problem={problems?.question}
            />
          )}
        </div>
        <div className="grid gap-4">
          {foundBy !== undefined && <FullAccess number={number} email={foundBy} />}
          <OrderSection title="Totals">
            <OrderAmounts order={order} />
          </OrderSection>
          <OrderSection title={order.fulfillment === 'pickup' ? 'Pickup' : 'Ship to'}>
            <OrderDelivery order={order} />
          </OrderSection>
          <OrderSection title="Documents">
            <ul className="grid gap-1">
              {order.isFull && (
                <li className="mb-2">
                  <ButtonLink to={`/orders/${number}/invoice`}>Print invoice</ButtonLink>
                </li>
              )}
              {listAcceptedTexts(order.texts, shop.timeZone).map(({ name, path }) => (
                <li key={path} className="leading-8">
                  <TextLink to={path}>{name}</TextLink>
                </li>
              ))}
            </ul>
          </OrderSection>
          <OrderReturns order={order} />
          {order.isFull && canBuyerCancel({ ...order, packed }) && (
            <CancelForm {...order} problem={problems?.cancel} />
          )}
        </div>
      </div>
    </main>
  );
}

function StateBadge({ order }: { order: BuyerOrder }) {
  const { tone, text } = describeState(order);
  return <Badge tone={tone}>{text}</Badge>;
}

type Stated = Pick<BuyerOrder, 'progress' | 'status' | 'dueCents' | 'amountReview'>;

function describeState({ progress, status, dueCents, amountReview }: Stated): {
  tone: BadgeTone;
  text: string;
} {
  if (progress === null || progress === 'canceled') return { tone: 'neutral', text: progressLabels.canceled };
  if (status === 'disputed') return { tone: 'warning', text: 'Payment disputed' };
  if (status === 'refunded') return { tone: 'neutral', text: 'Refunded' };
  if (dueCents !== null) return { tone: 'warning', text: 'Payment due' };
  if (amountReview === 'waiting') return { tone: 'info', text: 'Checking the payment' };
  if (progress === 'to_pack') return { tone: 'info', text: 'Paid' };
  const isDone = progress === 'delivered' || progress === 'picked_up';
  return { tone: isDone ? 'good' : 'info', text: progressLabels[progress] };
}

/** Offers a mailed link: access to the order's mailbox proves who asks. */
function FullAccess({ number, email }: { number: string; email: string }) {
  return (
    <OrderSection title="See everything">
      <p>
        We can email you a link. It lets you see the address and invoice, ask a question, or cancel the order
        until it&apos;s packed.
      </p>
      <form method="post" action="/orders" className="mt-3">
        <input type="hidden" name="intent" value="link" />
        <input type="hidden" name="number" value={number} />
        <input type="hidden" name="email" value={email} />
        <Button type="submit" variant="primary">
          Email me a link
        </Button>
      </form>
    </OrderSection>
  );
}
