import { data } from 'react-router';
import { parseReportPeriod } from '#core/pricing/tax-report.ts';
import { asAdmin } from '#core/accounts/only-admins.server.ts';
import { exportSales } from './export-sales.server.ts';
import { type SalesFile, salesFiles } from './sales-files.ts';
import { csvResponse } from '#core/platform/csv-response.server.ts';
import { settingsContext } from '#core/settings/settings.server.ts';
import type { Route } from './+types/sales-file.ts';

export function loader({ request, params, context }: Route.LoaderArgs) {
  const parameters = new URL(request.url).searchParams;
  const period = parseReportPeriod(parameters.get('from'), parameters.get('to'));
  if (!period || !Object.hasOwn(salesFiles, params.file)) throw data(null, { status: 404 });
  const file = params.file as SalesFile;
  const { timeZone } = context.get(settingsContext).business;
  const pages = exportSales({ file, ...period, timeZone, run: asAdmin(context) });
  return csvResponse(pages, { name: `${file}-${period.from}-${period.to}.csv` });
}
