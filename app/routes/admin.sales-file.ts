import { data } from 'react-router';
import { parseReportPeriod } from '#domain/tax-report.ts';
import { asAdmin } from '#features/admin/only-admins.server.ts';
import { exportSales, salesFiles } from '#features/sales/export-sales.server.ts';
import { settingsContext } from '#settings';
import type { Route } from './+types/admin.sales-file.ts';

export function loader({ request, params, context }: Route.LoaderArgs) {
  const parameters = new URL(request.url).searchParams;
  const period = parseReportPeriod(parameters.get('from'), parameters.get('to'));
  const file = salesFiles.find((each) => each === params.file);
  if (!period || !file) throw data(null, { status: 404 });
  const { timeZone } = context.get(settingsContext).business;
  const pages = exportSales({ file, ...period, timeZone, run: asAdmin(context) });
  const encoder = new TextEncoder();
  const content = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await pages.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await pages.return(undefined);
    },
  });
  return new Response(content, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${file}-${period.from}-${period.to}.csv"`,
    },
  });
}
