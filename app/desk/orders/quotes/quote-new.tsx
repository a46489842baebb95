import { formatOrderNumber } from '#core/values/order-number.ts';
import { isPartId } from '#core/catalog/part.ts';
import { offerHidden } from './offer-hidden.server.ts';
import { asStaff, getStaff } from '#core/accounts/only-staff.server.ts';
import { findPartsInStock } from './find-parts-in-stock.server.ts';
import { answerSaleForm, readBounds, toLine } from './answer-sale-form.server.ts';
import { makeSale, previewSale } from './make-sale.server.ts';
import { readOfferedParts } from './price-sale.server.ts';
import { quoteAddress } from '#core/orders/quotes/quotes-address.ts';
import { newDraft } from './read-draft.server.ts';
import type { Sale } from './sale.ts';
import { type SaleForm, type SaleKind, MOST_FOUND } from '#core/orders/quotes/sale-draft.ts';
import { SaleFormView } from './sale-form-view.tsx';
import { handOverAtCounter } from './hand-over-at-counter.server.ts';
import { databaseContext } from '#core/platform/database.server.ts';
import { shopContext } from '#core/platform/shop.server.ts';
import { taxServiceContext } from '#core/pricing/tax-service.server.ts';
import { settingsContext } from '#core/settings/settings.server.ts';
import { panelPage } from '#core/settings/page-meta.ts';
import type { Route } from './+types/quote-new.ts';

export const meta = panelPage('New quote');

function readKind(request: Request): SaleKind {
  return new URL(request.url).searchParams.get('kind') === 'counter' ? 'counter' : 'quote';
}

export async function loader({ request, context }: Route.LoaderArgs): Promise<SaleForm> {
  const bounds = readBounds(context.get(settingsContext), readKind(request));
  const draft = newDraft(bounds.kind, { location: bounds.locations[0] ?? '', hours: bounds.maxHours });
  const part = new URL(request.url).searchParams.get('part') ?? '';
  const parts = isPartId(part)
    ? await asStaff(context)((transaction) => readOfferedParts(transaction, [part]))
    : [];
  draft.lines = parts.map(toLine);
  return { ...bounds, draft, parts, found: null, hidden: [], totals: null, problems: {} };
}

export async function action({ request, context }: Route.ActionArgs) {
  const database = context.get(databaseContext);
  const taxService = context.get(taxServiceContext);
  return answerSaleForm(request, {
    bounds: readBounds(context.get(settingsContext), readKind(request)),
    readParts: (ids) => asStaff(context)((transaction) => readOfferedParts(transaction, ids)),
    findParts: (q) => findPartsInStock({ database: database.public, run: asStaff(context) }, q, MOST_FOUND),
    findHidden: (q) => asStaff(context)((transaction) => offerHidden(transaction, q)),
    preview: (sale) => previewSale({ database, taxService, sale }),
    save: (sale) => save(context, sale),
  });
}

async function save(context: Route.ActionArgs['context'], sale: Sale) {
  const { identity } = getStaff(context);
  const made = await makeSale({
    database: context.get(databaseContext),
    taxService: context.get(taxServiceContext),
    siteUrl: context.get(shopContext).siteUrl,
    staff: { ...identity, role: 'service_role' },
    sale,
  });
  if ('problems' in made) return made;
  const { number } = made;
  if (sale.kind === 'quote') return { to: quoteAddress(number) };
  // If the process ends before this, the paid order waits on the desk to be handed over.
  if (sale.payment?.isHandedOver) {
    await asStaff(context)((transaction) => handOverAtCounter(transaction, number, sale.buyer.name));
  }
  return { to: `/admin/orders/${formatOrderNumber(number)}` };
}

export default function NewSale({ loaderData, actionData }: Route.ComponentProps) {
  return <SaleFormView {...(actionData ?? loaderData)} />;
}
