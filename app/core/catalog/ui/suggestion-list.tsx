import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { classNames } from '#kit/class-names.ts';
import { PartPicture } from './part-picture.tsx';

interface SuggestedItem {
  text: string;
  note?: string;
  /** Shown on a line of its own. */
  details?: string;
  /** Address of a picture, or null for the placeholder. */
  picture?: string | null;
}

export interface SuggestionGroup<Item> {
  label: string;
  items: Item[];
}

interface SuggestionListProps<Item> {
  field: HTMLInputElement;
  suggest: (text: string, signal: AbortSignal) => Promise<SuggestionGroup<Item>[]>;
  onChoose: (item: Item) => void;
  onClear?: (() => void) | undefined;
  /** Clears the field for the next choice. */
  clearsOnChoose?: boolean;
}

/** Pause between two letters. The first letter after a longer pause is sent at once. */
const DEBOUNCE_MS = 120;
const PAUSE_MS = 500;

/** The list of a SuggestionBox. */
export function SuggestionList<Item extends SuggestedItem>({
  field,
  suggest,
  onChoose,
  onClear,
  clearsOnChoose = false,
}: SuggestionListProps<Item>) {
  const pending = useRef<AbortController>(undefined);
  const typedAt = useRef(-PAUSE_MS);
  const [groups, setGroups] = useState<SuggestionGroup<Item>[]>([]);
  const [active, setActive] = useState(-1);
  const items = groups.flatMap((group) => group.items);
  const open = items.length > 0;
  const { id } = field;

  function close() {
    pending.current?.abort();
    setGroups([]);
    setActive(-1);
  }

  /** Waits `delay` milliseconds and aborts earlier requests. */
  function requestSuggestions(delay: number, place?: 'first' | 'last') {
    pending.current?.abort();
    const { signal } = (pending.current = new AbortController());
    const text = field.value.trim();
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
    if (clearsOnChoose) clear(field);
    onChoose(item);
  }

  /** Each returns whether to prevent the default action. */
  const actions: Partial<Record<string, (event: KeyboardEvent) => boolean>> = {
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
    // First closes the list, then clears the field, then leaves it.
    Escape() {
      if (!open && !field.value) field.blur();
      else if (!open) {
        clear(field);
        onClear?.();
      }
      close();
      return true;
    },
    ...Object.fromEntries(
      ['ArrowLeft', 'ArrowRight', 'Home', 'End'].map((key) => [key, () => (setActive(-1), false)]),
    ),
  };

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    // During composition, keys control the input method.
    if (!event.isComposing && actions[event.key]?.(event) === true) event.preventDefault();
  });
  const onInput = useEffectEvent(({ timeStamp }: Event) => {
    const isFirst = timeStamp - typedAt.current >= PAUSE_MS;
    typedAt.current = timeStamp;
    requestSuggestions(isFirst ? 0 : DEBOUNCE_MS);
  });
  const onLeave = useEffectEvent(close);

  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    field.addEventListener('keydown', (event) => onKeyDown(event), { signal });
    field.addEventListener('input', (event) => onInput(event), { signal });
    field.addEventListener('blur', () => onLeave(), { signal });
    // The text was typed while this was loading.
    if (field.value !== field.defaultValue) field.dispatchEvent(new Event('input'));
    return () => {
      controller.abort();
      pending.current?.abort();
    };
  }, [field]);

  useEffect(() => {
    const attributes = {
      'aria-expanded': String(open),
      'aria-controls': open ? `${id}-list` : null,
      'aria-activedescendant': active < 0 ? null : `${id}-${active}`,
    };
    for (const [name, value] of Object.entries(attributes)) {
      if (value === null) field.removeAttribute(name);
      else field.setAttribute(name, value);
    }
  }, [field, id, open, active]);

  return (
    <>
      <span aria-live="polite" className="sr-only">
        {open && `${items.length} ${items.length === 1 ? 'suggestion' : 'suggestions'}`}
      </span>
      {open && (
        <div
          id={`${id}-list`}
          role="listbox"
          tabIndex={-1}
          aria-label="Suggestions"
          // The field keeps the focus.
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
                    className="flex min-h-10 cursor-default items-center gap-x-3 px-3 py-1.5 hover:bg-hover aria-selected:bg-chosen"
                  >
                    {item.picture !== undefined && (
                      <PartPicture
                        src={item.picture}
                        part={{ name: item.note ?? item.text }}
                        alt=""
                        width={64}
                        height={48}
                        eager
                        className="h-12 w-16 shrink-0 rounded-sm border border-line"
                      />
                    )}
                    <SuggestionText item={item} />
                  </div>
                );
              })}
            </div>
          ))}
        </div>
      )}
    </>
  );
}

function SuggestionText({ item: { text, note, details } }: { item: SuggestedItem }) {
  return (
    <span className={classNames('flex min-w-0 flex-wrap items-center gap-x-3', details && 'flex-1')}>
      <span className="min-w-0 wrap-anywhere">{text}</span>
      {/* The spaces separate the texts for screen readers. */}
      {note && (
        <>
          {' '}
          <span className="text-sm text-muted">{note}</span>
        </>
      )}
      {details && (
        <>
          {' '}
          <span className="w-full text-sm text-muted tabular-nums">{details}</span>
        </>
      )}
    </span>
  );
}

function clear(field: HTMLInputElement) {
  field.value = '';
}

function scrollIntoView(option: HTMLElement | null) {
  option?.scrollIntoView({ block: 'nearest' });
}
