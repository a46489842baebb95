import { Fragment, type ReactNode, useState } from 'react';
import { ACCEPT_VIN } from '#core/catalog/part-facts.ts';
import type { FieldGroup } from '#core/catalog/part-field.ts';
import { type PartColumns, partFields } from '#core/catalog/part-fields.ts';
import { Checkbox } from '#kit/checkbox.tsx';
import { Icon } from '#kit/icons/icon.tsx';
import { columnsOf, describeSection, sectionTitles } from './describe-section.ts';
import { FitmentsField } from './fitments-field.tsx';
import { PartFieldInput, type PartInputs } from './part-field-input.tsx';
import { readShownPart } from './read-shown-part.ts';

interface PartSectionsProps extends PartInputs {
  part: (PartColumns & { fitments: string }) | null;
  makes: string[];
  /** Is called when the list of vehicles has changed. */
  onVehicles: () => void;
}

/** Shows all fields that are not always in sight, in folded sections. */
export function PartSections({ makes, onVehicles, ...inputs }: PartSectionsProps) {
  const { part, errors } = inputs;
  return (Object.keys(sectionTitles) as FieldGroup[]).map((group) => (
    <FieldSection key={group} group={group} part={part} isWrong={isWrong(group, errors)}>
      {group === 'fitment' && (
        <FitmentsField stored={part?.fitments} makes={makes} errors={errors} onChange={onVehicles} />
      )}
      {columnsOf(group).map((column) => (
        <Fragment key={column}>
          <PartFieldInput column={column} {...inputs} />
          {column === 'donor_vin' &&
            errors.donor_vin &&
            errors.donor_vin !== partFields.donor_vin.invalid && (
              <Checkbox name={ACCEPT_VIN} label="Save this VIN as it is" className="sm:col-span-2" />
            )}
        </Fragment>
      ))}
    </FieldSection>
  ));
}

function isWrong(group: FieldGroup, errors: PartInputs['errors']): boolean {
  return (
    columnsOf(group).some((column) => errors[column]) ||
    (group === 'fitment' && Object.keys(errors).some((name) => name.startsWith('fitments')))
  );
}

interface FieldSectionProps {
  group: FieldGroup;
  part: PartSectionsProps['part'];
  /** A section with an error stays open. */
  isWrong: boolean;
  children: ReactNode;
}

function FieldSection({ group, part, isWrong: hasError, children }: FieldSectionProps) {
  const [isOpened, setIsOpened] = useState(false);
  const [set, setSet] = useState(() => ({
    part: part as Partial<PartColumns> | null,
    vehicles: (JSON.parse(part?.fitments ?? '[]') as unknown[]).length,
  }));
  const isOpen = isOpened || hasError;
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => {
        setIsOpened(currentTarget.open);
        const form = currentTarget.closest('form');
        if (form) setSet(readShownPart(form));
      }}
      className="border-t border-line first-of-type:mt-5"
    >
      <summary
        className="flex min-h-11 cursor-pointer items-center gap-2 py-1"
        onClick={(event) => hasError && event.preventDefault()}
      >
        <Icon name="ChevronDown" className={isOpen ? 'size-5 shrink-0' : 'size-5 shrink-0 -rotate-90'} />
        <span className="min-w-0 wrap-anywhere">
          <span className="font-semibold">{sectionTitles[group]}</span>
          {!isOpen && <span className="text-sm text-muted">: {describeSection(group, set)}</span>}
        </span>
      </summary>
      <div className="mt-1 mb-5 grid gap-4 sm:grid-cols-2 lg:grid-cols-4">{children}</div>
    </details>
  );
}
