import { data } from 'react-router';
import { formatOrderNumber, parseOrderNumber } from '#core/values/order-number.ts';
import { asStaff } from '#core/accounts/only-staff.server.ts';
import { makeEvidence } from './make-evidence.server.ts';
import { filesContext } from '#core/platform/files.server.ts';
import { shopContext } from '#core/platform/shop.server.ts';
import { settingsContext } from '#core/settings/settings.server.ts';
import type { Route } from './+types/order-evidence.ts';

/** Answers a PDF for the answer to a dispute. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const number = parseOrderNumber(params.number);
  const file =
    number !== undefined &&
    (await makeEvidence({
      asStaff: asStaff(context),
      files: context.get(filesContext),
      number,
      shop: context.get(settingsContext).business,
      siteUrl: context.get(shopContext).siteUrl,
    }));
  if (!file) throw data(null, { status: 404 });
  return new Response(file, {
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `attachment; filename="evidence-${formatOrderNumber(number)}.pdf"`,
    },
  });
}
