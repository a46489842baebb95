import type { Kysely } from 'kysely';
import type { DB } from '#db/types.ts';
import type { Destination } from '#core/addresses/destination.ts';
import { isPartId } from '#core/catalog/part.ts';
import { MAX_QUANTITY } from '#core/carts/cart.ts';
import { findSharedPieces, readParts } from '#core/checkout/parts-for-sale.server.ts';
import { type CheckoutLine, priceLines, toLine, toTerms } from '#core/checkout/price-parts.server.ts';
import { type AnsweredCalculation, withTaxService } from '#core/checkout/tax-rates.server.ts';
import { findChargeProblem } from '#core/orders/payment.ts';
import type { Database } from '#core/platform/database.server.ts';
import { priceOrder, type Quote } from '#core/pricing/pricing.ts';
import { askedInCart } from '#core/pricing/questions.ts';
import type { LineRefusal } from '#core/pricing/shipping.ts';
import type { TaxCalculation } from '#core/pricing/tax-calculation.ts';
import type { TaxService } from '#core/pricing/tax-service.server.ts';
import type { Settings } from '#core/settings/settings.ts';
import { readReadyDays } from '#core/yard/read-ready-days.server.ts';
import { describeReady } from '#core/yard/ready-day.ts';
import { formatDays } from '#core/pricing/describe-shipping.ts';
import { parseStoredSettings, storedSettings } from '#core/settings/settings.server.ts';
import type { AskedCheckout } from './asked.ts';
import { chooseFulfillment, type ChosenFulfillment, freightOptions } from './choose-fulfillment.ts';
import type { Message } from './ucp.ts';

/** A line that can be bought. */
export interface AgentLine {
  id: string;
  line: CheckoutLine;
  /** Address of its picture, or null. */
  picture: string | null;
  /** Units that can be bought. */
  stock: number;
}

/** A way to get the parts, with its price in cents. */
export interface FulfillmentOption {
  id: string;
  title: string;
  description?: string;
  cents: number;
}

/** A purchase that an assistant prepares, as it can be bought now. */
export interface AgentPurchase {
  lines: AgentLine[];
  quote: Quote;
  destination: Destination | null;
  fulfillment: ChosenFulfillment & { options: FulfillmentOption[]; optionId: string | null };
  /** Messages about the lines alone. */
  lineMessages: Message[];
  /** The same, and messages about the way to get them. */
  messages: Message[];
}

interface PricePurchase {
  database: Database;
  taxService: TaxService;
  asked: AskedCheckout;
  /** The buyer, who may be exempt from tax. */
  userId: string | null;
  /** False if the way to get the parts can't be chosen through the API: a person chooses it. */
  choosesFulfillment: boolean;
}

/** Prices what an assistant asks for, as the checkout would. It holds nothing. Less in stock means fewer units. */
export async function pricePurchase({
  database,
  taxService,
  ...options
}: PricePurchase): Promise<AgentPurchase> {
  const priced = await withTaxService(taxService, (answered) =>
    database.as({ role: 'service_role' }, (transaction) => price(transaction, options, answered)),
  );
  if (!('error' in priced)) return priced;
  const { error } = priced;
  // Without its taxes, the purchase is priced as if the place was not known yet.
  const open = await database.as({ role: 'service_role' }, (transaction) =>
    price(transaction, { ...options, asked: { ...options.asked, fulfillment: undefined } }, undefined),
  );
  if ('ask' in open) throw new Error(error);
  return {
    ...open,
    messages: [
      ...open.messages,
      { type: 'error', code: 'tax_unavailable', content: error, severity: 'recoverable' },
    ],
  };
}

type Options = Omit<PricePurchase, 'database' | 'taxService'>;

