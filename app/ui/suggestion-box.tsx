import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { classNames } from './class-names.ts';

export interface SuggestionGroup<Item> {
  label: string;
  items: Item[];
}

interface SuggestionBoxProps<Item> {
  name: string;
  /** For screen readers: the surroundings say it to others. */
  label: string;
  placeholder: string;
  maxLength: number;
  defaultValue: string;
  onType: () => void;
  /** What may be meant by the text. */
  suggest: (text: string, signal: AbortSignal) => Promise<SuggestionGroup<Item>[]>;
  onChoose: (item: Item) => void;
  className?: string;
}

/** How long typing rests before suggestions are asked for, in milliseconds. */
const REST = 120;

/**
 * A line of text with suggestions below it, as wide as the nearest positioned element around it. An editable combobox
 * with manual selection (WAI-ARIA's pattern): the text stays the visitor's own until a suggestion is chosen, and Enter
 * without a chosen one sends the form. Before any script has run it is a plain input.
 */
export function SuggestionBox<Item extends { text: string; note?: string }>({
  label,
  defaultValue,
  onType,
  suggest,
  onChoose,
  className,
  ...input
}: SuggestionBoxProps<Item>) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const asking = useRef<AbortController>(undefined);
  const [groups, setGroups] = useState<SuggestionGroup<Item>[]>([]);
  const [active, setActive] = useState(-1);
  const items = groups.flatMap((group) => group.items);
  const open = items.length > 0;

  useEffect(() => () => asking.current?.abort(), []);

  /** Closes the list; an answer that is still on its way counts for nothing. */
  function close() {
    asking.current?.abort();
    setGroups([]);
    setActive(-1);
  }

  /** Opens the list with what is suggested for the text; of several questions only the last is answered. */
  function ask(rest: number, place?: 'first' | 'last') {
    asking.current?.abort();
    const { signal } = (asking.current = new AbortController());
    const text = field.current?.value.trim() ?? '';
    if (!text) return close();
    setTimeout(() => void show(text, signal, place), rest);
  }

  async function show(text: string, signal: AbortSignal, place?: 'first' | 'last') {
    if (signal.aborted) return;
    // Without an answer there is nothing to suggest.
    const found = await suggest(text, signal).catch(() => []);
    if (signal.aborted) return;
    setGroups(found);
    const count = found.reduce((sum, group) => sum + group.items.length, 0);
    setActive(place === 'first' ? 0 : place === 'last' ? count - 1 : -1);
  }

  function choose(item: Item) {
    close();
    onChoose(item);
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    // Keys of an input method choose among its own suggestions.
    if (event.nativeEvent.isComposing) return;
    const act = actions[event.key];
    if (act?.(event) === true) event.preventDefault();
  }

  /** Each says whether it takes the key's usual effect away. */
  const actions: Partial<Record<string, (event: KeyboardEvent<HTMLInputElement>) => boolean>> = {
    ArrowDown({ altKey }) {
      if (!open) ask(0, altKey ? undefined : 'first');
      else if (!altKey) setActive((active + 1) % items.length);
      return true;
    },
    ArrowUp({ altKey }) {
      if (altKey) close();
      else if (!open) ask(0, 'last');
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
          ask(REST);
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
          // The text keeps the focus, also while the list is pressed or scrolled.
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
                    key={item.text}
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
