import type { ReactNode } from 'react';
import type { FieldErrors } from '#core/catalog/part-form.ts';
import type { PartField } from '#core/catalog/part-field.ts';
import { type FormColumn, type PartColumns, partFields } from '#core/catalog/part-fields.ts';
import type { KindChoice } from '#core/catalog/part-kind.ts';
import { Select } from '#kit/select.tsx';
import { TextArea } from '#kit/text-area.tsx';
import { TextField } from '#kit/text-field.tsx';
import { CategoryField } from './category-field.tsx';

export interface KindChoices {
  all: KindChoice[];
  /** Key of the kind that the stored name means. */
  ofName: string | null;
}

/** Holds what the inputs of a part's form share. */
export interface PartInputs {
  part: PartColumns | null;
  categories: string[];
  conditions: string[];
  kinds: KindChoices;
  errors: FieldErrors;
}

interface PartFieldInputProps extends PartInputs {
  column: FormColumn;
  /** Stands for the input of a picture. */
  image?: ReactNode;
}

/** Shows the input of a field by its description. */
export function PartFieldInput({
  column,
  part,
  categories,
  conditions,
  kinds,
  errors,
  image,
}: PartFieldInputProps) {
  const field: PartField = partFields[column];
  const { wide, group: _, ...hints } = field.input ?? {};
  const value = part?.[column];
  const shared = {
    ...hints,
    name: column,
    label: formLabel(field),
    autoComplete: 'off',
    defaultValue: typeof value === 'boolean' ? undefined : (value ?? undefined),
    error: errors[column],
    required: 'required' in field,
    className: wide ? 'sm:col-span-2' : '',
  };
  switch (field.kind) {
    case 'text':
      return <TextArea {...shared} rows={2} />;
    case 'category':
      return <CategoryField {...{ categories, errors }} label={shared.label} chosen={String(value ?? '')} />;
    case 'condition':
      return (
        <Select {...shared}>
          <option value="">No condition</option>
          {withChosen(conditions, String(value ?? '')).map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </Select>
      );
    case 'part-kind':
      return (
        <Select {...shared}>
          <option value="">{nameChoice(kinds)}</option>
          {kinds.all.map(({ key, name }) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
        </Select>
      );
    case 'choice':
      return (
        <Select {...shared}>
          <option value="">{field.none}</option>
          {Object.entries(field.choices).map(([name, text]) => (
            <option key={name} value={name}>
              {text}
            </option>
          ))}
        </Select>
      );
    case 'flag':
      return (
        <Select {...shared} defaultValue={String(value ?? false)}>
          <option value="false">No</option>
          <option value="true">Yes</option>
        </Select>
      );
    case 'date':
      return <TextField {...shared} type="date" />;
    case 'picture':
      return image;
    case 'whole':
      return <TextField {...shared} type="number" min={0} step={1} />;
    case 'dollars':
      return <TextField {...shared} type="number" min={0} step={0.01} />;
    case 'decimal':
      return <TextField {...shared} type="number" min={0} step={1 / 10 ** field.decimals} />;
    default:
      return <TextField {...shared} />;
  }
}

function nameChoice({ all, ofName }: KindChoices): string {
  const name = all.find(({ key }) => key === ofName)?.name;
  return name === undefined ? 'By its name' : `By its name (${name})`;
}

function formLabel(field: PartField): string {
  if ('required' in field) return `${field.label} *`;
  return field.kind === 'dollars' ? `${field.label} ($)` : field.label;
}

/** The part may have a deleted condition. */
function withChosen(offered: string[], chosen: string): string[] {
  return chosen === '' || offered.includes(chosen) ? offered : [...offered, chosen];
}
