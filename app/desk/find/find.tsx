import { redirect } from 'react-router';
import { asStaff, getStaff } from '#core/accounts/only-staff.server.ts';
import { settingsContext } from '#core/settings/settings.server.ts';
import { searchText } from '#core/values/list-address.ts';
import { findAnything, pageOfNumber } from './find-anything.server.ts';
import { FindView } from './find-view.tsx';
import type { Route } from './+types/find.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const q = searchText().read(new URL(request.url).searchParams.get('q') ?? '') ?? '';
  if (q === '') return { q, groups: [] };
  const { business: shop } = context.get(settingsContext);
  const { role } = getStaff(context);
  const groups = await asStaff(context)((transaction) => findAnything(transaction, { q, role, shop }));
  const page = pageOfNumber(q, groups);
  if (page !== undefined) throw redirect(page);
  return { q, groups };
}

export default function AdminFind({ loaderData }: Route.ComponentProps) {
  return <FindView {...loaderData} />;
}
