import { data, redirect } from 'react-router';
import { dollarsFromCents } from '#core/values/money.ts';
import { isPartId } from '#core/catalog/part.ts';
import { readForm } from '#core/platform/answer-action.server.ts';
import type { Settings } from '#core/settings/settings.ts';
import { parseDraft, readDraft } from './read-draft.server.ts';
import type { Sale } from './sale.ts';
import {
  type DraftProblems,
  type DraftTotals,
  MAX_SALE_LINES,
  type OfferedPart,
  type SaleDraft,
  type SaleForm,
  type SaleKind,
} from '#core/orders/quotes/sale-draft.ts';

type Bounds = Pick<SaleForm, 'kind' | 'locations' | 'offersPickup' | 'maxHours' | 'isChange'>;

/** Reads what the settings allow. A shop without a location hands parts over where it is. */
export function readBounds({ business, orders }: Settings, kind: SaleKind, isChange = false): Bounds {
  const names = business.locations.map(({ name }) => name);
  const locations = names.length > 0 ? names : [business.name];
  return { kind, locations, offersPickup: names.length > 0, maxHours: orders.quoteHours, isChange };
}

interface SaleFormServices {
  bounds: Bounds;
  readParts: (ids: readonly string[]) => Promise<OfferedPart[]>;
  /** Returns ids, the best match first. */
  findParts: (q: string) => Promise<readonly string[]>;
  findHidden: (q: string) => Promise<OfferedPart[]>;
  preview: (sale: Sale) => Promise<{ totals: DraftTotals } | { problems: DraftProblems }>;
  /** Returns the address of what was saved. `seen`: the latest change of the quote that the person has seen. */
  save: (sale: Sale, seen: string | null) => Promise<{ to: string } | { problems: DraftProblems }>;
}

/** Buttons of the form. */
const intents = new Set(['find', 'add', 'remove', 'price', 'save']);

/** Does what the pressed button says. Answers the form again, or a redirect to what was saved. */
export async function answerSaleForm(request: Request, services: SaleFormServices) {
  const { bounds, readParts } = services;
  const form = await readForm(request);
  const draft = readDraft(form, bounds.kind);
  const [intent = '', subject = ''] = String(form.get('intent')).split(':');
  if (!intents.has(intent)) throw data(null, { status: 400 });
  if (intent === 'remove') draft.lines = draft.lines.filter(({ partId }) => partId !== subject);
  if (intent === 'add' && isPartId(subject) && draft.lines.length < MAX_SALE_LINES) {
    const isNew = draft.lines.every(({ partId }) => partId !== subject.toLowerCase());
    if (isNew) draft.lines.push(...(await readParts([subject])).map(toLine));
  }
  const isSaved = intent === 'save';
  const outcome = isSaved
    ? await save(draft, services)
    : await previewDraft(draft, services, { saysProblems: intent === 'price' });
  if ('to' in outcome) throw redirect(outcome.to);
  const isFinding = ['find', 'add', 'remove'].includes(intent) && draft.q !== '';
  const answer: SaleForm = {
    ...bounds,
    draft,
    parts: await readParts(draft.lines.map(({ partId }) => partId)),
    found: isFinding ? await findParts(draft.q, services) : null,
    hidden: isFinding ? await services.findHidden(draft.q) : [],
    ...outcome,
  };
  return data(answer, { status: isSaved ? 400 : 200 });
}

interface Outcome {
  totals: DraftTotals | null;
  problems: DraftProblems;
}

export async function previewDraft(
  draft: SaleDraft,
  { bounds, preview }: Pick<SaleFormServices, 'bounds' | 'preview'>,
  { saysProblems }: { saysProblems: boolean },
): Promise<Outcome> {
  const silent = { totals: null, problems: {} };
  if (draft.lines.length === 0 && !saysProblems) return silent;
  const { sale, problems } = parseDraft({ ...draft, method: draft.method || 'cash' }, bounds);
  if (problems) return saysProblems ? { totals: null, problems } : silent;
  const priced = await preview(sale);
  if ('totals' in priced) return { totals: priced.totals, problems: {} };
  return saysProblems ? { totals: null, problems: priced.problems } : silent;
}

async function save(draft: SaleDraft, services: SaleFormServices): Promise<Outcome | { to: string }> {
  const { sale, problems } = parseDraft(draft, services.bounds);
  if (problems) return { totals: null, problems };
  const saved = await services.save(sale, draft.seen || null);
  return 'to' in saved ? saved : { totals: null, problems: saved.problems };
}

async function findParts(q: string, services: SaleFormServices): Promise<OfferedPart[]> {
  const ids = await services.findParts(q);
  const places = new Map(ids.map((id, index) => [id, index]));
  const offered = await services.readParts(ids);
  return offered.toSorted((one, other) => (places.get(one.id) ?? 0) - (places.get(other.id) ?? 0));
}

export function toLine({ id, priceCents }: OfferedPart) {
  return { partId: id, units: '1', price: priceCents ? dollarsFromCents(priceCents) : '' };
}
