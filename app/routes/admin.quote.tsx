import { data, isRouteErrorResponse, redirect } from 'react-router';
import { formatOrderNumber, parseOrderNumber } from '#domain/order-number.ts';
import { asStaff, getStaff } from '#features/admin/only-staff.server.ts';
import { respondWithResult } from '#features/admin/respond.server.ts';
import { closeOrder } from '#features/checkout/close-order.server.ts';
import { cancelQuote } from '#features/checkout/quotes/cancel-quote.server.ts';
import { DeskQuoteView } from '#features/checkout/quotes/desk-quote-view.tsx';
import { copyQuoteLink, sendQuote } from '#features/checkout/quotes/quote-links.server.ts';
import { readDeskQuote } from '#features/checkout/quotes/read-quotes.server.ts';
import { QuoteRefused } from '#features/checkout/quotes/close-quote-page.server.ts';
import { readCounterPayment } from '#features/checkout/quotes/read-draft.server.ts';
import { takeQuotePayment } from '#features/checkout/quotes/take-payment.server.ts';
import { handOverAtCounter } from '#features/order-desk/hand-over-at-counter.server.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ButtonLink } from '#ui/button-link.tsx';
import type { ActionResult } from '#ui/actions/action-result.ts';
import { databaseContext } from '#services/database.server.ts';
import { PaymentProviderError, paymentsContext } from '#services/payments.server.ts';
import { requestContext } from '#services/request.server.ts';
import { shopContext } from '#services/shop.server.ts';
import type { Route } from './+types/admin.quote.ts';

export async function loader({ params, context }: Route.LoaderArgs) {
  const number = parseOrderNumber(params.number);
  const quote =
    number === undefined
      ? undefined
      : await asStaff(context)((transaction) => readDeskQuote(transaction, number));
  if (!quote) throw data(null, { status: 404 });
  return { quote };
}

const failures = {
  mail: 'Error sending the quote',
  copy: 'Error making a link',
  cancel: 'Error canceling the quote',
  pay: 'Error recording the payment',
};

type Intent = keyof typeof failures;

export async function action({ request, params, context }: Route.ActionArgs) {
  const number = parseOrderNumber(params.number);
  const form = await request.formData().catch(() => new FormData());
  const intent = String(form.get('intent')) as Intent;
  if (number === undefined) throw data(null, { status: 404 });
  if (!Object.hasOwn(failures, intent)) throw data(null, { status: 400 });
  const response = await respondWithResult(context, failures[intent], async (): Promise<ActionResult> => {
    const quote = await asStaff(context)((transaction) => readDeskQuote(transaction, number));
    if (!quote) return { done: false, message: `${failures[intent]}: this quote does not exist` };
    const named = { orderId: quote.orderId, number };
    switch (intent) {
      case 'mail':
        return asStaff(context)((transaction) => sendQuote(transaction, named));
      case 'copy': {
        const { siteUrl } = context.get(shopContext);
        return asStaff(context)((transaction) => copyQuoteLink(transaction, named, siteUrl));
      }
      case 'cancel':
        return cancel(context, named);
      case 'pay':
        return takePayment(context, form, { ...named, name: quote.buyer[0] ?? null });
    }
  });
  if (intent === 'pay' && response.ok) throw redirect(`/admin/orders/${formatOrderNumber(number)}`);
  return response;
}

type Context = Route.ActionArgs['context'];

interface NamedQuote {
  orderId: string;
  number: number;
}

async function cancel(context: Context, quote: NamedQuote): Promise<ActionResult> {
  const result = await asStaff(context)((transaction) => cancelQuote(transaction, quote));
  const { siteUrl } = context.get(shopContext);
  try {
    await closeOrder({
      database: context.get(databaseContext),
      payments: context.get(paymentsContext),
      siteUrl,
      orderId: quote.orderId,
      status: 'canceled',
    });
  } catch (error) {
    // The job tries again.
    if (!(error instanceof PaymentProviderError)) throw error;
    context.get(requestContext).logError(error);
    const message =
      'Quote canceled. Its parts are for sale again when the payment provider has closed its page';
    return { done: true, message };
  }
  return result;
}

async function takePayment(
  context: Context,
  form: FormData,
  { orderId, number, name }: NamedQuote & { name: string | null },
): Promise<ActionResult> {
  const payment = readCounterPayment(form);
  if ('problem' in payment) return { done: false, message: `${failures.pay}: ${payment.problem}` };
  const { identity } = getStaff(context);
  try {
    await takeQuotePayment({
      database: context.get(databaseContext),
      payments: context.get(paymentsContext),
      siteUrl: context.get(shopContext).siteUrl,
      staff: { ...identity, role: 'service_role' },
      orderId,
      seen: String(form.get('seen') ?? '') || null,
      ...payment,
    });
  } catch (error) {
    if (!(error instanceof QuoteRefused)) throw error;
    return { done: false, message: `${failures.pay}: ${error.message}` };
  }
  if (payment.isHandedOver) {
    await asStaff(context)((transaction) => handOverAtCounter(transaction, number, name));
  }
  return { done: true };
}

export default function AdminQuote({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <DeskQuoteView
      quote={loaderData.quote}
      result={actionData as (ActionResult & { link?: string }) | undefined}
    />
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error) || error.status !== 404) throw error;
  return (
    <EmptyState
      title="Quote not found"
      action={<ButtonLink to="/admin/orders/quotes?state=all">Show all quotes</ButtonLink>}
    >
      No quote has this number.
    </EmptyState>
  );
}
