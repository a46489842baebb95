import { accountsContext } from '#core/accounts/accounts.server.ts';
import { databaseContext } from '#core/platform/database.server.ts';
import { limitsContext } from '#core/limits/limits.server.ts';
import { readUserRequest } from '#core/accounts/read-user-request.server.ts';
import { readCartRequest, syncAccountCart } from '#core/carts/account-cart.server.ts';
import { limited } from '#core/limits/limited.server.ts';
import type { Route } from './+types/cart.ts';

export { longJson as accepts } from '#core/values/accepts.ts';

/** Writes a browser's changes to the account's cart, and returns the cart. See docs/accounts.md. */
export async function action({ request, context }: Route.ActionArgs) {
  const userRequest = await readUserRequest(context.get(accountsContext), request);
  if ('refused' in userRequest) return userRequest.refused;
  const { userId, body } = userRequest;
  const sent = readCartRequest(body);
  if (!sent) return Response.json({ error: 'The cart cannot be read.' }, { status: 400 });
  const allowance = await context.get(limitsContext).take('sync-cart', userId);
  if (!allowance.allowed) {
    return limited(allowance, 'Too many changes to the cart.', 'Something went wrong. Please try again.');
  }
  const answer = await syncAccountCart(context.get(databaseContext), userId, sent);
  return answer
    ? Response.json(answer, { headers: { 'Cache-Control': 'private, no-store' } })
    : Response.json({ error: 'The cart has too many lines.' }, { status: 422 });
}
