import { type Part, partDescription } from './part.ts';
import { mayBeRestricted } from './restricted/restricted-words.ts';

/** A card shows these fields, or its buttons need them. The data of a page has them for each card. */
export type CardPart = Pick<
  Part,
  | 'id'
  | 'name'
  | 'make'
  | 'model'
  | 'year'
  | 'condition'
  | 'summary'
  | 'oemNumber'
  | 'description'
  | 'imageUrl'
  | 'priceCents'
  | 'stock'
  | 'fit'
> &
  CardTerms;

/** The facts that the buttons of a part need. Most parts have none. */
export type CardTerms = Partial<Pick<Part, RareField | 'allHeld' | 'category'>>;

const rareFields = ['taxRate', 'shippingCostCents', 'shippingClass', 'coreChargeCents'] as const;

type RareField = (typeof rareFields)[number];

/** A card shows one line of it, of 588 pixels at most. */
const MAX_DESCRIPTION = 90;

/** @param restrictedWords comes from listRestrictedWords. */
export function toCardPart(part: Part, restrictedWords: string): CardPart {
  return {
    id: part.id,
    name: part.name,
    make: part.make,
    model: part.model,
    year: part.year,
    condition: part.condition,
    summary: summaryOf(part),
    oemNumber: part.oemNumber,
    description: cutText(partDescription(part)),
    imageUrl: part.imageUrl,
    priceCents: part.priceCents,
    stock: part.stock,
    ...toCardTerms(part, restrictedWords),
    ...(part.fit && { fit: part.fit }),
  };
}

/** @param restrictedWords comes from listRestrictedWords. A category without one of these words is left out. */
export function toCardTerms(part: Part, restrictedWords: string): CardTerms {
  return {
    ...(part.allHeld && { allHeld: true }),
    ...(mayBeRestricted(part, restrictedWords) && { category: part.category }),
    ...Object.fromEntries(
      rareFields.flatMap((field) => (part[field] === null ? [] : [[field, part[field]]])),
    ),
  };
}

/** Writes the facts after the name: 'Bosch · Used · Grade A · 84,000 mi · 2.4L I4 · Warranty 90 days'. Breaks only after a dot, and within names. */
function summaryOf({ brand, summary, engine, warranty }: Part): string {
  const facts = [engine, warranty === null ? null : `Warranty ${warranty}`].filter((fact) => fact !== null);
  const whole = facts.map((fact) => fact.replaceAll(' ', '\u00A0'));
  return [...(brand === null ? [] : [brand]), summary, ...whole].join(' · ').replaceAll(' ·', '\u00A0·');
}

/** Cuts a text after a word. */
function cutText(text: string): string {
  if (text.length <= MAX_DESCRIPTION) return text;
  const start = text.slice(0, MAX_DESCRIPTION);
  return `${start.slice(0, Math.max(start.lastIndexOf(' '), MAX_DESCRIPTION / 2))}…`;
}
