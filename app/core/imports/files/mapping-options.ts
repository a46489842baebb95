import { partFields } from '#core/catalog/part-fields.ts';
import { type Remedy, remedies } from './findings.ts';
import { type NumberStyle, readNumberStyle } from './normalize-cells.ts';

/** Choices for a file besides its columns. Those that are missing are off. */
export interface MappingOptions {
  /** Where a mileage without a source was read: a key of mileage_source. Without it, such lines are rejected. */
  mileageSource?: string;
  /** True if new parts are hidden when their line does not say it. */
  hidden?: true;
  /** True if vehicles and numbers of new parts are read from their names. */
  readsNames?: true;
  /** Field -> the file's word in lower case -> the value that it means. Empty text means no value, REJECT no meaning. */
  meanings?: Record<string, Record<string, string>>;
  numbers?: NumberStyle;
  /** Corrections of whole columns. */
  remedies?: readonly Remedy[];
}

const MAX_MEANINGS = 200;
const MAX_WORD = 100;

export const mileageSources: Readonly<Record<string, string>> = partFields.mileage_source.choices;

/** Names the input of a form that says what a file's word means in a field. */
export function meaningInput(field: string, word: string): string {
  return `means:${field}:${word.toLowerCase()}`;
}

/** Values of a form: the word has no value, or its lines are to be rejected. An empty text is no answer. */
export const NONE = '!none';
export const REJECT = '!reject';

export function readOptions(form: Record<string, unknown>): MappingOptions | { problem: string } {
  const meanings: Record<string, Record<string, string>> = {};
  let count = 0;
  for (const [name, sent] of Object.entries(form)) {
    const [, field = '', word = ''] = /^means:([a-z_]+):([^]*)$/.exec(name) ?? [];
    if (field === '' || word.length > MAX_WORD) continue;
    if (typeof sent !== 'string' || sent === '' || sent.length > MAX_WORD)
      return { problem: `please choose what '${word}' means` };
    count += 1;
    if (count > MAX_MEANINGS)
      return { problem: `at most ${MAX_MEANINGS} words of the file can have a meaning` };
    meanings[field] = { ...meanings[field], [word]: sent === NONE ? '' : sent };
  }
  const { mileageSource = '', hidden, readsNames } = form;
  if (
    typeof mileageSource !== 'string' ||
    (mileageSource !== '' && !Object.hasOwn(mileageSources, mileageSource))
  )
    return { problem: 'please choose where the mileage was read' };
  const numbers = readNumberStyle(form);
  if (numbers === undefined) return { problem: 'please choose how numbers are written from the list' };
  return {
    numbers,
    remedies: remedies.filter((name) => form[`remedy-${name}`] !== undefined),
    ...(mileageSource !== '' && { mileageSource }),
    ...(hidden === 'yes' && { hidden: true }),
    ...(readsNames === 'yes' && { readsNames: true }),
    ...(count > 0 && { meanings }),
  };
}
