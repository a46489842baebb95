import { lastThirtyDays, readSalesStep } from '#core/sales/sales-figures.ts';
import { parseReportPeriod } from '#core/pricing/tax-report.ts';
import { asAdmin } from '#core/accounts/only-admins.server.ts';
import { readSales } from './read-sales.server.ts';
import { SalesView } from './sales-view.tsx';
import { settingsContext } from '#core/settings/settings.server.ts';
import type { Route } from './+types/sales.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const parameters = new URL(request.url).searchParams;
  const { business, limits } = context.get(settingsContext);
  const { timeZone } = business;
  // The Canadian format is that of ISO 8601.
  const today = new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date());
  const chosen = parseReportPeriod(parameters.get('from'), parameters.get('to'));
  const period = chosen ?? lastThirtyDays(today);
  const sales = await asAdmin(context)((transaction) =>
    readSales(transaction, { ...period, timeZone, lowStock: limits.lowStock }),
  );
  const step = readSalesStep(parameters.get('by'));
  return { period, step, today, invalid: parameters.has('from') && !chosen, ...sales };
}

export default function AdminSales({ loaderData }: Route.ComponentProps) {
  return <SalesView {...loaderData} />;
}
