import { formatOrderNumber, parseOrderNumber } from '#core/values/order-number.ts';
import { limited } from '#core/limits/limited.server.ts';
import { privateHeaders } from '#core/orders/order-access.server.ts';
import { readBuyerOrder } from '#core/orders/read-buyer-order.server.ts';
import { data } from 'react-router';
import { databaseContext } from '#core/platform/database.server.ts';
import { limitsContext } from '#core/limits/limits.server.ts';
import { requestContext } from '#core/platform/request.server.ts';
import { shopContext } from '#core/platform/shop.server.ts';
import { formatOrderCookie, ORDER_LINK_PAGE, ORDER_TOKEN } from '#core/orders/order-links.server.ts';
import type { Route } from './+types/open-order.ts';

const TOO_MANY = "You opened too many links that don't work. Please wait a while.";

/** Opens a mailed link: moves its secret to a cookie. Changes nothing else, because mail programs open links too. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const number = parseOrderNumber(params.number);
  if (number === undefined) throw data(null, { status: 404 });
  const { searchParams } = new URL(request.url);
  const token = searchParams.get('token') ?? '';
  const to = searchParams.get('to') ?? '';
  const order = ORDER_TOKEN.test(token)
    ? await readBuyerOrder(context.get(databaseContext), { number, token })
    : undefined;
  const headers = new Headers({ ...privateHeaders, 'Referrer-Policy': 'no-referrer' });
  const page = `/orders/${formatOrderNumber(number)}`;
  if (order) {
    headers.set('Location', ORDER_LINK_PAGE.test(to) ? `${page}/${to}` : page);
    headers.append('Set-Cookie', formatOrderCookie(context.get(shopContext).siteUrl, number, token));
    return new Response(null, { status: 303, headers });
  }
  const { clientAddress } = context.get(requestContext);
  const allowance = await context.get(limitsContext).take('open-link', clientAddress);
  if (!allowance.allowed) return limited(allowance, TOO_MANY, TOO_MANY);
  headers.set('Location', `${page}?link=over`);
  return new Response(null, { status: 303, headers });
}
