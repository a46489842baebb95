import { lastQuarter, parseReportPeriod } from '#core/pricing/tax-report.ts';
import { asAdmin } from '#core/accounts/only-admins.server.ts';
import { readBatteryFeeReport } from './battery-fee-report.server.ts';
import { readTaxReport } from './tax-report.server.ts';
import { TaxReportView } from './tax-report-view.tsx';
import { settingsContext } from '#core/settings/settings.server.ts';
import { SettingsFrame } from '../settings-frame.tsx';
import { panelPage } from '#core/settings/page-meta.ts';
import type { Route } from './+types/report.ts';

export const meta = panelPage('Sales tax report');

export async function loader({ request, context }: Route.LoaderArgs) {
  const parameters = new URL(request.url).searchParams;
  const { timeZone } = context.get(settingsContext).business;
  // The Canadian format is that of ISO 8601.
  const today = new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date());
  const chosen = parseReportPeriod(parameters.get('from'), parameters.get('to'));
  const period = chosen ?? lastQuarter(today);
  const report = await asAdmin(context)(async (transaction) => ({
    lines: await readTaxReport(transaction, period),
    batteryFee: await readBatteryFeeReport(transaction, period),
  }));
  return { period, ...report, invalid: parameters.has('from') && !chosen };
}

export default function AdminTaxReport({ loaderData }: Route.ComponentProps) {
  return (
    <SettingsFrame>
      <TaxReportView {...loaderData} />
    </SettingsFrame>
  );
}
