import { Icon } from './icons/icon.tsx';
import type { FieldProps } from './field.tsx';

export interface ComboboxItem {
  value: string;
  label: string;
  /** A second fact at the end of the row, such as a count. */
  note?: string;
  disabled?: boolean;
}

/** What both faces of a combobox take: the resting one and the loaded one. */
export interface ComboboxControlProps {
  items: readonly ComboboxItem[];
  value: string | null;
  onValueChange: (value: string | null) => void;
  placeholder?: string;
  disabled?: boolean;
  required?: boolean;
  /** Sends the chosen value with the form around it. */
  name?: string;
  emptyText?: string;
}

export type ComboboxProps = FieldProps & ComboboxControlProps;

export const comboboxInputClasses = 'control pr-18 text-ellipsis';
export const comboboxClearClasses =
  'absolute inset-y-0 right-9 flex w-9 items-center justify-center rounded-md text-muted hover:text-ink [&_svg]:size-4';

export function ComboboxChevron() {
  return (
    <Icon
      name="ChevronDown"
      className="pointer-events-none absolute top-1/2 right-3 size-5 -translate-y-1/2 text-muted"
    />
  );
}
