import { isPartId, type Part } from './part.ts';
import { vehicleName } from '#core/vehicles/vehicle-name.ts';

type Addressed = Pick<Part, 'id' | 'name' | 'make' | 'model' | 'year'>;

const MAX_SLUG_LENGTH = 80;

const MAX_WORDS = 12;

const ID_LENGTH = 36;

/** Formats a part with its vehicle: '2010 Honda Civic Front Brake Pads'. */
export function partWithVehicle(part: Pick<Part, 'name' | 'make' | 'model' | 'year'>): string {
  return `${vehicleName(part)} ${part.name}`.trim();
}

/** Returns the address of a part's page. Only the id at its end identifies the part. */
export function partAddress(part: Addressed): string {
  const slug = formatSlug(`${part.name} ${vehicleName(part)}`);
  return `/part/${slug && `${slug}-`}${part.id.toLowerCase()}`;
}

/** Reads the last segment of a part's address. Returns undefined if it ends with no valid id. */
export function readPartAddress(segment: string): { words: string[]; id: string } | undefined {
  const id = segment.slice(-ID_LENGTH);
  if (!isPartId(id)) return undefined;
  return { words: readWords(segment.slice(0, -ID_LENGTH)), id: id.toLowerCase() };
}

function readWords(slug: string): string[] {
  const words = slug.slice(0, 1_000).match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => word.length <= 40).slice(0, MAX_WORDS);
}

/** Formats words for an address: 'front-brake-pads-2010-honda-civic'. Cuts a long text between words. */
export function formatSlug(text: string): string {
  const words = text
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .match(/[a-z\d]+/g);
  let slug = '';
  for (const word of words ?? []) {
    if (slug.length + word.length >= MAX_SLUG_LENGTH) break;
    slug += slug && '-';
    slug += word;
  }
  return slug;
}
