import { isPartId, type Part } from './part.ts';

type Addressed = Pick<Part, 'id' | 'name' | 'make' | 'model' | 'year'>;

/** Addresses stay readable, and whole in a mail: the words before the id take at most so many letters. */
const MAX_SLUG = 80;

/** How many words of an address are read. */
const MAX_WORDS = 12;

/** A uuid in its usual form. */
const ID_LENGTH = 36;

/** What a part fits as shoppers say it, '2015 Honda Civic'; empty when nothing is known of the vehicle. */
export function vehicleName({ make, model, year }: Pick<Part, 'make' | 'model' | 'year'>): string {
  return [year, make, model].filter(Boolean).join(' ');
}

/** The lasting address of a part's page. The words are for people: only the id at its end decides. */
export function partAddress(part: Addressed): string {
  const slug = slugOf(`${part.name} ${vehicleName(part)}`);
  return `/part/${slug && `${slug}-`}${part.id.toLowerCase()}`;
}

/** What the last step of a part's address says, or undefined when no part can have it. */
export function readPartAddress(step: string): { words: string[]; id: string } | undefined {
  const id = step.slice(-ID_LENGTH);
  if (!isPartId(id)) return undefined;
  return { words: wordsOf(step.slice(0, -ID_LENGTH)), id: id.toLowerCase() };
}

/** The words of a slug, whoever wrote it. A visitor may send anything: only so much is looked at. */
function wordsOf(slug: string): string[] {
  const words = slug.slice(0, 1_000).match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => word.length <= 40).slice(0, MAX_WORDS);
}

/** ASCII words joined by dashes. Accents are dropped; what has no ASCII form at all is left out. */
function slugOf(text: string): string {
  const words = text
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .match(/[a-z\d]+/g);
  let slug = '';
  for (const word of words ?? []) {
    if (slug.length + word.length >= MAX_SLUG) break;
    slug += slug && '-';
    slug += word;
  }
  return slug;
}
