import { asAdmin } from '#features/admin/only-admins.server.ts';
import { readCustomersQuery } from '#features/people/customers-address.ts';
import { exportCustomers } from '#features/people/export-customers.server.ts';
import type { Route } from './+types/admin.customers.csv.ts';

export function loader({ request, context }: Route.LoaderArgs) {
  const { q } = readCustomersQuery(new URL(request.url).searchParams);
  const encoder = new TextEncoder();
  const chunks = exportCustomers(asAdmin(context), q);
  const content = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
  });
  return new Response(content, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="customers.csv"',
    },
  });
}
