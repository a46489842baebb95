import { isPartId as isId } from '#core/catalog/part.ts';
import { asAdmin } from '#core/accounts/only-admins.server.ts';
import { readAvatar } from './user-analytics.server.ts';
import type { Route } from './+types/avatar.ts';

export async function loader({ params: { userId }, context }: Route.LoaderArgs) {
  const avatar = isId(userId)
    ? await asAdmin(context)((transaction) => readAvatar(transaction, userId))
    : undefined;
  if (!avatar) return new Response('Not found', { status: 404 });
  return new Response(avatar.content, { headers: { 'Content-Type': avatar.type } });
}
