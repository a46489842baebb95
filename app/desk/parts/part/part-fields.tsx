import { Fragment, type ReactNode, useState } from 'react';
import { ACCEPT_VIN } from '#core/catalog/part-facts.ts';
import type { FieldErrors } from '#core/catalog/part-form.ts';
import type { PartField } from '#core/catalog/part-field.ts';
import { type FormColumn, formColumns, type PartColumns, partFields } from '#core/catalog/part-fields.ts';
import type { KindChoice } from '#core/catalog/part-kind.ts';
import { Checkbox } from '#kit/checkbox.tsx';
import { Icon } from '#kit/icons/icon.tsx';
import { Select } from '#kit/select.tsx';
import { TextArea } from '#kit/text-area.tsx';
import { TextField } from '#kit/text-field.tsx';
import { CategoryField } from './category-field.tsx';
import { FitmentsField } from './fitments-field.tsx';
import { VehicleNameFields } from './vehicle-name-fields.tsx';

export interface KindChoices {
  all: KindChoice[];
  /** Key of the kind that the stored name means. */
  ofName: string | null;
}

interface PartFieldsProps {
  part: PartColumns | null;
  categories: string[];
  conditions: string[];
  kinds: KindChoices;
  errors: FieldErrors;
  image: ReactNode;
}

export function PartFields({ makes, ...props }: PartFieldsProps & { makes: string[] }) {
  return formColumns
    .filter((column) => groupOf(column) === undefined && column !== 'vehicle_model')
    .map((column) =>
      column === 'vehicle_make' ? (
        <VehicleNameFields key={column} part={props.part} errors={props.errors} makes={makes} />
      ) : (
        <PartFieldInput key={column} column={column} {...props} />
      ),
    );
}

const groupOf = (column: FormColumn) => inputOf(column)?.group;

const usedFacts = formColumns.filter((column) => groupOf(column) === 'used');
const fitmentFacts = formColumns.filter((column) => groupOf(column) === 'fitment');

export function UsedPartFields(props: PartFieldsProps) {
  const { part, errors } = props;
  const known = usedFacts.filter((column) => isKnown(part?.[column]));
  const vinProblem = errors.donor_vin;
  return (
    <FieldGroup
      title="Used part"
      contents={
        known.length > 0
          ? `${known.length} of ${usedFacts.length} facts`
          : 'Mileage, donor, damage, grade, place'
      }
      isKnown={known.length > 0}
      isWrong={usedFacts.some((column) => errors[column])}
    >
      {usedFacts.map((column) => (
        <Fragment key={column}>
          <PartFieldInput column={column} {...props} />
          {column === 'donor_vin' && vinProblem && vinProblem !== invalidVin && (
            <Checkbox name={ACCEPT_VIN} label="Save this VIN as it is" className="sm:col-span-2" />
          )}
        </Fragment>
      ))}
    </FieldGroup>
  );
}

interface FitmentFieldsProps extends PartFieldsProps {
  makes: string[];
  /** List of vehicles, as writeFitments writes it. */
  fitments: string | undefined;
  onVehicles: () => void;
}

/** Shows the other vehicles of a part, and what else decides about its fitment. */
export function FitmentFields({ makes, fitments, onVehicles, ...props }: FitmentFieldsProps) {
  const { part, errors } = props;
  const count = (JSON.parse(fitments ?? '[]') as unknown[]).length;
  const vehicles = count > 0 && `${count} more ${count === 1 ? 'vehicle' : 'vehicles'}`;
  return (
    <FieldGroup
      title="Fitment"
      contents={vehicles || 'Other vehicles, numbers, interchange'}
      isKnown={count > 0 || fitmentFacts.some((column) => isKnown(part?.[column]))}
      isWrong={
        fitmentFacts.some((column) => errors[column]) ||
        Object.keys(errors).some((name) => name.startsWith('fitments'))
      }
    >
      <FitmentsField stored={fitments} makes={makes} errors={errors} onChange={onVehicles} />
      {fitmentFacts.map((column) => (
        <PartFieldInput key={column} column={column} {...props} />
      ))}
    </FieldGroup>
  );
}

const isKnown = (value: string | number | boolean | null | undefined) =>
  value !== null && value !== undefined && value !== false;

interface FieldGroupProps {
  title: string;
  contents: string;
  isKnown: boolean;
  isWrong: boolean;
  children: ReactNode;
}

/** Starts open if something is known or wrong. */
function FieldGroup({ title, contents, isKnown: opens, isWrong, children }: FieldGroupProps) {
  const [isOpen, setIsOpen] = useState(opens);
  return (
    <details
      open={isOpen || isWrong}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
      className="mt-5 border-t border-line pt-2"
    >
      <summary className="flex min-h-11 cursor-pointer items-center gap-2 font-semibold">
        <Icon name="ChevronDown" className={isOpen || isWrong ? 'size-5' : 'size-5 -rotate-90'} />
        {title}
        <span className="text-sm font-normal text-muted">{contents}</span>
      </summary>
      <div className="mt-2 grid gap-4 sm:grid-cols-2">{children}</div>
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
  kinds,
  errors,
  image,
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
