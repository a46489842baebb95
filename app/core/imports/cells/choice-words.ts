import type { PartField } from '#core/catalog/part-field.ts';
import { type FieldColumn, partFields } from '#core/catalog/part-fields.ts';
import { readHiddenCell } from './hidden-cell.ts';
import { readFieldCell } from './field-cell.ts';

/** Lists the values that the cells of a choice field can mean. */
export interface FieldChoices {
  label: string;
  choices: { value: string; label: string }[];
}

/** Lists the fields whose words a file may have of its own. @param conditions names of the shop's conditions. */
export function choicesOf(conditions: readonly string[]): Record<string, FieldChoices> {
  const named = (Object.entries(partFields) as [FieldColumn, PartField][]).flatMap(([column, field]) =>
    field.kind === 'choice'
      ? [[column, { label: field.label, choices: toChoices(field.choices) }] as const]
      : [],
  );
  return {
    ...(conditions.length > 0 && {
      part_type: {
        label: partFields.part_type.label,
        choices: conditions.map((name) => ({ value: name, label: name })),
      },
    }),
    ...Object.fromEntries(named),
    hidden: { label: 'Hidden', choices: toChoices({ no: 'Shown in the shop', yes: 'Hidden' }) },
  };
}

function toChoices(choices: Readonly<Record<string, string>>) {
  return Object.entries(choices).map(([value, label]) => ({ value, label }));
}

/** Tells whether the shop understands a word of a file in a choice field. */
export function isKnownWord(field: string, word: string, { choices }: FieldChoices): boolean {
  if (field === 'hidden') return 'value' in readHiddenCell(word);
  if (field === 'part_type')
    return choices.some(({ value }) => value.toLowerCase() === word.trim().toLowerCase());
  return 'value' in readFieldCell(field as FieldColumn, word);
}
