import { isNew, type Origin } from '../origin.ts';
import {
  defaultRestricted,
  type KindTerms,
  kindRules,
  type RestrictedKind,
  restrictedKinds,
  type RestrictedTerms,
} from './restricted-kinds.ts';

interface NamedPart {
  name: string;
  category?: string | null | undefined;
}

/** Finds the kind that restricts a part. Ignores words after 'without'. */
export function findRestrictedKind(
  part: NamedPart & { origin: Origin },
  terms: RestrictedTerms = defaultRestricted,
): RestrictedKind | undefined {
  const kind = restrictedKinds.find((each) => isOfKind(part, terms[each]));
  if (!kind) return undefined;
  const { origins } = kindRules[kind];
  return origins === 'all' || isNew(part.origin) === (origins === 'new') ? kind : undefined;
}

function isOfKind({ name, category }: NamedPart, { on, words, exceptions }: KindTerms): boolean {
  if (!on || words.length === 0) return false;
  const text = normalize(name);
  const [head = ''] = text.split(',');
  return (
    hasWord(`${text}${normalize(category ?? '')}`, words) &&
    !(exceptions.length > 0 && hasWord(head, exceptions))
  );
}

function hasWord(text: string, words: readonly string[]): boolean {
  return new RegExp(` (${words.join('|')})(s|es)? `).test(text);
}

/** Writes words between single spaces, and commas between phrases, like public.restricted_text in the database. */
function normalize(text: string): string {
  const words = ` ${text
    .toLowerCase()
    .replaceAll(/[,;/+&()]/g, ' , ')
    .replaceAll(/[^a-z0-9,]+/g, ' ')} `;
  return words
    .replaceAll(/ without [^,]*/g, ' ')
    .replaceAll(/ (with|for|and|after|before|including|w) /g, ' , ');
}
