import { type ComponentProps, useEffect, useEffectEvent } from 'react';
import { useRevalidator } from 'react-router';
import { accountsContext } from '#core/accounts/accounts.server.ts';
import { databaseContext } from '#core/platform/database.server.ts';
import { shopContext } from '#core/platform/shop.server.ts';
import { settleCart } from '#core/checkout/ui/own-payments.ts';
import { PaymentResult } from '../payment-result.tsx';
import { readPayer } from '#core/checkout/own-payments.server.ts';
import { type OrderSummary, readOrderBySession } from '#core/payments/read-order.server.ts';
import { privateHeaders } from '#core/orders/order-access.server.ts';
import { readJustPaidOrder } from '#core/orders/read-buyer-order.server.ts';
import { ButtonLink } from '#kit/button-link.tsx';
import type { Route } from './+types/payment-success.ts';
import { type BuyerOrder, describeNext } from '#core/orders/buyer-order.ts';
import { formatOrderNumber } from '#core/values/order-number.ts';
import { useShop } from '#core/settings/ui/use-shop.ts';
import { OrderAmounts } from '#core/orders/ui/order-amounts.tsx';
import { OrderDelivery } from '#core/orders/ui/order-delivery.tsx';
import { useNoteOwnOrders } from '#core/orders/ui/own-orders.ts';
import { OrderParts } from '#core/orders/ui/order-parts.tsx';
import { OrderSection } from '#core/orders/ui/order-section.tsx';

const POLL_MS = 2_000;
const MAX_POLLS = 15;

/** At these polls the shop queries the provider, because the event seems to be lost. */
const QUERY_POLLS = new Set([3, 8, 15]);

/** The page's words depend on this. They are the specification's if the address names no payment, which is 'unknown'. */
type Outcome = 'paid' | 'pending' | 'unpaid' | 'unknown';

export async function loader({ request, context }: Route.LoaderArgs) {
  const sessionId = new URL(request.url).searchParams.get('session_id');
  const now = new Date().toISOString();
  if (!sessionId) return { outcome: 'paid' as Outcome, cart: null, pendingSession: null, order: null, now };
  const database = context.get(databaseContext);
  const { siteUrl } = context.get(shopContext);
  const payment = await readOrderBySession(database, sessionId);
  const payer = await readPayer(request, siteUrl, context.get(accountsContext));
  const order = (payment && (await readJustPaidOrder(database, sessionId, payer))) ?? null;
  const cart = order && payment?.purchase === 'cart' ? payment : null;
  return {
    outcome: describeOutcome(payment),
    cart: cart && {
      sessionId,
      status: cart.status,
      bought: cart.lines.map(({ partId, quantity }) => ({ partId, quantity })),
    },
    pendingSession: payment?.status === 'pending' ? sessionId : null,
    order,
    now,
  };
}

function describeOutcome(payment: Pick<OrderSummary, 'status' | 'isPaid'> | undefined): Outcome {
  if (payment === undefined) return 'unknown';
  if (payment.isPaid) return 'paid';
  return payment.status === 'pending' ? 'pending' : 'unpaid';
}

export function headers() {
  return privateHeaders;
}

export function meta() {
  return [{ title: 'Payment Success | Checkout' }, { name: 'robots', content: 'noindex' }];
}

const texts: Record<
  Outcome,
  Pick<ComponentProps<typeof PaymentResult>, 'icon' | 'color' | 'title' | 'text'>
