import type { ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { Select } from '#ui/select.tsx';
import { TextField, type TextFieldProps } from '#ui/text-field.tsx';
import { useSetting } from './use-topic-form.ts';

interface SettingProps {
  /** As in 'locations.0.zip'. */
  path: string;
  label: string;
  hint?: ReactNode;
  className?: string;
}

/** A sentence from a field's label and the reason of a schema. */
export function formatError(label: string, reason: string | undefined): string | undefined {
  return reason && `${label} ${reason}`;
}

interface TextSettingProps extends SettingProps, Pick<TextFieldProps, 'type' | 'autoComplete' | 'hideLabel'> {
  placeholder?: string;
  /** What an empty field is stored as. */
  empty?: '' | null;
}

export function TextSetting({ path, label, empty = '', ...input }: TextSettingProps) {
  const { value, error, change } = useSetting(path);
  return (
    <TextField
      autoComplete="off"
      {...input}
      name={path}
      label={label}
      value={String(value ?? '')}
      onChange={({ target }) => change(target.value === '' ? empty : target.value)}
      error={formatError(label, error)}
    />
  );
}

/** A whole number. Other input stays as it is, so that the server can refuse it with the reason. */
export function NumberSetting({ path, label, ...input }: SettingProps) {
  const { value, error, change } = useSetting(path);
  return (
    <TextField
      inputMode="numeric"
      autoComplete="off"
      {...input}
      name={path}
      label={label}
      value={String(value ?? '')}
      onChange={({ target }) => change(/^\d{1,9}$/.test(target.value) ? Number(target.value) : target.value)}
      error={formatError(label, error)}
    />
  );
}

interface SelectSettingProps extends SettingProps {
  options: readonly { value: string; label: string }[];
}

/** A stored value that is not in the list is kept as an option. */
export function SelectSetting({ path, label, options, ...input }: SelectSettingProps) {
  const { value, error, change } = useSetting(path);
  const current = String(value ?? '');
  return (
    <Select
      {...input}
      name={path}
      label={label}
      value={current}
      onChange={({ target }) => change(target.value)}
      error={formatError(label, error)}
    >
      {!options.some((option) => option.value === current) && <option value={current}>{current}</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </Select>
  );
}

interface SettingGroupProps {
  title: string;
  hint?: ReactNode;
  children: ReactNode;
}

export function SettingGroup({ title, hint, children }: SettingGroupProps) {
  return (
    <Card as="section" className="grid content-start gap-4">
      <div>
        <h3>{title}</h3>
        {hint !== undefined && <p className="mt-1 max-w-prose text-sm text-muted">{hint}</p>}
      </div>
      {children}
    </Card>
  );
}

interface ListSettingProps {
  path: string;
  /** Of one item, as in 'Location'. */
  itemName: string;
  newItem: () => object;
  max: number;
  children: (itemPath: string) => ReactNode;
}

export function ListSetting({ path, itemName, newItem, max, children }: ListSettingProps) {
  const { value, error, change } = useSetting(path);
  const items = Array.isArray(value) ? (value as object[]) : [];

  function remove(index: number, button: HTMLElement) {
    // The focused button goes away.
    button.closest('fieldset')?.parentElement?.querySelector<HTMLElement>(':scope > button')?.focus();
    change(items.toSpliced(index, 1));
  }

  return (
    <div className="grid justify-items-start gap-3">
      {items.map((_, index) => (
        // Items have no identity; their fields are controlled.
        // oxlint-disable-next-line react/no-array-index-key
        <fieldset key={index} className="w-full min-w-0 rounded-md border border-line p-3">
          <legend className="px-1 text-sm font-semibold">
            {itemName} {index + 1}
          </legend>
          <div className="grid gap-3 sm:grid-cols-2">{children(`${path}.${index}`)}</div>
          <Button
            variant="quiet"
            size="small"
            className="mt-2"
            aria-label={`Remove ${itemName.toLowerCase()} ${index + 1}`}
            onClick={({ currentTarget }) => remove(index, currentTarget)}
          >
            <Icon name="Trash2" /> Remove
          </Button>
        </fieldset>
      ))}
      {error !== undefined && (
        <p className="text-sm font-medium text-danger" role="alert">
          {itemName}s {error}
        </p>
      )}
      <Button size="small" disabled={items.length >= max} onClick={() => change([...items, newItem()])}>
        <Icon name="Plus" /> Add {itemName}
      </Button>
    </div>
  );
}
