import { accountsContext } from '#core/accounts/accounts.server.ts';
import { databaseContext } from '#core/platform/database.server.ts';
import { AVATAR_MAX, AVATAR_MIN } from '#core/accounts/account.ts';
import { readUserRequest } from '#core/accounts/read-user-request.server.ts';
import { readAvatar, saveAvatar } from './profile.server.ts';
import { type Accepts, JSON_TYPES } from '#core/values/accepts.ts';
import type { Route } from './+types/profile-avatar.ts';

export const accepts: Accepts = { kilobytes: 1024, types: JSON_TYPES };

const INVALID_AVATAR = `The picture must be a square JPEG of ${AVATAR_MIN} to ${AVATAR_MAX} pixels.`;

export async function loader({ request, context }: Route.LoaderArgs) {
  const { user } = await context.get(accountsContext).readVisitor(request);
  const picture = user ? await readAvatar(context.get(databaseContext), user.id) : undefined;
  const headers = { 'Cache-Control': 'private, no-store' };
  if (!picture) return new Response(null, { status: 404, headers });
  return new Response(new Uint8Array(picture), { headers: { ...headers, 'Content-Type': 'image/jpeg' } });
}

export async function action({ request, context }: Route.ActionArgs) {
  const userRequest = await readUserRequest(context.get(accountsContext), request);
  if ('refused' in userRequest) return userRequest.refused;
  const url = (userRequest.body as { avatar_url?: unknown } | null | undefined)?.avatar_url;
  const saved = await saveAvatar(context.get(databaseContext), userRequest.userId, url);
  return saved ? Response.json({}) : Response.json({ error: INVALID_AVATAR }, { status: 400 });
}
