import { data } from 'react-router';
import { asStaff } from '#core/accounts/only-staff.server.ts';
import { csvResponse } from '#core/platform/csv-response.server.ts';
import { exportPoliceBook } from '#core/yard/paper/police-book.server.ts';
import { maySeePurchases } from '#core/yard/read-vehicle.server.ts';
import type { Route } from './+types/police-book.ts';

/** Answers 403 to staff who may not see purchases, and 404 without a year. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const run = asStaff(context);
  const year = new URL(request.url).searchParams.get('year') ?? '';
  if (!/^(?:19|20)\d\d$/.test(year)) throw data(null, { status: 404 });
  if (!(await run(maySeePurchases))) throw data(null, { status: 403 });
  return csvResponse(exportPoliceBook(run, Number(year)), { name: `police-book-${year}.csv` });
}
