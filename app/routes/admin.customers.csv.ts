import { asAdmin } from '#features/admin/only-admins.server.ts';
import { readCustomersQuery } from '#features/people/customers-address.ts';
import { exportCustomers } from '#features/people/export-customers.server.ts';
import { csvResponse } from '#services/csv-response.server.ts';
import type { Route } from './+types/admin.customers.csv.ts';

export function loader({ request, context }: Route.LoaderArgs) {
  const { q } = readCustomersQuery(new URL(request.url).searchParams);
  return csvResponse(exportCustomers(asAdmin(context), q), { name: 'customers.csv' });
}
