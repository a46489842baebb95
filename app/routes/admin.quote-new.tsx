import { formatOrderNumber } from '#domain/order-number.ts';
import { isPartId } from '#domain/part.ts';
import { offerHidden } from '#features/admin/offer-hidden.server.ts';
import { asStaff, getStaff } from '#features/admin/only-staff.server.ts';
import { findPartsInStock } from '#features/catalog/search/find-parts-in-stock.server.ts';
import { answerSaleForm, readBounds, toLine } from '#features/checkout/quotes/answer-sale-form.server.ts';
import { makeSale, previewSale } from '#features/checkout/quotes/make-sale.server.ts';
import { readOfferedParts } from '#features/checkout/quotes/price-sale.server.ts';
import { quoteAddress } from '#features/checkout/quotes/quotes-address.ts';
import { newDraft } from '#features/checkout/quotes/read-draft.server.ts';
import type { Sale } from '#features/checkout/quotes/sale.ts';
import { type SaleForm, type SaleKind, MOST_FOUND } from '#features/checkout/quotes/sale-draft.ts';
import { SaleFormView } from '#features/checkout/quotes/sale-form-view.tsx';
import { handOverAtCounter } from '#features/order-desk/hand-over-at-counter.server.ts';
import { databaseContext } from '#services/database.server.ts';
import { shopContext } from '#services/shop.server.ts';
import { taxServiceContext } from '#services/tax-service.server.ts';
import { settingsContext } from '#settings';
import type { Route } from './+types/admin.quote-new.ts';

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
    findParts: (q) => findPartsInStock(database.public, q, MOST_FOUND),
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
  // If the process ends before, the paid order waits on the desk to be handed over.
  if (sale.payment?.isHandedOver) {
    await asStaff(context)((transaction) => handOverAtCounter(transaction, number, sale.buyer.name));
  }
  return { to: `/admin/orders/${formatOrderNumber(number)}` };
}

export default function NewSale({ loaderData, actionData }: Route.ComponentProps) {
  return <SaleFormView {...(actionData ?? loaderData)} />;
}
