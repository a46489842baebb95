import { useState } from 'react';
import { ExactTime } from '#core/settings/ui/exact-time.tsx';
import type { RuleInForce } from '#core/yard/paper/law.server.ts';
import { lawRule, MAX_SOURCE } from '#core/yard/paper/law.ts';
import { Alert } from '#kit/alert.tsx';
import { Button } from '#kit/button.tsx';
import { ActionButton, type ActionButtonProps } from '#kit/form/action-button.tsx';
import { FormDialog } from '#kit/form/form-dialog.tsx';
import { useAction } from '#kit/form/use-action.ts';
import { type Column, ListTable } from '#kit/list/list-table.tsx';
import { ScreenHead } from '#kit/screen-head.tsx';
import { Select } from '#kit/select.tsx';
import { TextArea } from '#kit/text-area.tsx';
import { TextField } from '#kit/text-field.tsx';
import { EntityForm, type ShownEntity } from './entity-form.tsx';
import { ruleFailures } from './rule-failures.ts';

interface YardSettingsViewProps {
  rules: RuleInForce[];
  entity: ShownEntity;
  hasPin: boolean;
}

export function YardSettingsView({ rules, entity, hasPin }: YardSettingsViewProps) {
  const [edited, setEdited] = useState<RuleInForce>();
  const resetting = useAction({ failure: ruleFailures['reset-rule'] });
  return (
    <>
      <ScreenHead title="Cars and the law" />
      <Alert tone="warning" title="Check with your lawyer" className="mb-4">
        The shop is no lawyer. These rules are how it read California&apos;s law, with the source of each.
        Change them when the law changes, or for another state.
      </Alert>
      <ListTable
        label="Rules of law"
        columns={columns}
        rows={rules.map((rule) => ({ ...rule, id: rule.name, edit: () => setEdited(rule), resetting }))}
      />
      <EntityForm entity={entity} hasPin={hasPin} />
      {edited && <RuleDialog rule={edited} onClose={() => setEdited(undefined)} />}
    </>
  );
}

type ListedRule = RuleInForce & { edit: () => void; resetting: ActionButtonProps['action'] };

const columns: Column<ListedRule>[] = [
  {
    label: 'Rule',
    card: 'title',
    className: 'min-w-40',
    cell: ({ name }) => <span className="font-semibold">{lawRule(name).label}</span>,
  },
  { label: 'What it says', card: 'body', cell: ({ name }) => lawRule(name).says },
  {
    label: 'Value',
    card: 'corner',
    className: 'font-semibold whitespace-nowrap',
    cell: describeValue,
  },
  {
    label: 'Source',
    card: 'fact',
    className: 'min-w-48 wrap-anywhere',
    cell: ({ source, changed }) => (
      <>
        <p>{source}</p>
        {changed && (
          <p className="text-sm text-muted">
            Changed <ExactTime time={changed.at} />
            {changed.by && `, ${changed.by}`}
          </p>
        )}
      </>
    ),
  },
  {
    label: 'Actions',
    card: 'fact',
    cell: ({ name, changed, edit, resetting }) => (
      <span className="flex gap-2 max-lg:mt-2 lg:justify-end">
        <Button size="small" aria-label={`Change: ${lawRule(name).label}`} onClick={edit}>
          Change
        </Button>
        {changed && (
          <ActionButton size="small" action={resetting} fields={{ intent: 'reset-rule', rule: name }}>
            Reset<span className="sr-only">: {lawRule(name).label}</span>
          </ActionButton>
        )}
      </span>
    ),
  },
];

function describeValue({ name, value }: RuleInForce): string {
  const { unit } = lawRule(name);
  if (unit === 'flag') return value === 1 ? 'Yes' : 'No';
  return `${value} ${value === 1 ? unit.slice(0, -1) : unit}`;
}

function RuleDialog({ rule, onClose }: { rule: RuleInForce; onClose: () => void }) {
  const form = useAction({ failure: ruleFailures['change-rule'], hasAlert: true, onDone: onClose });
  const { label, says, unit } = lawRule(rule.name);
  const { errors } = form;
  return (
    <FormDialog
      form={form}
      title={label}
      description={`${says} Check with your lawyer before you change it.`}
      submitLabel="Save rule"
      onClose={onClose}
    >
      <input type="hidden" name="intent" value="change-rule" />
      <input type="hidden" name="rule" value={rule.name} />
      {unit === 'flag' ? (
        <Select name="value" label="Value" defaultValue={rule.value} error={errors['value']}>
          <option value="1">Yes</option>
          <option value="0">No</option>
        </Select>
      ) : (
        <TextField
          name="value"
          label="Value"
          unit={unit}
          inputMode="numeric"
          autoComplete="off"
          defaultValue={rule.value}
          error={errors['value']}
        />
      )}
      <TextArea
        name="source"
        label="Source"
        rows={2}
        maxLength={MAX_SOURCE}
        defaultValue={rule.source}
        error={errors['source']}
      />
    </FormDialog>
  );
}
