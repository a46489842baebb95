import { data } from 'react-router';
import { parseReportPeriod } from '#core/pricing/tax-report.ts';
import { asAdmin } from '#core/accounts/only-admins.server.ts';
import { exportTaxReport, formatTaxReport } from './tax-report.server.ts';
import type { Route } from './+types/tax-report.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const parameters = new URL(request.url).searchParams;
  const period = parseReportPeriod(parameters.get('from'), parameters.get('to'));
  if (!period) throw data(null, { status: 404 });
  const lines = await asAdmin(context)((transaction) => exportTaxReport(transaction, period));
  const encoder = new TextEncoder();
  const chunks = formatTaxReport(lines);
  const content = new ReadableStream<Uint8Array>({
    pull(controller) {
      const { done, value } = chunks.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
  });
  return new Response(content, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="sales-tax-${period.from}-${period.to}.csv"`,
    },
  });
}
