import { asAdmin } from '#core/accounts/only-admins.server.ts';
import { customersList } from '#core/customers/customers-address.ts';
import { exportCustomers } from './export-customers.server.ts';
import { csvResponse } from '#core/platform/csv-response.server.ts';
import type { Route } from './+types/customers-csv.ts';

export function loader({ request, context }: Route.LoaderArgs) {
  const { q } = customersList.read(new URL(request.url).searchParams);
  return csvResponse(exportCustomers(asAdmin(context), q), { name: 'customers.csv' });
}
