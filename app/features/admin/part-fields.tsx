import type { FieldErrors } from '#domain/part-form.ts';
import type { PartField } from '#domain/part-field.ts';
import { type FormColumn, formColumns, type PartColumns, partFields } from '#domain/part-fields.ts';
import { shippingClasses, shippingClassNames } from '#domain/pricing/pricing-terms.ts';
import { Select } from '#ui/select.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { TextField } from '#ui/text-field.tsx';
import { CategoryField } from './category-field.tsx';
import { ImageField } from './image-field.tsx';

interface PartFieldsProps {
  part: PartColumns | null;
  categories: string[];
  conditions: string[];
  errors: FieldErrors;
}

export function PartFields(props: PartFieldsProps) {
  return formColumns.map((column) => <PartFieldInput key={column} column={column} {...props} />);
}

function PartFieldInput({
  column,
  part,
  categories,
  conditions,
  errors,
}: PartFieldsProps & { column: FormColumn }) {
  const field: PartField = partFields[column];
  const { wide, ...hints } = field.input ?? {};
  const value = part?.[column];
  const shared = {
    ...hints,
    name: column,
    label: formLabel(field),
    autoComplete: 'off',
    defaultValue: value ?? undefined,
    error: errors[column],
    required: 'required' in field,
    className: wide ? 'sm:col-span-2' : '',
  };
  switch (field.kind) {
    case 'text':
      return <TextArea {...shared} rows={3} />;
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
    case 'shipping-class':
      return (
        <Select {...shared}>
          <option value="">As others of its category</option>
          {shippingClasses.map((name) => (
            <option key={name} value={name}>
              {shippingClassNames[name]}
            </option>
          ))}
        </Select>
      );
    case 'picture':
      return <ImageField label={shared.label} address={String(value ?? '')} errors={errors} />;
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

function formLabel(field: PartField): string {
  if ('required' in field) return `${field.label} *`;
  return field.kind === 'dollars' ? `${field.label} ($)` : field.label;
}

/** The part may have a deleted condition. */
function withChosen(offered: string[], chosen: string): string[] {
  return chosen === '' || offered.includes(chosen) ? offered : [...offered, chosen];
}
