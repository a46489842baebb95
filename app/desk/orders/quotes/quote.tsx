import { data, isRouteErrorResponse, redirect } from 'react-router';
import { formatOrderNumber, parseOrderNumber } from '#core/values/order-number.ts';
import { asStaff, getStaff } from '#core/accounts/only-staff.server.ts';
import { answerAction, readForm, refuseForm } from '#core/platform/answer-action.server.ts';
import { closeOrder } from '#core/payments/close-order.server.ts';
import { cancelQuote } from './cancel-quote.server.ts';
import { DeskQuoteView, type QuoteResult } from './desk-quote-view.tsx';
import { copyQuoteLink, quoteRefusals, sendQuote } from '#core/orders/quotes/quote-links.server.ts';
import { readDeskQuote } from '#core/orders/quotes/read-quotes.server.ts';
import { readCounterPayment } from './read-draft.server.ts';
import { takeQuotePayment } from './take-payment.server.ts';
import { handOverAtCounter } from './hand-over-at-counter.server.ts';
import { EmptyState } from '#kit/empty-state.tsx';
import { ButtonLink } from '#kit/button-link.tsx';
import type { ActionResult } from '#core/values/action-result.ts';
import { Refused } from '#core/values/refused.ts';
import { databaseContext } from '#core/platform/database.server.ts';
import { PaymentProviderError, paymentsContext } from '#core/payments/payments.server.ts';
import { requestContext } from '#core/platform/request.server.ts';
import { shopContext } from '#core/platform/shop.server.ts';
import { panelPage } from '#core/settings/page-meta.ts';
import type { Route } from './+types/quote.ts';

export const meta = panelPage('Quote :number');

export { reportFailure as clientAction } from '#kit/form/use-action.ts';

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

const isIntent = (text: unknown): text is keyof typeof failures => Object.hasOwn(failures, String(text));

export async function action({ request, params, context }: Route.ActionArgs) {
  const number = parseOrderNumber(params.number);
  if (number === undefined) throw data(null, { status: 404 });
  const form = await readForm(request);
  const intent = form.get('intent');
  if (!isIntent(intent)) return refuseForm('Error changing the quote');
  const answer = await answerAction(
    context,
    failures[intent],
    async (): Promise<QuoteResult> => {
      const quote = await asStaff(context)((transaction) => readDeskQuote(transaction, number));
      if (!quote) throw new Refused('this quote does not exist');
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
    },
    quoteRefusals,
  );
  if (intent === 'pay' && answer.data.done) throw redirect(`/admin/orders/${formatOrderNumber(number)}`);
  return answer;
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
  const { identity } = getStaff(context);
  await takeQuotePayment({
    database: context.get(databaseContext),
    payments: context.get(paymentsContext),
    siteUrl: context.get(shopContext).siteUrl,
    staff: { ...identity, role: 'service_role' },
    orderId,
    seen: String(form.get('seen') ?? '') || null,
    ...payment,
  });
  if (payment.isHandedOver) {
    await asStaff(context)((transaction) => handOverAtCounter(transaction, number, name));
  }
  return { done: true };
}

export default function AdminQuote({ loaderData }: Route.ComponentProps) {
  return <DeskQuoteView quote={loaderData.quote} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error) || error.status !== 404) throw error;
  return (
    <EmptyState
      level={1}
      title="Quote not found"
      action={<ButtonLink to="/admin/orders/quotes?state=all">Show all quotes</ButtonLink>}
    >
      No quote has this number.
    </EmptyState>
  );
}
