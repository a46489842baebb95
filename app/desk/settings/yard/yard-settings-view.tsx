import { useState } from 'react';
import { ExactTime } from '#core/settings/ui/exact-time.tsx';
import type { RuleInForce } from '#core/yard/paper/law.server.ts';
import { lawRule, MAX_SOURCE } from '#core/yard/paper/law.ts';
import { Alert } from '#kit/alert.tsx';
import { Button } from '#kit/button.tsx';
import { ActionButton } from '#kit/form/action-button.tsx';
import { FormDialog } from '#kit/form/form-dialog.tsx';
import { useAction } from '#kit/form/use-action.ts';
import { ScreenHead } from '#kit/screen-head.tsx';
import { Select } from '#kit/select.tsx';
import { Cell, HeaderCell, Row, Table } from '#kit/table.tsx';
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
        The shop is no lawyer. These rules are how it read California’s law, with the source of each. Change
        them when the law changes, or for another state.
      </Alert>
      <Table label="Rules of law">
        <thead>
          <Row>
            <HeaderCell>Rule</HeaderCell>
            <HeaderCell>Value</HeaderCell>
            <HeaderCell>Source</HeaderCell>
            <HeaderCell>
              <span className="sr-only">Actions</span>
            </HeaderCell>
          </Row>
        </thead>
        <tbody>
          {rules.map((rule) => {
            const { label, says } = lawRule(rule.name);
            return (
              <Row key={rule.name}>
                <Cell heading className="min-w-64 align-top">
                  {label}
                  <span className="block text-sm font-normal text-muted">{says}</span>
                </Cell>
                <Cell className="align-top font-semibold whitespace-nowrap">{describeValue(rule)}</Cell>
                <Cell className="min-w-48 align-top wrap-anywhere">
                  {rule.source}
                  <span className="block text-sm text-muted">Check with your lawyer</span>
                  {rule.changed && (
                    <span className="block text-sm text-muted">
                      Changed <ExactTime time={rule.changed.at} />
                      {rule.changed.by && `, ${rule.changed.by}`}
                    </span>
                  )}
                </Cell>
                <Cell className="align-top">
                  <span className="flex justify-end gap-2">
                    {rule.changed && (
                      <ActionButton
                        size="small"
                        action={resetting}
                        fields={{ intent: 'reset-rule', rule: rule.name }}
                      >
                        Reset<span className="sr-only">: {label}</span>
                      </ActionButton>
                    )}
                    <Button size="small" aria-label={`Change: ${label}`} onClick={() => setEdited(rule)}>
                      Change
                    </Button>
                  </span>
                </Cell>
              </Row>
            );
          })}
        </tbody>
      </Table>
      <EntityForm entity={entity} hasPin={hasPin} />
      {edited && <RuleDialog rule={edited} onClose={() => setEdited(undefined)} />}
    </>
  );
}

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
      submitLabel="Save Rule"
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
