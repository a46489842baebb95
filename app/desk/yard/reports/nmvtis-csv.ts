import { data } from 'react-router';
import { asAdmin } from '#core/accounts/only-admins.server.ts';
import { logAdminAction } from '#core/audit/write-events.server.ts';
import { parseReportPeriod } from '#core/pricing/tax-report.ts';
import { writeNmvtisFile } from '#core/yard/paper/nmvtis.ts';
import { readNmvtisReport } from '#core/yard/paper/nmvtis.server.ts';
import type { Route } from './+types/nmvtis-csv.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const parameters = new URL(request.url).searchParams;
  const period = parseReportPeriod(parameters.get('from'), parameters.get('to'));
  if (!period) throw data(null, { status: 404 });
  const file = await asAdmin(context)(async (transaction) => {
    const { cars, entity } = await readNmvtisReport(transaction, period);
    await logAdminAction(transaction, 'export_nmvtis', { resourceType: 'yard_vehicles', ...period });
    return writeNmvtisFile(cars, entity);
  });
  return new Response(file, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="nmvtis-${period.from}-${period.to}.csv"`,
    },
  });
}