async function price(
  database: Kysely<DB>,
  { asked, userId, choosesFulfillment }: Options,
  answered: AnsweredCalculation | undefined,
): Promise<AgentPurchase | { ask: TaxCalculation }> {
  const { stored } = await database
    .selectFrom('shop_settings')
    .select(storedSettings)
    .executeTakeFirstOrThrow();
  const settings = parseStoredSettings(stored);
  const found = await findLines(database, asked, settings);
  const checkoutLines = found.lines.map(({ line }) => line);
  const base = toTerms(settings, null);
  const questions = askedInCart(checkoutLines, base);
  const chosen = chooseFulfillment(asked.fulfillment?.methods ?? [], {
    lineIds: found.lines.map(({ id }) => id),
    locations: base.shipping.pickup.offered ? settings.business.locations : [],
    countries: base.shipping.countries.map(({ country }) => country),
    isFreightAsked: questions.freightAccess,
  });
  const messages = [...found.messages, ...chosen.messages];
  const { destination } = chosen;
  const empty = { subtotalCents: 0, coreCents: 0 };
  if (checkoutLines.length === 0) {
    const quote: Quote = { status: 'open', needs: 'fulfillment', ...empty };
    const fulfillment = { ...chosen, options: [], optionId: null };
    return { lines: [], quote, destination, fulfillment, lineMessages: found.messages, messages };
  }
  const terms = toTerms(settings, destination);
  const buyer = { userId, answered };
  const priced = await priceLines(database, {
    lines: checkoutLines,
    purchase: 'cart',
    terms,
    settings,
    buyer,
  });
  if (!('quote' in priced)) return priced;
  const { quote } = priced;
  messages.push(...explainQuote(quote, checkoutLines, { chosen, choosesFulfillment }));
  return {
    lines: found.lines,
    quote,
    destination,
    fulfillment: { ...chosen, ...listOptions(checkoutLines, settings, chosen) },
    lineMessages: found.messages,
    messages,
  };
}

async function findLines(database: Kysely<DB>, asked: AskedCheckout, settings: Settings) {
  const ids = asked.line_items.map(({ item }) => item.id).filter(isPartId);
  const parts = await readParts(database, ids);
  const pictures = new Map(
    ids.length === 0
      ? []
      : (
          await database
            .selectFrom('parts_catalog')
            .select(['id', 'image_url'])
            .where('id', 'in', ids)
            .execute()
        ).map((row) => [row.id, row.image_url]),
  );
  const ready = await readReadyDays(database, ids);
  const left = new Map([...parts].map(([id, { stock }]) => [id, stock]));
  const shared = findSharedPieces(ids.flatMap((id) => parts.get(id) ?? []));
  const lines: AgentLine[] = [];
  const messages: Message[] = [];
  const refuse = (code: 'item_unavailable' | 'out_of_stock', content: string) =>
    messages.push({ type: 'error', code, content, path: '$.line_items', severity: 'recoverable' });
  for (const { id = '', item, quantity } of asked.line_items) {
    const part = parts.get(item.id);
    const unitPriceCents = part?.priceCents;
    const stock = Math.min(left.get(item.id) ?? 0, MAX_QUANTITY);
    if (!part) refuse('item_unavailable', `Item ${item.id} is not for sale here`);
    else if (!unitPriceCents) refuse('item_unavailable', `${part.name} has no price yet: please request it`);
    else if (stock === 0) refuse('out_of_stock', `${part.name} is out of stock`);
    else if (shared.has(part.id)) refuse('item_unavailable', shared.get(part.id) ?? '');
    else {
      const units = Math.min(quantity, stock);
      const path = `$.line_items[${lines.length}]`;
      if (units < quantity)
        messages.push({
          type: 'warning',
          code: 'quantity_adjusted',
          content: `Only ${stock} of ${part.name} in stock`,
          path: `${path}.quantity`,
        });
      const day = ready.get(part.id);
      if (day !== undefined)
        messages.push({
          type: 'info',
          code: 'ready_from',
          content: `${part.name}: ${describeReady(day)}`,
          path,
        });
      left.set(item.id, (left.get(item.id) ?? 0) - units);
      const line = toLine(part, { unitPriceCents, quantity: units }, settings);
      lines.push({ id, line, picture: pictures.get(part.id) ?? null, stock: part.stock });
    }
  }
  return { lines, messages };
}

interface Explained {
  chosen: ChosenFulfillment;
  choosesFulfillment: boolean;
}

const METHOD = '$.fulfillment.methods[0]';

