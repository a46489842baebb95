import { useEffect, useEffectEvent } from 'react';
import { useRevalidator } from 'react-router';
import { databaseContext } from '#services';
import { settleCart } from '#features/cart/settle-cart.ts';
import { PaymentResult } from '#features/checkout/payment-result.tsx';
import { readOrderBySession } from '#features/checkout/read-order.server.ts';
import { ButtonLink } from '#ui/button-link.tsx';
import type { Route } from './+types/payment-success.ts';

/** How often, in milliseconds, and how many times to look whether the provider has told the shop of the payment. */
const LOOK_AGAIN = 2_000;
const LOOKS = 15;

/** At these looks the shop asks the provider itself: its event seems to be lost. */
const ASK_AT = new Set([3, 8, 15]);

/** What was bought out of the cart. The order does not depend on anybody coming here. */
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

async function askProvider(sessionId: string): Promise<void> {
  const body = new URLSearchParams({ session_id: sessionId });
  await fetch('/functions/v1/check-payment', { method: 'POST', body }).catch(() => undefined);
}

function useSettledCart(payment: Route.ComponentProps['loaderData']) {
  const { revalidate } = useRevalidator();
  const status = payment?.status;
  const onCompleted = useEffectEvent(() => payment && settleCart(payment.sessionId, payment.bought));
  const lookAgain = useEffectEvent(async (look: number) => {
    if (payment && ASK_AT.has(look)) await askProvider(payment.sessionId);
    await revalidate();
  });

  useEffect(() => {
    if (status === 'completed') onCompleted();
    if (status !== 'pending') return;
    let looks = 0;
    const timer = setInterval(() => {
      looks += 1;
      if (looks === LOOKS) clearInterval(timer);
      void lookAgain(looks);
    }, LOOK_AGAIN);
    return () => clearInterval(timer);
  }, [status]);
}
