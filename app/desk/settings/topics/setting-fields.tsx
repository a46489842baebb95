import { type ReactNode, useId, useState } from 'react';
import { Card } from '#kit/card.tsx';
import { Checkbox } from '#kit/checkbox.tsx';
import { FieldError } from '#kit/field.tsx';
import { Radio, RadioGroup } from '#kit/radio-group.tsx';
import { Select } from '#kit/select.tsx';
import { TextArea } from '#kit/text-area.tsx';
import { TextField, type TextFieldProps } from '#kit/text-field.tsx';
import { isSame } from '#core/settings/settings-changes.ts';
import { plainText, type SettingText } from './setting-text.ts';
import { settingId } from '../settings-pages.ts';
import { useSetting } from './use-topic-form.ts';

export interface Option {
  value: string;
  label: string;
}

export interface TopicFieldsProps {
  /** Categories of the catalog. */
  categories: readonly Option[];
  /** Is set for the topic that needs them. */
  countries: readonly Option[];
}

export interface SettingProps {
  /** Example: 'locations.0.zip'. */
  path: string;
  label: string;
  hint?: ReactNode;
  className?: string;
}

/** Makes a sentence from a field's label and the reason of a schema. */
export function formatError(label: string, reason: string | undefined): string | undefined {
  return reason && `${label} ${reason}`;
}

interface TextSettingProps
  extends SettingProps, Pick<TextFieldProps, 'type' | 'inputMode' | 'autoComplete' | 'hideLabel' | 'unit'> {
  placeholder?: string;
  /** Says how the value is typed and read. */
  text?: SettingText;
  /** Is stored for an empty field. */
  empty?: '' | null | readonly string[];
}

export function TextSetting({ path, label, text = plainText, empty = '', ...input }: TextSettingProps) {
  const { value, error, change } = useSetting(path, text.write);
  const [typed, setTyped] = useState('');
  const read = (raw: string) => (raw.trim() === '' ? empty : text.read(raw));
  // The typed text stays, such as '15.', until the value changes otherwise.
  const shown = isSame(read(typed), value) ? typed : text.write(value ?? '');
  return (
    <TextField
      autoComplete="off"
      {...input}
      id={settingId(path)}
      name={path}
      label={label}
      value={shown}
      onChange={({ target }) => {
        setTyped(target.value);
        change(read(target.value));
      }}
      error={formatError(label, error)}
    />
  );
}

/** Edits text of several lines. */
export function TextAreaSetting({ path, label, ...input }: SettingProps & { rows?: number }) {
  const { value, error, change } = useSetting(path);
  return (
    <TextArea
      {...input}
      id={settingId(path)}
      name={path}
      label={label}
      value={String(value ?? '')}
      onChange={({ target }) => change(target.value)}
      error={formatError(label, error)}
    />
  );
}

interface SelectSettingProps extends SettingProps {
  options: readonly Option[];
}

/** Keeps a stored value that is not in the list as an option. */
export function SelectSetting({ path, label, options, ...input }: SelectSettingProps) {
  const describe = (value: unknown) =>
    options.find((option) => option.value === value)?.label ?? String(value ?? '');
  const { value, error, change } = useSetting(path, describe);
  const current = String(value ?? '');
  return (
    <Select
      {...input}
      id={settingId(path)}
      name={path}
      label={label}
      value={current}
      onChange={({ target }) => change(target.value)}
      error={formatError(label, error)}
    >
      {!options.some((option) => option.value === current) && (
        <option value={current}>{current || 'Select'}</option>
      )}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </Select>
  );
}

export function CheckboxSetting({ path, label, hint, className }: SettingProps) {
  const { value, error, change } = useSetting(path);
  const id = useId();
  return (
    <div className={className}>
      <Checkbox
        id={settingId(path)}
        name={path}
        label={label}
        checked={value === true}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={({ target }) => change(target.checked)}
      />
      {hint !== undefined && (
        <p id={`${id}-hint`} className="pl-7.5 text-sm text-muted">
          {hint}
        </p>
      )}
      <FieldError>{formatError(label, error)}</FieldError>
    </div>
  );
}

interface ChoiceSettingProps extends SettingProps {
  /** Shows the label to screen readers only. */
  hideLabel?: boolean;
  options: readonly (Option & { hint: ReactNode })[];
}

/** Offers a few options that need an explanation. */
export function ChoiceSetting({ path, label, hideLabel, options }: ChoiceSettingProps) {
  const describe = (value: unknown) =>
    options.find((option) => option.value === value)?.label ?? String(value);
  const { value, error, change } = useSetting(path, describe);
  return (
    <RadioGroup
      label={hideLabel ? <span className="sr-only">{label}</span> : label}
      error={formatError(label, error)}
    >
      {options.map((option) => (
        <Radio
          key={option.value}
          name={path}
          label={option.label}
          hint={option.hint}
          checked={value === option.value}
          // A refused form moves the focus there.
          aria-invalid={(error !== undefined && value === option.value) || undefined}
          onChange={() => change(option.value)}
        />
      ))}
    </RadioGroup>
  );
}

interface SettingGroupProps {
  title: string;
  hint?: ReactNode;
  /** Setting that a link to the group names. */
  path?: string;
  children: ReactNode;
}

export function SettingGroup({ title, hint, path, children }: SettingGroupProps) {
  return (
    <Card as="section" className="titled-group">
      <div>
        <h2 id={path && settingId(path)} tabIndex={path === undefined ? undefined : -1}>
          {title}
        </h2>
        {hint !== undefined && <p className="mt-1 max-w-2xl text-sm text-pretty text-muted">{hint}</p>}
      </div>
      <div className="@container">
        <div className="grid content-start gap-4">{children}</div>
      </div>
    </Card>
  );
}