> = {
  paid: {
    icon: 'CircleCheck',
    color: 'text-green-800',
    title: 'Payment Successful!',
    text: 'Thank you for your purchase. You will receive a confirmation email shortly.',
  },
  pending: {
    icon: 'Clock',
    color: 'text-muted',
    title: 'Your payment is being confirmed',
    text: "Our payment provider hasn't confirmed your payment yet. This can take a few minutes. We'll email you when it's confirmed. Please don't pay again.",
  },
  unpaid: {
    icon: 'CircleX',
    color: 'text-muted',
    title: "This payment wasn't completed",
    text: "It was canceled, failed, or took too long. If your card was charged, you'll get a refund and an email.",
  },
  unknown: {
    icon: 'CircleAlert',
    color: 'text-muted',
    title: "We can't find this payment",
    text: "This link doesn't belong to a payment at our shop. If you paid, you'll get an email from us. If you don't, please contact us.",
  },
};

export default function PaymentSuccess({ loaderData }: Route.ComponentProps) {
  const { outcome, order, cart, pendingSession, now } = loaderData;
  useNoteOwnOrders(outcome === 'paid' && order !== null);
  useSettledCart(cart, pendingSession);
  return (
    <PaymentResult {...texts[outcome]} details={order && <PaidOrder order={order} now={now} />}>
      <div className="flex flex-wrap justify-center gap-3">
        {pendingSession !== null && (
          <ButtonLink
            to={`/payment-success?${new URLSearchParams({ session_id: pendingSession })}`}
            reloadDocument
          >
            Check again
          </ButtonLink>
        )}
        {outcome === 'paid' && !order && <ButtonLink to="/orders">Look up your order</ButtonLink>}
        {outcome === 'unpaid' && <ButtonLink to="/cart">Back to Cart</ButtonLink>}
        {outcome === 'unknown' && <ButtonLink to="/contact">Contact us</ButtonLink>}
        <ButtonLink to="/" variant="primary">
          Return Home
        </ButtonLink>
      </div>
    </PaymentResult>
  );
}

async function queryProvider(sessionId: string): Promise<void> {
  const body = new URLSearchParams({ session_id: sessionId });
  await fetch('/functions/v1/check-payment', { method: 'POST', body }).catch(() => undefined);
}

function useSettledCart(cart: Route.ComponentProps['loaderData']['cart'], pendingSession: string | null) {
  const { revalidate } = useRevalidator();
  const isPaid = cart?.status === 'completed';
  const onPaid = useEffectEvent(() => cart && settleCart(cart.sessionId, cart.bought));
  const poll = useEffectEvent(async (sessionId: string, pollNumber: number) => {
    if (QUERY_POLLS.has(pollNumber)) await queryProvider(sessionId);
    await revalidate();
  });

  useEffect(() => {
    if (isPaid) onPaid();
  }, [isPaid]);

  useEffect(() => {
    if (pendingSession === null) return;
    let polls = 0;
    const timer = setInterval(() => {
      polls += 1;
      if (polls === MAX_POLLS) clearInterval(timer);
      void poll(pendingSession, polls);
    }, POLL_MS);
    return () => clearInterval(timer);
  }, [pendingSession]);
}

/** Says right after the payment what was paid and what happens next. */
export function PaidOrder({ order, now }: { order: BuyerOrder; now: string }) {
  const shop = useShop();
  const number = formatOrderNumber(order.number);
  return (
    <div className="mt-4 grid gap-4">
      <OrderSection title={`Order ${number}`}>
        <p>{describeNext(order, shop, new Date(now)).join(' ')}</p>
        {order.buyer?.email && (
          <p className="mt-2 wrap-anywhere">
            We email {order.buyer.email} a link to this order and send updates about it.
          </p>
        )}
        <ButtonLink to={`/orders/${number}`} state={{ email: order.buyer?.email }} className="mt-3">
          Follow your order
        </ButtonLink>
      </OrderSection>
      <OrderSection title="Parts">
        <OrderParts lines={order.lines} />
      </OrderSection>
      <OrderSection title="Totals">
        <OrderAmounts order={order} />
      </OrderSection>
      {order.isFull && (
        <OrderSection title={order.fulfillment === 'pickup' ? 'Pickup' : 'Ship to'}>
          <OrderDelivery order={order} />
        </OrderSection>
      )}
    </div>
  );
}
