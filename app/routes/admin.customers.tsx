import { asAdmin } from '#features/admin/only-admins.server.ts';
import { readCustomersQuery } from '#features/people/customers-address.ts';
import { CustomersView } from '#features/people/customers-view.tsx';
import { findCustomers } from '#features/people/find-customers.server.ts';
import type { Route } from './+types/admin.customers.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = readCustomersQuery(new URL(request.url).searchParams);
  return { query, list: await asAdmin(context)((transaction) => findCustomers(transaction, query)) };
}

export default function AdminCustomers({ loaderData }: Route.ComponentProps) {
  return <CustomersView {...loaderData} />;
}
