import { data } from 'react-router';
import { asStaff } from '#core/accounts/only-staff.server.ts';
import { parseReportPeriod } from '#core/pricing/tax-report.ts';
import { panelPage } from '#core/settings/page-meta.ts';
import { type MoneyBy, moneyBy } from '#core/yard/money/car-money.ts';
import { readMoneyReport } from '#core/yard/money/money-report.server.ts';
import { readLaw } from '#core/yard/paper/law.server.ts';
import { daysAfter } from '#core/yard/paper/paper.ts';
import { maySeePurchases } from '#core/yard/read-vehicle.server.ts';
import { MoneyView } from './money-view.tsx';
import type { Route } from './+types/money.ts';

export const meta = panelPage('Money of the cars');

/** For who may see purchases. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const parameters = new URL(request.url).searchParams;
  const by = (Object.keys(moneyBy) as MoneyBy[]).find((each) => each === parameters.get('by')) ?? 'source';
  const page = /^[1-9]\d{0,2}$/.test(parameters.get('page') ?? '') ? Number(parameters.get('page')) : 1;
  return asStaff(context)(async (transaction) => {
    if (!(await maySeePurchases(transaction))) throw data(null, { status: 403 });
    const { today } = await readLaw(transaction);
    const chosen = parseReportPeriod(parameters.get('from'), parameters.get('to'));
    const period = chosen ?? { from: daysAfter(today, -364), to: today };
    return {
      by,
      period,
      invalid: parameters.has('from') && !chosen,
      report: await readMoneyReport(transaction, { by, page, ...period }),
    };
  });
}

export default function AdminCarMoney({ loaderData }: Route.ComponentProps) {
  return <MoneyView {...loaderData} />;
}
