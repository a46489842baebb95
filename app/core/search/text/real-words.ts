import { fillerWords, noiseWords } from './filler-words.ts';
import { partWords } from './synonym-index.ts';
import { singular, wordForms } from './word-forms.ts';

/** Words of sentences about cars that are close to words for parts. */
const others: ReadonlySet<string> = new Set(
  `blow blowing blows click clicking clicks clunk clunking cold crank cranking cranks drain draining drains drive
   driving feel feels grind grinding grinds hard heat heating hiss hissing hot hum humming idle idling jerk jerking knock
   knocking leak leaking leaks light lights loud lose loses losing miss missing noise noises overheat overheating overheats
   pull pulling pulls rattle rattling rough running runs shake shakes shaking shift shifting shudder slip slipping slips smell
   smells smoke smokes smoking soft spin spinning squeak squeaking squeaks squeal squealing stall stalling stalls start
   starting starts steam stick sticking stuck tick ticking tow towing turn turning turns vibrate vibrates vibrating vibration
   whine whines whining wobble wobbles`.split(/\s+/),
);

const MIN_LETTERS = 3;

/**
 * Tells whether a word is spelled right, although no part has it: 'braking', 'catback', 'supercharger'. `nameWords` are the
 * words of names in the catalog.
 */
export function isRealWord(word: string, nameWords: ReadonlySet<string>): boolean {
  const isKnown = (part: string) =>
    part.length >= MIN_LETTERS &&
    (partWords.has(singular(part)) || wordForms(part).some((form) => nameWords.has(form)));
  if (noiseWords.has(word) || fillerWords.has(word) || others.has(word) || isKnown(word)) return true;
  const [, stem] = word.match(/^(\p{L}{2,})(?:ing|ed)$/u) ?? [];
  if (stem !== undefined && [stem, `${stem}e`, stem.replace(/(\p{L})\1$/u, '$1')].some(isKnown)) return true;
  return Array.from(word, (_, place) => place).some(
    (place) => isKnown(word.slice(0, place)) && isKnown(word.slice(place)),
  );
}