function explainQuote(quote: Quote, lines: readonly CheckoutLine[], explained: Explained): Message[] {
  if (quote.status === 'priced') {
    const problem = findChargeProblem(quote.totalCents);
    if (problem === undefined) return [];
    return [
      {
        type: 'error',
        code: 'total_out_of_range',
        content: problem,
        path: '$.line_items',
        severity: 'recoverable',
      },
    ];
  }
  if (quote.status === 'refused')
    return quote.refusals.map((refusal) => explainRefusal(refusal, lines, explained));
  // One message about the place is enough.
  if (explained.chosen.messages.some(({ type }) => type === 'error')) return [];
  const isPersons = !explained.choosesFulfillment;
  return [
    {
      type: 'error',
      ...openQuestions[quote.needs],
      severity: isPersons ? 'requires_buyer_input' : 'recoverable',
    },
  ];
}

const openQuestions = {
  fulfillment: {
    code: 'fulfillment_required',
    content: 'Please choose whether we ship the parts or they are picked up',
    path: METHOD,
  },
  destination: {
    code: 'field_required',
    content: 'Please enter the state and the ZIP code that we ship to',
    path: `${METHOD}.destinations`,
  },
  taxRates: {
    code: 'address_undeliverable',
    content: "We can't look up the sales tax for this ZIP code",
    path: `${METHOD}.destinations`,
  },
};

function explainRefusal(
  { line, reason, text }: LineRefusal,
  lines: readonly CheckoutLine[],
  { chosen, choosesFulfillment }: Explained,
): Message {
  const content = `${lines[line]?.name}: ${text}`;
  const path = `$.line_items[${line}]`;
  if (reason === 'quote')
    return { type: 'error', code: 'quote_required', content, path, severity: 'requires_buyer_input' };
  if (reason === 'restricted' && chosen.destination === null)
    return { type: 'error', code: 'item_unavailable', content, path, severity: 'recoverable' };
  const severity = choosesFulfillment ? 'recoverable' : 'requires_buyer_input';
  return { type: 'error', code: 'address_undeliverable', content, path, severity };
}

/** Lists the ways to get the parts by the chosen method, with their prices, as soon as its place is known. */
function listOptions(
  lines: readonly CheckoutLine[],
  settings: Settings,
  { destination, place, method, isFreightAsked, asksOption, location, optionId }: ChosenFulfillment,
): { options: FulfillmentOption[]; optionId: string | null } {
  if (method === 'pickup') {
    if (!location) return { options: [], optionId: null };
    const { readyHours } = settings.shipping.pickup;
    const title = `Pickup at ${location}`;
    const description = `Ready in about ${readyHours === 1 ? '1 hour' : `${readyHours} hours`}`;
    return { options: [{ id: 'pickup', title, description, cents: 0 }], optionId: 'pickup' };
  }
  if (!place) return { options: [], optionId: null };
  const ways = isFreightAsked
    ? freightOptions
    : [{ id: 'standard', title: 'Standard shipping', place: 'residential' as const, liftgate: false }];
  const options = ways.flatMap(({ id, title, ...access }) => {
    const terms = toTerms(settings, { kind: 'ship', ...place, ...access });
    // The tax is not part of an option's price.
    const quote = priceOrder(lines, { ...terms, exempt: true });
    if (quote.status !== 'priced') return [];
    const days = formatDays(quote.days);
    return [
      {
        id,
        title: days === '' ? title : `${title}, ${days}`,
        cents: quote.shippingCents,
      },
    ];
  });
  const isChosen = destination !== null && !asksOption;
  return { options, optionId: isChosen ? (optionId ?? options[0]?.id ?? null) : null };
}

const GONE = new Set(['out_of_stock', 'item_unavailable']);

/** Tells whether a person can pay for a purchase as it is: what is sold out is left out, but no question is open. */
export function canBePaid({ lines, quote, messages }: AgentPurchase): boolean {
  return (
    lines.length > 0 &&
    quote.status === 'priced' &&
    messages.every((message) => message.type !== 'error' || GONE.has(message.code))
  );
}
