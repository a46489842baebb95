import { privatePage } from '#core/settings/page-meta.ts';
import { data, Form, redirect } from 'react-router';
import { databaseContext } from '#core/platform/database.server.ts';
import { shopContext } from '#core/platform/shop.server.ts';
import type { PaymentEvent } from '#core/orders/payment.ts';
import { applyPaymentEvent } from '#core/payments/apply-payment-event.server.ts';
import { formatOrderNumber } from '#core/values/order-number.ts';
import { readBalance, readOrder } from '#core/payments/read-order.server.ts';
import { readTestEvent, testBuyer } from '#core/checkout/test-event.server.ts';
import { TestBalanceView, TestPaymentView } from './test-payment-view.tsx';
import { readFields } from '#core/platform/answer-action.server.ts';
import type { Route } from './+types/test-payment.ts';

export async function loader({ params, context }: Route.LoaderArgs) {
  if (!context.get(shopContext).testPayments) throw data(null, { status: 404 });
  const order = await readOrder(context.get(databaseContext), params.orderId);
  if (order) return { order, balance: null };
  const balance = await readBalance(context.get(databaseContext), params.orderId);
  if (!balance) throw data(null, { status: 404 });
  return { order: null, balance };
}

const DECLINED = 'The card was declined. Nothing was charged.';

export async function action({ request, params: { orderId }, context }: Route.ActionArgs) {
  if (!context.get(shopContext).testPayments) throw data(null, { status: 404 });
  const database = context.get(databaseContext);
  const { siteUrl } = context.get(shopContext);
  const apply = (event: PaymentEvent) => applyPaymentEvent({ database, siteUrl, event });
  const order = await readOrder(database, orderId);
  const balance = order ? undefined : await readBalance(database, orderId);
  if (balance) {
    const page = `/orders/${formatOrderNumber(balance.number)}`;
    const { choice } = await readFields(request);
    if (choice === 'cancel') return redirect(page);
    if (choice === 'decline') return { error: DECLINED };
    if (!balance.isDue) return data({ error: 'This payment has ended.' }, { status: 409 });
    await apply(readTestEvent({ orderId: balance.orderId, balanceId: orderId, kind: 'paid' }));
    return redirect(`${page}?done=paid`);
  }
  if (!order) throw data(null, { status: 404 });
  if (order.status !== 'pending') return data({ error: 'This payment has ended.' }, { status: 409 });

  const { choice, ...fields } = await readFields(request);
  // A quote stays open, like at a real provider, when its buyer leaves the page or the card is declined.
  const isQuote = order.purchase === 'quote';
  if (isQuote && choice === 'cancel') return redirect('/quote');
  if (isQuote && choice === 'decline') return { error: DECLINED };
  if (choice === 'cancel') {
    await apply(readTestEvent({ orderId, kind: 'canceled' }));
    return redirect('/payment-canceled');
  }
  if (choice === 'decline') {
    await apply(readTestEvent({ orderId, kind: 'failed' }));
    return { error: DECLINED };
  }
  const buyer = testBuyer.safeParse(fields);
  if (!buyer.success) {
    return data({ error: buyer.error.issues[0]?.message ?? 'Please check the form.' }, { status: 400 });
  }
  await apply(readTestEvent({ orderId, kind: 'paid', buyer: buyer.data }));
  return redirect(`/payment-success?session_id=test_${orderId}`);
}

export function meta({ matches: [root] }: Route.MetaArgs) {
  return privatePage(root.loaderData, 'Test payment');
}

export default function TestPayment({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <Form method="post">
      {loaderData.order ? (
        <TestPaymentView order={loaderData.order} error={actionData?.error} />
      ) : (
        <TestBalanceView balance={loaderData.balance} error={actionData?.error} />
      )}
    </Form>
  );
}
