import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Field, type ControlProps, type FieldProps } from './field.tsx';
import { Icon } from './icons/icon.tsx';

export interface ComboboxItem {
  value: string;
  label: string;
  note?: string;
  disabled?: boolean;
}

interface ComboboxControlProps {
  items: readonly ComboboxItem[];
  value: string | null;
  /** `byPointer` is true if a mouse or finger chose the value. */
  onValueChange: (value: string | null, byPointer?: boolean) => void;
  placeholder?: string;
  disabled?: boolean;
  /** When it becomes true, the field takes the focus from another one of its form, and opens its list. */
  opens?: boolean;
  emptyText: string;
}

export type ComboboxProps = ComboboxControlProps & Pick<FieldProps, 'label' | 'error' | 'mark' | 'className'>;

/** The state of typing and choosing. A change of the value resets it. */
interface State {
  list: 'closed' | 'all' | 'matching';
  /** The typed text replaces the value in the field. */
  typed: string | undefined;
  /** The value of the highlighted item. */
  active: string | null;
}

const closed: State = { list: 'closed', typed: undefined, active: null };

/** A searchable dropdown: an editable combobox with a list (WAI-ARIA). The focus stays in the field. */
export function Combobox({ label, error, mark, className, ...props }: ComboboxProps) {
  return (
    <Field {...{ label, error, mark, className }}>
      {(control) => <ComboboxControl {...props} control={control} />}
    </Field>
  );
}

function ComboboxControl({
  items,
  value,
  onValueChange,
  placeholder,
  disabled = false,
  opens = false,
  emptyText,
  control,
}: ComboboxControlProps & { control: ControlProps }) {
  const field = useRef<HTMLInputElement>(null);
  const [stored, setStored] = useState<State & { value: string | null }>();
  /** True if Enter was pressed before the items were loaded. */
  const awaitsItems = useRef(false);

  if (stored && stored.value !== value) setStored(undefined);
  const { list, typed, active } = stored?.value === value ? stored : closed;
  const text = typed ?? items.find((item) => item.value === value)?.label ?? '';
  const isOpen = list !== 'closed' && !disabled;
  const words = list === 'matching' ? fold(text) : '';
  const shown = isOpen ? items.filter((item) => fold(item.label).includes(words)) : [];
  const enabled = shown.filter((item) => !item.disabled);
  const highlighted = enabled.find((item) => item.value === active) ?? (words ? enabled[0] : undefined);
  const listId = `${control.id}-list`;
  const optionId = (item: ComboboxItem) => `${control.id}-${items.indexOf(item)}`;

  function change(state: State) {
    awaitsItems.current = false;
    setStored({ ...state, value });
  }

  function choose(item: ComboboxItem, byPointer = false) {
    if (item.disabled) return;
    // The label appears at once, even if the value changes later.
    change({ ...closed, typed: item.label });
    if (item.value !== value) onValueChange(item.value, byPointer);
  }

  function type(next: string) {
    change({ list: 'matching', typed: next, active: null });
    if (next.trim() === '' && value !== null) onValueChange(null);
  }

  function step(by: 1 | -1) {
    const at = highlighted ? enabled.indexOf(highlighted) + by : by === 1 ? 0 : -1;
    change({ list, typed, active: enabled.at(at % enabled.length)?.value ?? null });
  }

  const open = (highlight: string | null) => change({ ...closed, list: 'all', active: highlight });
  const openAtEnd = (index: 0 | -1) =>
    open(value ?? items.filter((item) => !item.disabled).at(index)?.value ?? null);

  const onOpens = useEffectEvent(() => {
    if (!field.current?.form?.contains(document.activeElement)) return;
    field.current.focus();
    open(value);
  });
  useEffect(() => {
    if (opens) onOpens();
  }, [opens]);

  /** An action returns true to prevent the default action. */
  const actions: Partial<Record<string, () => boolean>> = {
    ArrowDown() {
      if (isOpen) step(1);
      else openAtEnd(0);
      return true;
    },
    ArrowUp() {
      if (isOpen) step(-1);
      else openAtEnd(-1);
      return true;
    },
    Enter() {
      if (!isOpen) return false;
      if (highlighted) choose(highlighted);
      else if (words) awaitsItems.current = items.length === 0;
      else change(closed);
      return true;
    },
    Escape() {
      if (isOpen) change(closed);
      return isOpen;
    },
  };

  function onKeyDown(event: KeyboardEvent) {
    // During composition, keys control the input method.
    if (!event.nativeEvent.isComposing && actions[event.key]?.() === true) event.preventDefault();
  }

  const onItems = useEffectEvent(() => {
    if (!awaitsItems.current || items.length === 0) return;
    awaitsItems.current = false;
    if (highlighted) onValueChange(highlighted.value);
  });
  useEffect(() => onItems());

  return (
    <div className="relative">
      <input
        {...control}
        ref={field}
        value={text}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={highlighted && optionId(highlighted)}
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder}
        disabled={disabled}
        className="control pr-18 text-ellipsis"
        onClick={() => !isOpen && open(value)}
        onChange={({ target }) => type(target.value)}
        onKeyDown={onKeyDown}
        onBlur={() => isOpen && change(closed)}
      />
      {value !== null && !disabled && (
        <button
          type="button"
          tabIndex={-1}
          aria-label="Clear"
          className="absolute inset-y-0 right-9 flex w-9 items-center justify-center text-muted hover:text-ink [&_svg]:size-4"
          onClick={() => {
            onValueChange(null);
            field.current?.focus();
          }}
        >
          <Icon name="X" />
        </button>
      )}
      <Icon
        name="ChevronDown"
        className="pointer-events-none absolute top-1/2 right-3 size-5 -translate-y-1/2 text-muted"
      />
      {isOpen && (
        <div
          ref={scrollIntoView}
          // The focus stays in the field.
          onMouseDown={(event) => event.preventDefault()}
          className="absolute inset-x-0 top-full z-20 mt-1 rounded-md border border-line-strong bg-raised shadow-raised"
        >
          <p role="status" className="p-3 text-muted empty:p-0">
            {shown.length === 0 && emptyText}
          </p>
          {shown.length > 0 && (
            <div
              id={listId}
              role="listbox"
              tabIndex={-1}
              aria-label="Choices"
              // Spec §2 sets the height.
              className="max-h-[min(300px,60vh)] scroll-py-1 overflow-y-auto overscroll-contain py-1"
            >
              {shown.map((item) => (
                <div
                  key={item.value}
                  id={optionId(item)}
                  role="option"
                  tabIndex={-1}
                  aria-selected={item.value === value}
                  aria-disabled={item.disabled || undefined}
                  data-highlighted={item === highlighted || undefined}
                  ref={item === highlighted ? scrollIntoView : undefined}
                  onClick={() => choose(item, true)}
                  className="flex min-h-10 cursor-default items-center gap-2 px-3 py-1 hover:bg-hover aria-disabled:text-faint data-highlighted:bg-chosen aria-selected:font-semibold"
                >
                  <span className="min-w-0 flex-1">{item.label}</span>
                  {item.note && <span className="text-sm text-muted tabular-nums">{item.note}</span>}
                  {item.value === value && <Icon name="Check" className="size-4 text-link" />}
                </div>
              ))}
            </div>
          )}
        </div>
      )}
    </div>
  );
}

function fold(text: string): string {
  return text.trim().toLowerCase();
}

function scrollIntoView(element: HTMLElement | null) {
  element?.scrollIntoView({ block: 'nearest' });
}
