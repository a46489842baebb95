import { data } from 'react-router';
import { accountsContext } from '#core/accounts/accounts.server.ts';
import { writeEvents } from '#core/audit/write-events.server.ts';
import { linkHeaders } from '#core/accounts/account-response.server.ts';
import { emailOf } from '#core/agents/asked.ts';
import { hasChangedSince } from '#core/agents/checkout-state.server.ts';
import { agentPagePath, type StoredCheckout } from '#core/agents/checkouts.server.ts';
import { countItems } from '#core/carts/cart.ts';
import type { CheckoutRequest } from '#core/checkout/create-payment.ts';
import { checkPlatformHolds } from '#core/agents/check-platform-holds.server.ts';
import { createPayment } from '#core/checkout/create-payment.server.ts';
import { openLimitedPage } from '#core/checkout/open-limited-page.server.ts';
import { limitsContext } from '#core/limits/limits.server.ts';
import { toNetwork } from '#core/limits/network.ts';
import { closeOrder } from '#core/payments/close-order.server.ts';
import { paymentsContext } from '#core/payments/payments.server.ts';
import { readForm } from '#core/platform/answer-action.server.ts';
import { databaseContext } from '#core/platform/database.server.ts';
import { requestContext } from '#core/platform/request.server.ts';
import { shopContext } from '#core/platform/shop.server.ts';
import { taxServiceContext } from '#core/pricing/tax-service.server.ts';
import { privatePage } from '#core/settings/page-meta.ts';
import { settingsContext } from '#core/settings/settings.server.ts';
import type { Route } from './+types/assistant.ts';
import { AgentPageView } from './agent-page-view.tsx';
import { readAgentPage } from './read-agent-page.server.ts';
import { toPage, toPayment } from './to-page.server.ts';

const CHANGED = 'This purchase has changed since you opened the page. Please check it before you pay.';
const NOT_OPEN = 'This purchase can no longer be paid here.';

export async function loader({ request, params: { id }, context }: Route.LoaderArgs) {
  const opened = await readAgentPage(context, request, id);
  if (!opened) {
    const { clientAddress } = context.get(requestContext);
    const allowance = await context.get(limitsContext).take('open-link', clientAddress);
    if (!allowance.allowed) {
      throw new Response('Too many links were opened. Please wait before trying again.', {
        status: 429,
        headers: { ...linkHeaders, 'Retry-After': String(allowance.seconds), 'Content-Type': 'text/plain' },
      });
    }
  }
  return data({ page: opened ? toPage(opened) : null }, { status: opened ? 200 : 404, headers: linkHeaders });
}

/** Opens the payment page, for exactly the amounts that the buyer has seen. */
export async function action({ request, params: { id }, context }: Route.ActionArgs) {
  const respond = (body: { url?: string; error?: string }, status: number, more = {}) =>
    data(body, { status, headers: { ...linkHeaders, ...more } });
  const form = await readForm(request);
  const opened = await readAgentPage(context, request, id);
  const payment = opened?.state === 'open' ? toPayment(opened) : undefined;
  if (opened?.state !== 'open' || !payment) return respond({ error: NOT_OPEN }, 409);
  const { checkout } = opened;
  const isSeen = form.get('version') === checkout.version && form.get('total') === String(payment.totalCents);
  if (!isSeen) return respond({ error: CHANGED }, 409);

  const database = context.get(databaseContext);
  const { phone } = context.get(settingsContext).business;
  const lines = opened.purchase.lines.map(({ line }) => line);
  const refusal = opened.ordered ? undefined : await checkPlatformHolds(database, checkout, { lines, phone });
  if (refusal !== undefined) return respond({ error: refusal }, 429);

  const services = {
    database,
    payments: context.get(paymentsContext),
    siteUrl: context.get(shopContext).siteUrl,
  };
  const { user } = await context.get(accountsContext).readVisitor(request);
  const { phone_number: buyerPhone, first_name: first, last_name: last } = checkout.asked.buyer ?? {};
  const begun = await openLimitedPage(context, user?.id ?? checkout.payerId, () =>
    createPayment({
      ...services,
      taxService: context.get(taxServiceContext),
      request: payment.request,
      user,
      browserId: checkout.payerId,
      network: toNetwork(context.get(requestContext).clientAddress),
      buyer: {
        email: emailOf(checkout.asked),
        name: [first, last].filter(Boolean).join(' ') || null,
        phone: buyerPhone ?? null,
      },
      cancelPath: agentPagePath(id),
    }),
  );
  if ('status' in begun) return respond({ error: begun.error }, begun.status, begun.headers);
  if ('url' in begun) {
    // The assistant may have changed or canceled it after it was read, when there was no page to close yet.
    if (await hasChangedSince(database, checkout)) {
      await closeOrder({ ...services, orderId: begun.orderId, status: 'canceled' });
      return respond({ error: CHANGED }, 409);
    }
    if (begun.isNew) await noteCheckout(context, id, checkout, payment.request.items);
    return respond({ url: begun.url }, 200);
  }
  const { error, retryInSeconds } = begun;
  return retryInSeconds === undefined
    ? respond({ error }, 409)
    : respond({ error }, 429, { 'Retry-After': String(retryInSeconds) });
}

/** Records that a buyer goes to the payment page, as browsers do for carts (docs/audit.md). */
async function noteCheckout(
  context: Route.ActionArgs['context'],
  id: string,
  { platformId }: StoredCheckout,
  items: CheckoutRequest['items'],
): Promise<void> {
  const { from } = context.get(requestContext);
  await context.get(databaseContext).as({ role: 'service_role', from }, (transaction) =>
    writeEvents(transaction, [
      {
        action: 'cart_checkout',
        resourceType: 'agent_checkout',
        resourceId: id,
        details: { platform: platformId, lines: items.length, pieces: countItems(items) },
      },
    ]),
  );
}

export function headers({ loaderHeaders, actionHeaders }: Route.HeadersArgs) {
  return actionHeaders.has('Cache-Control') ? actionHeaders : loaderHeaders;
}

/** A refusal may be due to a change of the purchase. */
export function shouldRevalidate() {
  return true;
}

export function meta({ matches: [root] }: Route.MetaArgs) {
  return privatePage(root.loaderData, 'Your parts');
}

export default function Assistant({ loaderData, actionData }: Route.ComponentProps) {
  return <AgentPageView page={loaderData.page} result={actionData} />;
}
