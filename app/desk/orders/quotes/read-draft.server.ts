import { randomUUID } from 'node:crypto';
import { MAX_QUANTITY } from '#core/carts/cart.ts';
import { type CounterMethod, counterMethods } from '#core/orders/counter-sale.ts';
import type { Destination } from '#core/addresses/destination.ts';
import { Refused } from '#core/values/refused.ts';
import { parseDollars } from '#core/values/parse-dollars.ts';
import { isPartId as isId } from '#core/catalog/part.ts';
import { emailAddress, line, usState, zipCode } from '#core/settings/fields.ts';
import { findZipProblem } from '#core/addresses/zip-state.ts';
import type { CounterPayment, Sale } from './sale.ts';
import {
  type DraftProblems,
  MAX_SALE_LINES,
  type SaleDraft,
  type SaleForm,
  type SaleKind,
} from '#core/orders/quotes/sale-draft.ts';

const MAX_PRICE_CENTS = 1_000_000_00;

export function newDraft(
  kind: SaleKind,
  { location, hours }: { location: string; hours: number },
): SaleDraft {
  return {
    id: randomUUID(),
    seen: '',
    q: '',
    lines: [],
    fulfillment: kind === 'counter' ? 'pickup' : 'ship',
    location,
    state: '',
    zip: '',
    shipping: '',
    tax: '',
    taxReason: '',
    name: '',
    email: '',
    phone: '',
    note: '',
    hours: String(hours),
    method: '',
    reference: '',
    isHandedOver: true,
  };
}

/** Reads the form. A field that is missing or cannot be text is empty. */
export function readDraft(form: FormData, kind: SaleKind): SaleDraft {
  const read = (name: string, max = 200) => {
    const value = form.get(name);
    return typeof value === 'string' ? value.replaceAll('\0', '').slice(0, max) : '';
  };
  const id = read('sale');
  const ids = [...new Set(form.getAll('part'))].filter((part): part is string => isId(String(part)));
  const seen = read('seen');
  const method = read('method');
  return {
    id: isId(id) ? id.toLowerCase() : randomUUID(),
    seen: isId(seen) ? seen : '',
    q: read('q').trim(),
    lines: ids.slice(0, MAX_SALE_LINES).map((partId) => ({
      partId: partId.toLowerCase(),
      units: read(`units:${partId}`, 20),
      price: read(`price:${partId}`, 20),
    })),
    fulfillment: kind === 'counter' || read('fulfillment') === 'pickup' ? 'pickup' : 'ship',
    location: read('location'),
    state: read('state', 2),
    zip: read('zip', 10).trim(),
    shipping: read('shipping', 20).trim(),
    tax: read('tax', 20).trim(),
    taxReason: read('tax_reason', 300),
    name: read('name', 300),
    email: read('email', 400),
    phone: read('phone', 100),
    note: read('note', 2_000),
    hours: read('hours', 5),
    method: Object.hasOwn(counterMethods, method) ? (method as CounterMethod) : '',
    reference: read('reference', 100),
    isHandedOver: read('handed_over') === 'yes',
  };
}

