import { randomUUID } from 'node:crypto';
import { data, redirect } from 'react-router';
import { partFromRow } from '#core/catalog/catalog-row.ts';
import type { Destination } from '#core/addresses/destination.ts';
import { type CookieCart, setCookieLine } from '#core/carts/cookie-cart.ts';
import type { Part } from '#core/catalog/part.ts';
import {
  cookieDestinationHeader,
  readCookieDestination,
  readDestinationFields,
} from './cookie-destination.server.ts';
import { type DestinationDraft, toDestination } from '#core/checkout/destination-draft.ts';
import { nothingAsked } from './quote-answer.ts';
import { toCartTerms } from '#core/carts/cart-terms.server.ts';
import type { CartTerms } from '#core/carts/cart-terms.ts';
import { CartView } from './cart-view.tsx';
import { startCheckout } from '#core/checkout/checkout.ts';
import { addToCookieCart, cookieCartHeader, readCartChange, readCookieCart } from './cookie-cart.server.ts';
import {
  buildPlainRequest,
  listPayable,
  listPlainLines,
  type PlainCart,
  type PlainLine,
} from './plain-cart.ts';
import { RecentParts } from '#core/carts/ui/recent-parts.tsx';
import { searchParts } from '#core/search/search-parts.server.ts';
import { priceCart } from '#core/checkout/price-parts.server.ts';
import { withTaxService } from '#core/checkout/tax-rates.server.ts';
import { privatePage } from '#core/settings/page-meta.ts';
import { accountsContext } from '#core/accounts/accounts.server.ts';
import { type Database, databaseContext } from '#core/platform/database.server.ts';
import { limitsContext } from '#core/limits/limits.server.ts';
import { requestContext } from '#core/platform/request.server.ts';
import { shopContext } from '#core/platform/shop.server.ts';
import { taxServiceContext } from '#core/pricing/tax-service.server.ts';
import { settingsContext } from '#core/settings/settings.server.ts';
import type { Route } from './+types/cart.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const terms = toCartTerms(context.get(settingsContext));
  const { siteUrl } = context.get(shopContext);
  const cart = readCookieCart(request, siteUrl);
  if (cart.lines.length === 0) return { terms, plain: null };
  const parts = await readParts(context.get(databaseContext), cart);
  const lines = listPlainLines(cart, parts);
  const draft = fillDraft(readCookieDestination(request, siteUrl), terms);
  const answer = await readQuote({ request, context }, lines, draft);
  const plain: PlainCart = {
    lines,
    quote: answer.quote,
    asked: answer.asked,
    draft,
    request: buildPlainRequest(lines, answer, cart.settled),
    browserKey: randomUUID(),
    added: new URL(request.url).searchParams.get('added') ?? undefined,
  };
  return { terms, plain };
}

/** The forms of parts and of the cart, for browsers without scripts. */
export async function action({ request, context }: Route.ActionArgs) {
  const fields = await request.formData().catch(() => new FormData());
  const { siteUrl } = context.get(shopContext);
  if (fields.has('destination')) {
    const entered = cookieDestinationHeader(siteUrl, readDestinationFields(fields));
    return redirect('/cart', { status: 303, headers: { 'Set-Cookie': entered } });
  }
  const change = readCartChange(fields);
  if (!change) throw data(null, { status: 400 });
  const cart = readCookieCart(request, siteUrl);
  if (!('add' in change)) return toCart(siteUrl, setCookieLine(cart, change.partId, change.quantity));
  const named = { lines: [{ partId: change.add, quantity: 1 }] };
  const part = (await readParts(context.get(databaseContext), named)).get(change.add);
  const changed = part ? addToCookieCart(cart, part) : cart;
  return toCart(siteUrl, changed, changed === cart ? '' : `?added=${change.add}`);
}

function toCart(siteUrl: string, cart: CookieCart, query = '') {
  return redirect(`/cart${query}`, {
    status: 303,
    headers: { 'Set-Cookie': cookieCartHeader(siteUrl, cart) },
  });
}

async function readParts(
  database: Database,
  { lines }: Pick<CookieCart, 'lines'>,
): Promise<Map<string, Part>> {
  const filters = { ids: lines.map(({ partId }) => partId) };
  const { parts } = await searchParts(database.public, { filters, sort: 'name', limit: lines.length });
  return new Map(parts.map(partFromRow).map((part) => [part.id, part]));
}

/** Without scripts, the fields of a choice appear on the next page. So what most shoppers choose is chosen. */
function fillDraft(draft: DestinationDraft, { locations: [first] }: CartTerms): DestinationDraft {
  return { ...draft, kind: draft.kind || 'ship', location: draft.location || (first?.name ?? '') };
}

/** Without a quote, there is nothing to price, or too many requests came from the address. */
async function readQuote(
  { request, context }: Pick<Route.LoaderArgs, 'request' | 'context'>,
  lines: readonly PlainLine[],
  draft: DestinationDraft,
) {
  const nothing = { quote: undefined, asked: nothingAsked, destination: null };
  const items = listPayable(lines).map(({ partId, quantity }) => ({ id: partId, quantity }));
  if (items.length === 0) return nothing;
  const { clientAddress } = context.get(requestContext);
  const { allowed } = await context.get(limitsContext).take('price-cart', clientAddress);
  if (!allowed) return nothing;
  const { user } = await context.get(accountsContext).readVisitor(request);
  const database = context.get(databaseContext);
  const price = (destination: Destination | null) =>
    withTaxService(context.get(taxServiceContext), (answered) =>
      database.as({ role: 'service_role' }, (transaction) =>
        priceCart(transaction, { items, destination }, { userId: user?.id ?? null, answered }),
      ),
    );
  const first = await price(null);
  if (!('quote' in first)) return nothing;
  const destination = toDestination(draft, first.asked);
  const priced = destination ? await price(destination) : first;
  return 'quote' in priced ? { ...priced, destination } : { ...first, quote: undefined, destination };
}

export function headers() {
  return { 'Cache-Control': 'private, no-store' };
}

export function meta({ matches: [root] }: Route.MetaArgs) {
  return privatePage(root.loaderData, 'Shopping Cart');
}

export default function Cart({ loaderData: { terms, plain } }: Route.ComponentProps) {
  return (
    <CartView
      terms={terms}
      plain={plain}
      onCheckout={startCheckout}
      recent={<RecentParts className="mt-10" />}
    />
  );
}
