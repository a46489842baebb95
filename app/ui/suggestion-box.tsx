import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { classNames } from './class-names.ts';

export interface SuggestionGroup<Item> {
  label: string;
  items: Item[];
}

interface SuggestionBoxProps<Item> {
  name: string;
  label: string;
  placeholder: string;
  maxLength: number;
  defaultValue: string;
  onType: () => void;
  suggest: (text: string, signal: AbortSignal) => Promise<SuggestionGroup<Item>[]>;
  onChoose: (item: Item) => void;
  /** The field is for the next choice. */
  clearsOnChoose?: boolean;
  className?: string;
}

const DEBOUNCE_MS = 120;

/** An editable combobox with manual selection (WAI-ARIA). Without a selection, Enter submits the form. */
export function SuggestionBox<Item extends { text: string; note?: string }>({
  label,
  defaultValue,
  onType,
  suggest,
  onChoose,
  clearsOnChoose = false,
  className,
  ...input
}: SuggestionBoxProps<Item>) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const pending = useRef<AbortController>(undefined);
  const [groups, setGroups] = useState<SuggestionGroup<Item>[]>([]);
  const [active, setActive] = useState(-1);
  const items = groups.flatMap((group) => group.items);
  const open = items.length > 0;

  useEffect(() => () => pending.current?.abort(), []);

  function close() {
    pending.current?.abort();
    setGroups([]);
    setActive(-1);
  }

  /** Waits so many milliseconds and aborts earlier requests. */
  function requestSuggestions(delay: number, place?: 'first' | 'last') {
    pending.current?.abort();
    const { signal } = (pending.current = new AbortController());
    const text = field.current?.value.trim() ?? '';
    if (!text) return close();
    setTimeout(() => void show(text, signal, place), delay);
  }

  async function show(text: string, signal: AbortSignal, place?: 'first' | 'last') {
    if (signal.aborted) return;
    const found = await suggest(text, signal).catch(() => []);
    if (signal.aborted) return;
    setGroups(found);
    const count = found.reduce((sum, group) => sum + group.items.length, 0);
    setActive(place === 'first' ? 0 : place === 'last' ? count - 1 : -1);
  }

  function choose(item: Item) {
    close();
    if (clearsOnChoose && field.current) field.current.value = '';
    onChoose(item);
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    // During composition, keys control the input method.
    if (event.nativeEvent.isComposing) return;
    const action = actions[event.key];
    if (action?.(event) === true) event.preventDefault();
  }

  /** Each returns whether to prevent the default action. */
  const actions: Partial<Record<string, (event: KeyboardEvent<HTMLInputElement>) => boolean>> = {
    ArrowDown({ altKey }) {
      if (!open) requestSuggestions(0, altKey ? undefined : 'first');
      else if (!altKey) setActive((active + 1) % items.length);
      return true;
    },
    ArrowUp({ altKey }) {
      if (altKey) close();
      else if (!open) requestSuggestions(0, 'last');
      else setActive(active <= 0 ? items.length - 1 : active - 1);
      return true;
    },
    Enter() {
      const item = items[active];
      if (item) choose(item);
      else close();
      return item !== undefined;
    },
    Escape({ currentTarget }) {
      if (!open && currentTarget.value) {
        currentTarget.value = '';
        onType();
      }
      close();
      return true;
    },
    ...Object.fromEntries(
      ['ArrowLeft', 'ArrowRight', 'Home', 'End'].map((key) => [key, () => (setActive(-1), false)]),
    ),
  };

  return (
    <div className={classNames('min-w-0', className)}>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <input
        {...input}
        ref={field}
        id={id}
        defaultValue={defaultValue}
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        role="combobox"
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-expanded={open}
        aria-controls={open ? `${id}-list` : undefined}
        aria-activedescendant={active < 0 ? undefined : `${id}-${active}`}
        className="control"
        onChange={() => {
          requestSuggestions(DEBOUNCE_MS);
          onType();
        }}
        onKeyDown={onKeyDown}
        onBlur={close}
      />
      <span aria-live="polite" className="sr-only">
        {open && `${items.length} ${items.length === 1 ? 'suggestion' : 'suggestions'}`}
      </span>
      {open && (
        <div
          id={`${id}-list`}
          role="listbox"
          tabIndex={-1}
          aria-label="Suggestions"
          // Keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          className="absolute inset-x-0 top-full z-20 mt-1 max-h-[min(28rem,60vh)] overflow-y-auto overscroll-contain rounded-md border border-line-strong bg-raised py-1 shadow-raised"
        >
          {groups.map((group, index) => (
            <div key={group.label} role="group" aria-labelledby={`${id}-group-${index}`}>
              <div
                id={`${id}-group-${index}`}
                role="presentation"
                className="px-3 pt-2 pb-1 text-sm text-muted"
              >
                {group.label}
              </div>
              {group.items.map((item) => {
                const place = items.indexOf(item);
                return (
                  <div
                    key={place}
                    id={`${id}-${place}`}
                    role="option"
                    tabIndex={-1}
                    aria-selected={place === active}
                    ref={place === active ? scrollIntoView : undefined}
                    onClick={() => choose(item)}
                    className="flex min-h-10 cursor-default flex-wrap items-center gap-x-3 px-3 py-1.5 hover:bg-hover aria-selected:bg-chosen"
                  >
                    <span className="min-w-0 wrap-anywhere">{item.text}</span>
                    {item.note && <span className="text-sm text-muted">{item.note}</span>}
                  </div>
                );
              })}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

function scrollIntoView(option: HTMLElement | null) {
  option?.scrollIntoView({ block: 'nearest' });
}
