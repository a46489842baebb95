import { data, redirect } from 'react-router';
import { findScanned } from './scanned.ts';
import { accountsContext } from '#core/accounts/accounts.server.ts';
import type { Route } from './+types/scan.ts';

/** The codes on labels and papers lead here: staff to the desk, everybody else to the page of the part or the order. */
export async function loader({ request, params: { id }, context }: Route.LoaderArgs) {
  const pages = findScanned(id);
  if (!pages) throw data(null, { status: 404 });
  const { role } = await context.get(accountsContext).readVisitor(request);
  return redirect(role ? pages.desk : pages.shop, { headers: { 'Cache-Control': 'private, no-store' } });
}
