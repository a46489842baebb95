import { data } from 'react-router';
import { parseOrderNumber } from '#core/values/order-number.ts';
import { offerHidden } from './offer-hidden.server.ts';
import { asStaff, getStaff } from '#core/accounts/only-staff.server.ts';
import { findPartsInStock } from './find-parts-in-stock.server.ts';
import { answerSaleForm, previewDraft, readBounds } from './answer-sale-form.server.ts';
import { changeQuote } from './change-quote.server.ts';
import { previewSale } from './make-sale.server.ts';
import { readOfferedParts } from './price-sale.server.ts';
import { quoteAddress } from '#core/orders/quotes/quotes-address.ts';
import { readChangeDraft } from './read-change-draft.server.ts';
import type { Sale } from './sale.ts';
import { MOST_FOUND, type SaleForm } from '#core/orders/quotes/sale-draft.ts';
import { SaleFormView } from './sale-form-view.tsx';
import { readHeldUnits } from '#core/payments/stock.server.ts';
import { databaseContext } from '#core/platform/database.server.ts';
import { paymentsContext } from '#core/payments/payments.server.ts';
import { shopContext } from '#core/platform/shop.server.ts';
import { taxServiceContext } from '#core/pricing/tax-service.server.ts';
import { settingsContext } from '#core/settings/settings.server.ts';
import { panelPage } from '#core/settings/page-meta.ts';
import type { Route } from './+types/quote-change.ts';

export const meta = panelPage('Quote :number');

type Context = Route.LoaderArgs['context'];

async function readQuote(context: Context, text: string) {
  const number = parseOrderNumber(text);
  const found =
    number === undefined
      ? undefined
      : await asStaff(context)((transaction) => readChangeDraft(transaction, number));
  if (number === undefined || !found) throw data(null, { status: 404 });
  return { number, ...found };
}

function readParts(context: Context, orderId: string, ids: readonly string[]) {
  return asStaff(context)(async (transaction) =>
    readOfferedParts(transaction, ids, await readHeldUnits(transaction, orderId)),
  );
}

function preview(context: Context, orderId: string, sale: Sale) {
  const database = context.get(databaseContext);
  return previewSale({ database, taxService: context.get(taxServiceContext), sale, changes: orderId });
}

export async function loader({ params, context }: Route.LoaderArgs): Promise<SaleForm> {
  const { draft, isOpen, orderId, deleted } = await readQuote(context, params.number);
  const bounds = readBounds(context.get(settingsContext), 'quote', true);
  // The location may have another name by now.
  if (!bounds.locations.includes(draft.location)) draft.location = bounds.locations[0] ?? '';
  const services = { bounds, preview: (sale: Sale) => preview(context, orderId, sale) };
  const outcome = await previewDraft(draft, services, { saysProblems: true });
  if (!isOpen) outcome.problems['form'] = 'This quote is no longer open';
  else if (deleted.length > 0)
    outcome.problems['form'] = `Left out because they are no longer in the catalog: ${deleted.join(', ')}`;
  const ids = draft.lines.map(({ partId }) => partId);
  return {
    ...bounds,
    draft,
    parts: await readParts(context, orderId, ids),
    found: null,
    hidden: [],
    ...outcome,
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { number, orderId } = await readQuote(context, params.number);
  const database = context.get(databaseContext);
  const { identity } = getStaff(context);
  return answerSaleForm(request, {
    bounds: readBounds(context.get(settingsContext), 'quote', true),
    readParts: (ids) => readParts(context, orderId, ids),
    findParts: (q) => findPartsInStock({ database: database.public, run: asStaff(context) }, q, MOST_FOUND),
    findHidden: (q) => asStaff(context)((transaction) => offerHidden(transaction, q)),
    preview: (sale) => preview(context, orderId, sale),
    async save(sale, seen) {
      const changed = await changeQuote({
        database,
        payments: context.get(paymentsContext),
        taxService: context.get(taxServiceContext),
        siteUrl: context.get(shopContext).siteUrl,
        staff: { ...identity, role: 'service_role' },
        orderId,
        sale,
        seen,
      });
      return 'problems' in changed ? changed : { to: quoteAddress(number) };
    },
  });
}

export default function ChangeQuote({ params, loaderData, actionData }: Route.ComponentProps) {
  return <SaleFormView {...(actionData ?? loaderData)} quote={params.number} />;
}