/** Checks a draft. Returns no sale if there are problems. Later checks need the catalog and the settings. */
export function parseDraft(
  draft: SaleDraft,
  { kind, locations, maxHours, isChange }: Pick<SaleForm, 'kind' | 'locations' | 'maxHours' | 'isChange'>,
): { sale: Sale; problems: null } | { sale: null; problems: DraftProblems } {
  const problems: DraftProblems = {};
  const text = (field: string, value: string, max: number): string | null => {
    const parsed = line(max).safeParse(value);
    if (!parsed.success) problems[field] = parsed.error.issues[0]?.message ?? 'cannot be read';
    return parsed.data || null;
  };
  const amount = (field: string, value: string): number | null => {
    if (value === '') return null;
    const cents = parseDollars(value);
    if (cents === undefined || cents > MAX_PRICE_CENTS) problems[field] = 'Enter an amount, such as 12.50';
    return cents ?? null;
  };

  const lines = draft.lines.map(({ partId, units, price }) => {
    const quantity = /^\d{1,4}$/.test(units.trim()) ? Number(units) : 0;
    if (quantity < 1 || quantity > MAX_QUANTITY)
      problems[`units:${partId}`] = `Enter a whole number from 1 to ${MAX_QUANTITY}`;
    const unitPriceCents = parseDollars(price) ?? 0;
    if (unitPriceCents < 1 || unitPriceCents > MAX_PRICE_CENTS)
      problems[`price:${partId}`] = 'Enter a price, such as 12.50';
    return { partId, quantity, unitPriceCents };
  });
  if (lines.length === 0) problems['form'] = 'Add at least one part';

  const email = text('email', draft.email.toLowerCase(), 254);
  if (email !== null && !emailAddress.safeParse(email).success)
    problems['email'] = 'Enter an email address, such as dana@example.com';
  const taxCents = amount('tax', draft.tax);
  const taxReason = text('tax_reason', draft.taxReason, 200);
  if (taxCents !== null && taxReason === null) problems['tax_reason'] = 'Say why the tax is different';
  const note = draft.note.trim();
  if (note.length > 1_000) problems['note'] = 'Use at most 1,000 characters';
  const keepsHold = isChange && draft.hours === '';
  const hours = /^\d{1,2}$/.test(draft.hours) ? Number(draft.hours) : 0;
  if (kind === 'quote' && !keepsHold && (hours < 1 || hours > maxHours))
    problems['hours'] = `Choose from 1 to ${maxHours} hours`;
  if (kind === 'counter' && draft.method === '') problems['method'] = 'Choose how it was paid';

  const sale: Sale = {
    kind,
    id: draft.id,
    lines,
    destination: readDestination(draft, locations, problems),
    shippingCents: draft.fulfillment === 'pickup' ? null : amount('shipping', draft.shipping),
    tax: taxCents === null ? null : { cents: taxCents, reason: taxReason ?? '' },
    buyer: { name: text('name', draft.name, 200), email, phone: text('phone', draft.phone, 50) },
    note: note === '' ? null : note,
    hours: keepsHold ? null : hours,
    payment:
      kind === 'counter' && draft.method !== ''
        ? {
            method: draft.method,
            reference: text('reference', draft.reference, 60),
            isHandedOver: draft.isHandedOver,
          }
        : null,
  };
  return Object.keys(problems).length > 0 ? { sale: null, problems } : { sale, problems: null };
}

function readDestination(
  { fulfillment, location, state, zip }: SaleDraft,
  locations: readonly string[],
  problems: DraftProblems,
): Destination | null {
  if (fulfillment === 'pickup') {
    if (!locations.includes(location)) problems['location'] = 'Choose a location';
    return { kind: 'pickup', location };
  }
  if (state === '' && zip === '') return null;
  if (!usState.safeParse(state).success) problems['state'] = 'Choose a state';
  else if (!zipCode.safeParse(zip).success) problems['zip'] = 'Enter five digits';
  else {
    const problem = findZipProblem({ state, zip });
    if (problem !== undefined) problems['zip'] = problem;
  }
  return { kind: 'ship', country: 'US', state, zip, place: 'residential', liftgate: false, poBox: false };
}

/** Reads how the payment of a quote was taken at the counter. @throws {Refused} */
export function readCounterPayment(form: FormData): CounterPayment {
  const { method, reference, isHandedOver } = readDraft(form, 'counter');
  if (method === '') throw new Refused('choose how it was paid', 'method');
  const read = line(60).safeParse(reference);
  if (!read.success)
    throw new Refused(`the reference ${read.error.issues[0]?.message ?? 'cannot be read'}`, 'reference');
  return { method, reference: read.data || null, isHandedOver };
}
