import { data } from 'react-router';
import { findOrder, mailOrderLink } from './find-order.server.ts';
import { orderHeaders, retryHeaders } from '#core/orders/order-access.server.ts';
import { OrderLookup } from '../order-lookup.tsx';
import { OrderView } from '../order-view.tsx';
import { privatePage } from '#core/settings/page-meta.ts';
import { databaseContext } from '#core/platform/database.server.ts';
import { limitsContext } from '#core/limits/limits.server.ts';
import { requestContext } from '#core/platform/request.server.ts';
import { TextLink } from '#kit/text-link.tsx';
import { Alert } from '#kit/alert.tsx';
import { readFields } from '#core/platform/answer-action.server.ts';
import type { Route } from './+types/orders.ts';

export async function action({ request, context }: Route.ActionArgs) {
  const fields = await readFields(request);
  const services = { database: context.get(databaseContext), limits: context.get(limitsContext) };
  const { clientAddress } = context.get(requestContext);
  const found = await findOrder({ ...services, clientAddress, fields });
  const { status, order, problem } = found;
  const isMailed =
    order && fields.intent === 'link' ? await mailOrderLink({ ...services, number: order.number }) : null;
  const typed = { number: fields.number?.slice(0, 20), email: fields.email?.slice(0, 320) };
  return data(
    { order, problem, isMailed, typed, now: new Date().toISOString() },
    { status, headers: retryHeaders(found) },
  );
}

export const headers = orderHeaders;

export function meta({ matches: [root] }: Route.MetaArgs) {
  return privatePage(root.loaderData, 'Your order');
}

export default function Orders({ actionData }: Route.ComponentProps) {
  if (actionData?.order) {
    const { order, isMailed, typed, now } = actionData;
    return (
      <OrderView order={order} now={now} foundBy={typed.email} notice={<LinkNotice isMailed={isMailed} />} />
    );
  }
  return (
    <main className="mx-auto w-full max-w-xl px-gutter py-8 sm:py-12">
      <h1>Your order</h1>
      <p className="mt-2 mb-6 text-muted">
        Open the link in one of our emails to see your full order, or look it up here. If you&apos;re signed
        in, your orders are <TextLink to="/profile?tab=orders">in your profile</TextLink>.
      </p>
      <OrderLookup {...actionData?.typed} problem={actionData?.problem ?? null} />
    </main>
  );
}

function LinkNotice({ isMailed }: { isMailed: boolean | null }) {
  if (isMailed === null) return null;
  return isMailed ? (
    <Alert tone="success" announce className="mb-6">
      We have emailed you a link to this order.
    </Alert>
  ) : (
    <Alert tone="warning" announce className="mb-6">
      We have emailed you several links already. Please check your mailbox, or try again in an hour.
    </Alert>
  );
}
