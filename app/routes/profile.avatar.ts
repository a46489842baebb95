import { accountsContext, databaseContext } from '#services';
import { AVATAR_MAX, AVATAR_MIN } from '#domain/account.ts';
import { signedInAs } from '#features/accounts/own-request.server.ts';
import { readAvatar, saveAvatar } from '#features/accounts/profile.server.ts';
import type { Route } from './+types/profile.avatar.ts';

const NO_AVATAR = `The picture must be a square JPEG of ${AVATAR_MIN} to ${AVATAR_MAX} pixels.`;

/** The picture of the user who is signed in. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { user } = await context.get(accountsContext).visitor(request);
  const picture = user ? await readAvatar(context.get(databaseContext), user.id) : undefined;
  const headers = { 'Cache-Control': 'private, no-store' };
  if (!picture) return new Response(null, { status: 404, headers });
  return new Response(new Uint8Array(picture), { headers: { ...headers, 'Content-Type': 'image/jpeg' } });
}

/** Stores it, as a data URL (Spec §7) that the server has written. */
export async function action({ request, context }: Route.ActionArgs) {
  const own = await signedInAs(context.get(accountsContext), request);
  if ('refused' in own) return own.refused;
  const url = (own.body as { avatar_url?: unknown } | null | undefined)?.avatar_url;
  const saved = await saveAvatar(context.get(databaseContext), own.userId, url);
  return saved ? Response.json({}) : Response.json({ error: NO_AVATAR }, { status: 400 });
}
