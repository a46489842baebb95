import { data } from 'react-router';
import { asStaff, getStaff } from '#core/accounts/only-staff.server.ts';
import { answerAction, readFields, refuseForm } from '#core/platform/answer-action.server.ts';
import { parseReportPeriod } from '#core/pricing/tax-report.ts';
import { panelPage } from '#core/settings/page-meta.ts';
import { readLaw } from '#core/yard/paper/law.server.ts';
import { lastMonth } from '#core/yard/paper/nmvtis.ts';
import { noteNmvtisReport, readNmvtisSummary } from '#core/yard/paper/nmvtis.server.ts';
import { maySeePurchases } from '#core/yard/read-vehicle.server.ts';
import { ReportsView } from './reports-view.tsx';
import type { Route } from './+types/reports.ts';

export const meta = panelPage('Police book and NMVTIS');

export { reportFailure as clientAction } from '#kit/form/use-action.ts';

/** The police book is for who may see purchases, NMVTIS for admins. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const parameters = new URL(request.url).searchParams;
  return asStaff(context)(async (transaction) => {
    if (!(await maySeePurchases(transaction))) throw data(null, { status: 403 });
    const { law, today } = await readLaw(transaction);
    const chosen = parseReportPeriod(parameters.get('from'), parameters.get('to'));
    const period = chosen ?? lastMonth(today);
    const year = Number(today.slice(0, 4));
    return {
      years: Array.from({ length: law.police_book_years + 1 }, (_, before) => year - before),
      period,
      invalid: parameters.has('from') && !chosen,
      nmvtis: getStaff(context).role === 'admin' ? await readNmvtisSummary(transaction, period) : null,
    };
  });
}

export async function action({ request, context }: Route.ActionArgs) {
  const { intent, from = null, to = null, version } = await readFields(request);
  const period = parseReportPeriod(from, to);
  const failure = 'Error noting the report';
  if (intent !== 'note-report' || !period || getStaff(context).role !== 'admin') return refuseForm(failure);
  return answerAction(context, failure, () =>
    asStaff(context)((transaction) => noteNmvtisReport(transaction, { period, version })),
  );
}

export default function AdminVehicleReports({ loaderData }: Route.ComponentProps) {
  return <ReportsView {...loaderData} />;
}
