import { accountsContext } from '#core/accounts/accounts.server.ts';
import { databaseContext } from '#core/platform/database.server.ts';
import { limitsContext } from '#core/limits/limits.server.ts';
import { requestContext } from '#core/platform/request.server.ts';
import { isPartId } from '#core/catalog/part.ts';
import { shippingTerms } from '#core/settings/usable-terms.ts';
import { MAX_ADDRESSES, readAddress } from '#core/pricing/saved-address.ts';
import { readUserRequest } from '#core/accounts/read-user-request.server.ts';
import { addAddress, deleteAddress, listAddresses, updateAddress } from './saved-addresses.server.ts';
import { limited } from '#core/limits/limited.server.ts';
import { settingsContext } from '#core/settings/settings.server.ts';
import type { Route } from './+types/profile-addresses.ts';

export { shortJson as accepts } from '#core/values/accepts.ts';

const noStore = { 'Cache-Control': 'private, no-store' };

/** Lists the addresses of the signed-in user. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { user } = await context.get(accountsContext).readVisitor(request);
  if (!user) return refuse(401, 'Auth session missing!');
  const addresses = await listAddresses(context.get(databaseContext), user.id);
  return Response.json({ addresses }, { headers: noStore });
}

/** POST adds an address. PUT changes the one with the id, DELETE deletes it. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const { id } = params;
  const allowed = id === undefined ? ['POST'] : ['PUT', 'DELETE'];
  if (!allowed.includes(request.method)) {
    return Response.json(
      { error: allowed.join(' or ') },
      { status: 405, headers: { Allow: ['GET', ...allowed].join(', ') } },
    );
  }
  const userRequest = await readUserRequest(context.get(accountsContext), request);
  if ('refused' in userRequest) return userRequest.refused;
  if (id !== undefined && !isPartId(id)) return notFound();
  const { userId, body } = userRequest;
  const allowance = await context.get(limitsContext).take('save-address', userId);
  if (!allowance.allowed) {
    return limited(allowance, 'Too many changes. Please try again later.', 'Please try again.');
  }
  const { from, logError } = context.get(requestContext);
  const owner = { database: context.get(databaseContext), userId, from, logError };
  if (id !== undefined && request.method === 'DELETE') {
    return (await deleteAddress(owner, id)) ? Response.json({}) : notFound();
  }
  const { countries } = shippingTerms(context.get(settingsContext));
  const fields = readAddress(
    body,
    countries.map(({ country }) => country),
  );
  if ('error' in fields) return refuse(400, fields.error);
  const isDefault = (body as { isDefault?: unknown }).isDefault === 'on';
  if (id !== undefined) {
    return (await updateAddress(owner, id, fields, isDefault)) ? Response.json({}) : notFound();
  }
  return (await addAddress(owner, fields, isDefault))
    ? Response.json({}, { status: 201 })
    : refuse(409, `You can save ${MAX_ADDRESSES} addresses. Please delete one first.`);
}

function notFound() {
  return refuse(404, 'This address was deleted. Please reload the page.');
}

function refuse(status: number, error: string) {
  return Response.json({ error }, { status });
}
