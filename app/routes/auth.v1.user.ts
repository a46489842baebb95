import { accountsContext } from '#services';
import type { Route } from './+types/auth.v1.user.ts';

/** GET auth user (Spec §7): who sends this request, and whether the shop knows them as an admin. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { user, isAdmin } = await context.get(accountsContext).visitor(request);
  const shown = user && { id: user.id, email: user.email, created_at: user.createdAt.toISOString() };
  return Response.json({ user: shown, isAdmin }, { headers: { 'Cache-Control': 'private, no-store' } });
}
