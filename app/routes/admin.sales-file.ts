import { data } from 'react-router';
import { parseReportPeriod } from '#domain/tax-report.ts';
import { asAdmin } from '#features/admin/only-admins.server.ts';
import { exportSales, salesFiles } from '#features/sales/export-sales.server.ts';
import { csvResponse } from '#services/csv-response.server.ts';
import { settingsContext } from '#settings';
import type { Route } from './+types/admin.sales-file.ts';

export function loader({ request, params, context }: Route.LoaderArgs) {
  const parameters = new URL(request.url).searchParams;
  const period = parseReportPeriod(parameters.get('from'), parameters.get('to'));
  const file = salesFiles.find((each) => each === params.file);
  if (!period || !file) throw data(null, { status: 404 });
  const { timeZone } = context.get(settingsContext).business;
  const pages = exportSales({ file, ...period, timeZone, run: asAdmin(context) });
  return csvResponse(pages, { name: `${file}-${period.from}-${period.to}.csv` });
}
