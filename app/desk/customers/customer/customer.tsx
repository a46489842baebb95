import { data } from 'react-router';
import { isPartId as isId } from '#core/catalog/part.ts';
import { asAdmin } from '#core/accounts/only-admins.server.ts';
import { CustomerView } from './customer-view.tsx';
import { readCustomer } from './read-customer.server.ts';
import type { Route } from './+types/customer.ts';

export async function loader({ params: { id }, context }: Route.LoaderArgs) {
  const page = isId(id) ? await asAdmin(context)((transaction) => readCustomer(transaction, id)) : undefined;
  if (!page) throw data(null, { status: 404 });
  return page;
}

export default function AdminCustomer({ loaderData }: Route.ComponentProps) {
  return <CustomerView {...loaderData} />;
}
