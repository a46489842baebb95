import { data, redirect, useLocation } from 'react-router';
import { formatOrderNumber, parseOrderNumber } from '#core/values/order-number.ts';
import { openLimitedPage } from '#core/checkout/open-limited-page.server.ts';
import { payBalance } from './pay-balance.server.ts';
import { differenceAnswers } from '#core/orders/difference.ts';
import { answerDifference, readOpenDifferences } from '#core/orders/difference.server.ts';
import { cancelForBuyer } from '#core/orders/return-money.server.ts';
import { orderHeaders, readOpenedOrder, retryHeaders } from '#core/orders/order-access.server.ts';
import { OrderLookup } from '../order-lookup.tsx';
import { OrderView } from '../order-view.tsx';
import { submitOrderQuestion } from './submit-order-question.server.tsx';
import { readSubmitter } from '#core/inbox/submitter.server.ts';
import { privatePage } from '#core/settings/page-meta.ts';
import { changesContext } from '#core/live/changes.server.ts';
import { databaseContext } from '#core/platform/database.server.ts';
import { paymentsContext } from '#core/payments/payments.server.ts';
import { shopContext } from '#core/platform/shop.server.ts';
import { Alert } from '#kit/alert.tsx';
import { readForm } from '#core/platform/answer-action.server.ts';
import type { Route } from './+types/order.ts';

export { textForm as accepts } from '#core/values/accepts.ts';

/** Gives the same answer for an order of someone else and for an unknown number. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const number = parseOrderNumber(params.number);
  if (number === undefined) throw data(null, { status: 404 });
  const { searchParams } = new URL(request.url);
  const asOf = context.get(changesContext).newest;
  const opened = await readOpenedOrder(request, context, number);
  const id = opened?.order.isFull ? opened.order.id : undefined;
  return {
    number: formatOrderNumber(number),
    order: opened?.order ?? null,
    differences:
      id === undefined
        ? []
        : await context
            .get(databaseContext)
            .as(asShop, (transaction) => readOpenDifferences(transaction, id)),
    done: searchParams.get('done'),
    isLinkOver: searchParams.get('link') === 'over',
    now: new Date().toISOString(),
    asOf,
  };
}

const NO_ACCESS = 'Please open the link in one of our emails again.';
const PROCESSING = 'Your payment is being confirmed. Please wait a moment.';
const TOO_LATE = 'This order is already packed or canceled. Please ask us below.';

const ANSWERED = 'You have already answered this, or settled it with us. Please ask us below.';
const asShop = { role: 'service_role' } as const;

export async function action({ request, params, context }: Route.ActionArgs) {
  const number = parseOrderNumber(params.number);
  if (number === undefined) throw data(null, { status: 404 });
  const opened = await readOpenedOrder(request, context, number);
  if (!opened) return data({ access: NO_ACCESS }, { status: 403 });
  const form = await readForm(request);
  const page = `/orders/${formatOrderNumber(number)}`;
  switch (form.get('intent')) {
    case 'cancel': {
      if (form.get('confirm') !== 'yes')
        return data({ cancel: 'Please check the box to confirm.' }, { status: 400 });
      const isCanceled = await context
        .get(databaseContext)
        .as(asShop, (transaction) => cancelForBuyer(transaction, number));
      return isCanceled
        ? redirect(`${page}?done=canceled`, 303)
        : data({ cancel: TOO_LATE }, { status: 409 });
    }
    case 'differs': {
      const answer = differenceAnswers.find((each) => each === form.get('answer'));
      if (!opened.order.isFull || !answer) return data({ access: NO_ACCESS }, { status: 403 });
      const question = String(form.get('question'));
      const isDone = await context
        .get(databaseContext)
        .as(asShop, (transaction) => answerDifference(transaction, { number, question, answer }));
      return isDone
        ? redirect(`${page}?done=${answer === 'take' ? 'taken' : 'part-canceled'}`, 303)
        : data({ access: ANSWERED }, { status: 409 });
    }
    case 'pay': {
      const { id: orderId } = opened.order;
      // Only an order that was found by a link or an account has its id.
      if (orderId === undefined) return data({ access: NO_ACCESS }, { status: 403 });
      const services = {
        database: context.get(databaseContext),
        payments: context.get(paymentsContext),
        siteUrl: context.get(shopContext).siteUrl,
      };
      const payment = await openLimitedPage(context, orderId, () => payBalance({ ...services, orderId }));
      if ('error' in payment)
        return data({ pay: payment.error }, { status: payment.status, headers: payment.headers });
      if ('url' in payment) return { url: payment.url };
      return payment.state === 'processing'
        ? data({ pay: PROCESSING }, { status: 409 })
        : redirect(page, 303);
    }
    case 'question': {
      const text = form.get('question');
      const result = await submitOrderQuestion(await readSubmitter(request, context), {
        number,
        ownsMailbox: opened.ownsMailbox,
        text,
      });
      if (!('error' in result)) return redirect(`${page}?done=question#question`, 303);
      const typed = typeof text === 'string' ? text : '';
      return data(
        { question: result.error, typed },
        { status: result.status, headers: retryHeaders(result) },
      );
    }
    default:
      return data({ access: "We couldn't read this form. Please reload the page." }, { status: 400 });
  }
}

export const headers = orderHeaders;

export function meta({ matches: [root], params }: Route.MetaArgs) {
  return privatePage(root.loaderData, `Order ${params.number.toUpperCase()}`);
}

const doneTexts: Record<string, string> = {
  taken: 'Thank you. You get the part as it is.',
  'part-canceled':
    "The part is canceled. We'll email you a confirmation now and again when your money is refunded.",
  paid: "Thank you. We'll email you as soon as your payment is confirmed.",
  canceled:
    "Your order is canceled. We'll email you a confirmation now and again when your money is refunded.",
};

export default function Order({ loaderData, actionData }: Route.ComponentProps) {
  const { number, order, differences, done, isLinkOver, now, asOf } = loaderData;
  // The page after the payment passes the email on.
  const paidWith = (useLocation().state as { email?: string } | null)?.email;
  const result: Partial<Record<'access' | 'cancel' | 'question' | 'typed' | 'pay' | 'url', string>> =
    actionData ?? {};
  if (order) {
    const hasAsked = !actionData && done === 'question';
    const text = actionData ? result.access : doneTexts[done ?? ''];
    const isTooLate = result.cancel === TOO_LATE;
    const notice = isTooLate ? TOO_LATE : text;
    return (
      <OrderView
        order={order}
        differences={differences}
        now={now}
        asOf={asOf}
        typed={result.typed}
        hasAsked={hasAsked}
        problems={{ question: result.question, cancel: result.cancel, pay: result.pay }}
        paymentUrl={result.url}
        notice={
          notice && (
            <Alert tone={actionData ? 'warning' : 'success'} announce className="mb-6">
              {notice}
            </Alert>
          )
        }
      />
    );
  }
  return (
    <main className="mx-auto w-full max-w-xl px-gutter py-8 sm:py-12">
      <h1>Order {number}</h1>
      {(isLinkOver || result.access) && (
        <Alert tone="warning" announce className="mt-4">
          {result.access ?? 'This link no longer works. Find your order here to get a new one.'}
        </Alert>
      )}
      <p className="mt-2 mb-6 text-muted">
        To see this order, open the link in one of our emails, sign in to the account that you bought with, or
        enter the email that you paid with.
      </p>
      <OrderLookup number={number} email={paidWith} />
    </main>
  );
}
