import { data } from 'react-router';
import { asStaff } from '#core/accounts/only-staff.server.ts';
import { csvResponse } from '#core/platform/csv-response.server.ts';
import { exportConverters } from '#core/yard/converters/export-converters.server.ts';
import { maySeePurchases } from '#core/yard/read-vehicle.server.ts';
import type { Route } from './+types/converters-csv.ts';

/** Answers 403 to staff who may not see purchases, and 404 without a buyer. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const run = asStaff(context);
  const buyer = new URL(request.url).searchParams.get('buyer')?.replaceAll('\0', '').trim() ?? '';
  if (buyer === '' || buyer.length > 200) throw data(null, { status: 404 });
  if (!(await run(maySeePurchases))) throw data(null, { status: 403 });
  return csvResponse(exportConverters(run, buyer), { name: 'converters.csv' });
}
