import { data, redirect } from 'react-router';
import { dollarsFromCents } from '#domain/money.ts';
import { formatOrderNumber } from '#domain/order-number.ts';
import { isPartId } from '#domain/part.ts';
import { asStaff, getStaff } from '#features/admin/only-staff.server.ts';
import { searchParts } from '#features/catalog/search/search-parts.server.ts';
import { makeSale, previewSale } from '#features/checkout/quotes/make-sale.server.ts';
import { NewSaleView } from '#features/checkout/quotes/new-sale-view.tsx';
import { readOfferedParts } from '#features/checkout/quotes/price-sale.server.ts';
import { quoteAddress } from '#features/checkout/quotes/quotes-address.ts';
import { newDraft, parseDraft, readDraft } from '#features/checkout/quotes/read-draft.server.ts';
import {
  type DraftProblems,
  type DraftTotals,
  MAX_SALE_LINES,
  MOST_FOUND,
  type OfferedPart,
  type SaleDraft,
  type SaleKind,
} from '#features/checkout/quotes/sale-draft.ts';
import { handOverAtCounter } from '#features/order-desk/hand-over-at-counter.server.ts';
import { databaseContext, shopContext, taxServiceContext } from '#services';
import { settingsContext } from '#settings';
import type { Route } from './+types/admin.quote-new.ts';

type Context = Route.LoaderArgs['context'];

function readKind(request: Request): SaleKind {
  return new URL(request.url).searchParams.get('kind') === 'counter' ? 'counter' : 'quote';
}

/** What the settings allow. A shop without a location hands parts over where it is. */
function readBounds(context: Context, kind: SaleKind) {
  const { business, orders } = context.get(settingsContext);
  const names = business.locations.map(({ name }) => name);
  return { kind, locations: names.length > 0 ? names : [business.name], maxHours: orders.quoteHours };
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const kind = readKind(request);
  const bounds = readBounds(context, kind);
  const draft = newDraft(kind, { location: bounds.locations[0] ?? '', hours: bounds.maxHours });
  const part = new URL(request.url).searchParams.get('part') ?? '';
  const parts = isPartId(part) ? await readParts(context, [part]) : [];
  draft.lines = parts.map(toLine);
  return { ...bounds, draft, parts, found: null, totals: null, problems: {} };
}

/** The buttons of the form. */
const intents = new Set(['find', 'add', 'remove', 'price', 'save']);

export async function action({ request, context }: Route.ActionArgs) {
  const kind = readKind(request);
  const bounds = readBounds(context, kind);
  const form = await request.formData().catch(() => new FormData());
  const draft = readDraft(form, kind);
  const [intent = '', subject = ''] = String(form.get('intent')).split(':');
  if (request.method !== 'POST' || !intents.has(intent)) throw data(null, { status: 400 });
  if (intent === 'remove') draft.lines = draft.lines.filter(({ partId }) => partId !== subject);
  if (intent === 'add' && isPartId(subject) && draft.lines.length < MAX_SALE_LINES) {
    const isNew = draft.lines.every(({ partId }) => partId !== subject.toLowerCase());
    if (isNew) draft.lines.push(...(await readParts(context, [subject])).map(toLine));
  }
  const isSaved = intent === 'save';
  const outcome = isSaved
    ? await save(context, draft, bounds)
    : await preview(context, draft, bounds, intent === 'price');
  if ('to' in outcome) throw redirect(outcome.to);
  const isFinding = ['find', 'add', 'remove'].includes(intent) && draft.q !== '';
  const answer = {
    ...bounds,
    draft,
    parts: await readParts(
      context,
      draft.lines.map(({ partId }) => partId),
    ),
    found: isFinding ? await findParts(context, draft.q) : null,
    ...outcome,
  };
  return data(answer, { status: isSaved ? 400 : 200 });
}

interface Outcome {
  totals: DraftTotals | null;
  problems: DraftProblems;
}

async function preview(
  context: Context,
  draft: SaleDraft,
  bounds: ReturnType<typeof readBounds>,
  saysProblems: boolean,
): Promise<Outcome> {
  const silent = { totals: null, problems: {} };
  if (draft.lines.length === 0 && !saysProblems) return silent;
  const { sale, problems } = parseDraft({ ...draft, method: draft.method || 'cash' }, bounds);
  if (problems) return saysProblems ? { totals: null, problems } : silent;
  const database = context.get(databaseContext);
  const priced = await previewSale({ database, taxService: context.get(taxServiceContext), sale });
  if ('totals' in priced) return { totals: priced.totals, problems: {} };
  return saysProblems ? { totals: null, problems: priced.problems } : silent;
}

async function save(
  context: Context,
  draft: SaleDraft,
  bounds: ReturnType<typeof readBounds>,
): Promise<Outcome | { to: string }> {
  const { sale, problems } = parseDraft(draft, bounds);
  if (problems) return { totals: null, problems };
  const { identity } = getStaff(context);
  const made = await makeSale({
    database: context.get(databaseContext),
    taxService: context.get(taxServiceContext),
    siteUrl: context.get(shopContext).siteUrl,
    staff: { ...identity, role: 'service_role' },
    sale,
  });
  if ('problems' in made) return { totals: null, problems: made.problems };
  const { number } = made;
  if (sale.kind === 'quote') return { to: quoteAddress(number) };
  // If the process ends before, the paid order waits on the desk to be handed over.
  if (sale.payment?.isHandedOver) {
    await asStaff(context)((transaction) => handOverAtCounter(transaction, number, sale.buyer.name));
  }
  return { to: `/admin/orders/${formatOrderNumber(number)}` };
}

function readParts(context: Context, ids: readonly string[]): Promise<OfferedPart[]> {
  return asStaff(context)((transaction) => readOfferedParts(transaction, ids));
}

async function findParts(context: Context, q: string): Promise<OfferedPart[]> {
  const database = context.get(databaseContext).public;
  const { parts } = await searchParts(database, {
    filters: { q, inStock: true },
    sort: 'name',
    limit: MOST_FOUND,
  });
  const places = new Map(parts.map(({ id }, index) => [id, index]));
  const offered = await readParts(context, [...places.keys()]);
  return offered.toSorted((one, other) => (places.get(one.id) ?? 0) - (places.get(other.id) ?? 0));
}

function toLine({ id, priceCents }: OfferedPart) {
  return { partId: id, pieces: '1', price: priceCents ? dollarsFromCents(priceCents) : '' };
}

export default function NewSale({ loaderData, actionData }: Route.ComponentProps) {
  return <NewSaleView {...(actionData ?? loaderData)} />;
}
