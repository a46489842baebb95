import { useEffect, useEffectEvent } from 'react';
import { useRevalidator } from 'react-router';
import { databaseContext } from '#services';
import { settleCart } from '#features/cart/settle-cart.ts';
import { PaymentResult } from '#features/checkout/payment-result.tsx';
import { readOrderBySession } from '#features/checkout/read-order.server.ts';
import { ButtonLink } from '#ui/button-link.tsx';
import type { Route } from './+types/payment-success.ts';

const POLL_MS = 2_000;
const MAX_POLLS = 15;

/** At these polls the shop queries the provider, because the event seems to be lost. */
const QUERY_POLLS = new Set([3, 8, 15]);

/** Only the browser's cart depends on this page. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const sessionId = new URL(request.url).searchParams.get('session_id');
  const order = sessionId ? await readOrderBySession(context.get(databaseContext), sessionId) : undefined;
  if (!sessionId || !order || order.purchase !== 'cart') return null;
  const bought = order.lines.map(({ partId, quantity }) => ({ partId, quantity }));
  return { sessionId, status: order.status, bought };
}

export function meta() {
  return [{ title: 'Payment Success | Checkout' }, { name: 'robots', content: 'noindex' }];
}

export default function PaymentSuccess({ loaderData }: Route.ComponentProps) {
  useSettledCart(loaderData);
  return (
    <PaymentResult
      icon="CircleCheck"
      color="text-green-800"
      title="Payment Successful!"
      text="Thank you for your purchase. You will receive a confirmation email shortly."
    >
      <ButtonLink to="/" variant="primary">
        Return Home
      </ButtonLink>
    </PaymentResult>
  );
}

async function queryProvider(sessionId: string): Promise<void> {
  const body = new URLSearchParams({ session_id: sessionId });
  await fetch('/functions/v1/check-payment', { method: 'POST', body }).catch(() => undefined);
}

function useSettledCart(payment: Route.ComponentProps['loaderData']) {
  const { revalidate } = useRevalidator();
  const status = payment?.status;
  const onCompleted = useEffectEvent(() => payment && settleCart(payment.sessionId, payment.bought));
  const poll = useEffectEvent(async (pollNumber: number) => {
    if (payment && QUERY_POLLS.has(pollNumber)) await queryProvider(payment.sessionId);
    await revalidate();
  });

  useEffect(() => {
    if (status === 'completed') onCompleted();
    if (status !== 'pending') return;
    let polls = 0;
    const timer = setInterval(() => {
      polls += 1;
      if (polls === MAX_POLLS) clearInterval(timer);
      void poll(polls);
    }, POLL_MS);
    return () => clearInterval(timer);
  }, [status]);
}
