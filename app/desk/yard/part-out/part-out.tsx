import { data } from 'react-router';
import { asStaff } from '#core/accounts/only-staff.server.ts';
import { isPartId as isId } from '#core/catalog/part.ts';
import { listConditions } from '#core/part-changes/list-parts.server.ts';
import { panelPage } from '#core/settings/page-meta.ts';
import { readPartOut } from '#core/yard/part-out/part-out.server.ts';
import { PartOutView } from './part-out-view.tsx';
import type { Route } from './+types/part-out.ts';

export const meta = panelPage('Part out a car');

export async function loader({ params: { id }, context }: Route.LoaderArgs) {
  if (!isId(id)) throw data(null, { status: 404 });
  return asStaff(context)(async (transaction) => {
    const car = await readPartOut(transaction, id);
    if (!car) throw data(null, { status: 404 });
    const conditions = await listConditions(transaction);
    return { id, car, conditions: conditions.map(({ name }) => name) };
  });
}

export default function AdminPartOut({ loaderData: { id, car, conditions } }: Route.ComponentProps) {
  return <PartOutView key={id} id={id} car={car} conditions={conditions} />;
}
