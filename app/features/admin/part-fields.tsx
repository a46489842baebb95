import { Fragment, useState } from 'react';
import { ACCEPT_VIN } from '#domain/part-facts.ts';
import type { FieldErrors } from '#domain/part-form.ts';
import type { PartField } from '#domain/part-field.ts';
import { type FormColumn, formColumns, type PartColumns, partFields } from '#domain/part-fields.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { Icon } from '#ui/icons/icon.tsx';
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
  return formColumns
    .filter((column) => !isUsedFact(column))
    .map((column) => <PartFieldInput key={column} column={column} {...props} />);
}

const isUsedFact = (column: FormColumn) => inputOf(column)?.group === 'used';
const usedFacts = formColumns.filter(isUsedFact);

/** The facts of a used part, open if one is known or wrong. */
export function UsedPartFields(props: PartFieldsProps) {
  const { part, errors } = props;
  const known = usedFacts.filter((column) => part && part[column] !== null);
  const isWrong = usedFacts.some((column) => errors[column]);
  const [isOpen, setIsOpen] = useState(known.length > 0);
  const vinProblem = errors.donor_vin;
  return (
    <details
      open={isOpen || isWrong}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
      className="mt-5 border-t border-line pt-2"
    >
      <summary className="flex min-h-11 cursor-pointer items-center gap-2 font-semibold">
        <Icon name="ChevronDown" className={isOpen || isWrong ? 'size-5' : 'size-5 -rotate-90'} />
        Used part
        <span className="text-sm font-normal text-muted">
          {known.length > 0
            ? `${known.length} of ${usedFacts.length} facts`
            : 'Mileage, donor, damage, grade, place'}
        </span>
      </summary>
      <div className="mt-2 grid gap-4 sm:grid-cols-2">
        {usedFacts.map((column) => (
          <Fragment key={column}>
            <PartFieldInput column={column} {...props} />
            {column === 'donor_vin' && vinProblem && vinProblem !== invalidVin && (
              <Checkbox name={ACCEPT_VIN} label="Save this VIN as it is" className="sm:col-span-2" />
            )}
          </Fragment>
        ))}
      </div>
    </details>
  );
}

const invalidVin = partFields.donor_vin.invalid;

function inputOf(column: FormColumn): PartField['input'] {
  return partFields[column].input;
}

function PartFieldInput({
  column,
  part,
  categories,
  conditions,
  errors,
}: PartFieldsProps & { column: FormColumn }) {
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
