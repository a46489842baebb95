import { asAdmin } from '#core/accounts/only-admins.server.ts';
import { customersList } from '#core/customers/customers-address.ts';
import { CustomersView } from './customers-view.tsx';
import { findCustomers } from '#core/customers/find-customers.server.ts';
import type { Route } from './+types/customers.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = customersList.read(new URL(request.url).searchParams);
  return { query, list: await asAdmin(context)((transaction) => findCustomers(transaction, query)) };
}

export default function AdminCustomers({ loaderData }: Route.ComponentProps) {
  return <CustomersView {...loaderData} />;
}
