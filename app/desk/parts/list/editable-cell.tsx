import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { FieldChoices } from '#core/values/merge-fields.ts';
import { partFields } from '#core/catalog/part-fields.ts';
import { readFields } from '#core/catalog/part-form.ts';
import type { ActionResult } from '#core/values/action-result.ts';
import { sendAction } from '#kit/actions/send-action.ts';
import { classNames } from '#kit/class-names.ts';
import { FieldError } from '#kit/field.tsx';
import { showToast } from '#kit/show-toast.ts';
import { formatField } from '#core/part-changes/field-text.ts';
import type { PartRow } from '#core/part-changes/list-parts.server.ts';

export type EditableColumn = 'price' | 'stock_quantity';

interface EditableCellProps {
  part: PartRow;
  column: EditableColumn;
  /** Shows a part in the cell. */
  children: (part: PartRow) => ReactNode;
}

interface Draft {
  text: string;
  /** Value when editing began. */
  seen: PartRow[EditableColumn];
  error?: string;
  choices?: FieldChoices;
  isSaving?: boolean;
}

/**
 * Shows a value that is edited in place. Enter saves and goes to the row below, Tab saves and goes to the next cell, Escape
 * restores. The server merges what others have changed, as it does for the part's form.
 */
export function EditableCell({ part, column, children }: EditableCellProps) {
  const [draft, setDraft] = useState<Draft>();
  /** Keeps what was saved until the row has another value than before. */
  const [saved, setSaved] = useState<{ value: string; over: PartRow[EditableColumn] }>();
  const cell = useRef<HTMLElement>(null);
  // A cell that loses its focus because it is replaced is not left by the person.
  const isLeaving = useRef(false);
  const isReturning = useRef(false);
  const id = useId();
  const errorId = `${id}-error`;
  const shown = saved?.over === part[column] ? withValue(part, column, saved.value) : part;
  const { label } = partFields[column];

  function open(text = textOf(shown[column])) {
    isLeaving.current = false;
    setDraft({ text, seen: shown[column] });
  }

  function close(isFocused: boolean) {
    isLeaving.current = true;
    isReturning.current = isFocused;
    setDraft(undefined);
  }

  useEffect(() => {
    if (!draft && isReturning.current) cell.current?.focus();
    isReturning.current = false;
  }, [draft]);

  async function save(isFocused = false) {
    if (!draft || draft.isSaving) return;
    const { text, seen, choices } = draft;
    if (text.trim() === textOf(seen)) return close(isFocused);
    const error = findError(column, text);
    if (error !== undefined) return setDraft({ text, seen, error });
    setDraft({ text, seen, isSaving: true });
    const body = new FormData();
    body.set(column, text);
    body.set('seen', JSON.stringify({ [column]: seen }));
    if (choices) body.set('choices', JSON.stringify(choices));
    const result = await sendAction(`/admin/part/${part.id}`, { body, failure: 'Not saved' });
    if (!result.done) return setDraft({ text, seen, ...explain(result, column) });
    setSaved({ value: text.trim(), over: part[column] });
    close(isFocused);
    if (result.note) await showToast({ title: 'Part updated', description: result.note, kind: 'success' });
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const input = event.currentTarget;
    if (event.key === 'Escape') {
      event.stopPropagation();
      return close(true);
    }
    if (event.key !== 'Enter' && event.key !== 'Tab') return;
    const error = draft && findError(column, draft.text);
    if (error !== undefined) {
      // Once the error is shown, Tab leaves the field: the keyboard must not be trapped.
      if (event.key === 'Tab' && draft?.error === error) return;
      event.preventDefault();
      return setDraft((current) => current && { ...current, error });
    }
    const next = findCell(input, column, event);
    if (event.key === 'Tab' && !next) return;
    event.preventDefault();
    isLeaving.current = true;
    void save(!next);
    if (next instanceof HTMLButtonElement) next.click();
    else next?.focus();
  }

  if (!draft) {
    return (
      <button
        ref={(element) => {
          cell.current = element;
        }}
        type="button"
        data-cell={column}
        id={id}
        // This label and the shown value are its name.
        aria-label={`Change ${label} of ${part.part_name}:`}
        aria-labelledby={`${id} ${id}-value`}
        className="-mx-2 flex min-h-9 min-w-11 flex-wrap items-center gap-1.5 rounded-md px-2 lg:w-[calc(100%+1rem)] lg:min-w-16 lg:justify-end hover:bg-sunken hover:ring-1 hover:ring-line-strong"
        onClick={() => open()}
        onKeyDown={(event) => {
          if (/^[\d.]$/.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey) {
            event.preventDefault();
            open(event.key);
          }
        }}
      >
        <span id={`${id}-value`} className="contents">
          {children(shown)}
        </span>
      </button>
    );
  }
  return (
    <span className="inline-block">
      <input
        ref={(element) => {
          cell.current = element;
        }}
        // The person opened it, so taking the focus is expected.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        data-cell={column}
        aria-label={`${label} of ${part.part_name}`}
        aria-invalid={draft.error !== undefined || undefined}
        aria-describedby={draft.error === undefined ? undefined : errorId}
        aria-busy={draft.isSaving || undefined}
        readOnly={draft.isSaving}
        inputMode={column === 'price' ? 'decimal' : 'numeric'}
        autoComplete="off"
        value={draft.text}
        className={classNames(
          'control h-9 min-h-0 w-24 px-2 text-right tabular-nums max-md:h-11',
          draft.isSaving && 'opacity-60',
        )}
        onFocus={(event) => {
          isLeaving.current = false;
          if (event.currentTarget.value === textOf(draft.seen)) event.currentTarget.select();
        }}
        onChange={({ currentTarget: { value: text } }) => setDraft({ text, seen: draft.seen })}
        onKeyDown={onKeyDown}
        onBlur={() => {
          if (!isLeaving.current && !draft.error) void save();
        }}
      />
      <span className="block max-w-36 text-left text-wrap max-md:max-w-none">
        <FieldError id={errorId}>{draft.error}</FieldError>
      </span>
    </span>
  );
}

const textOf = (value: PartRow[EditableColumn]) => String(value ?? '');

function findError(column: EditableColumn, text: string): string | undefined {
  return readFields({ [column]: text }, [column]).errors[column];
}

function withValue(part: PartRow, column: EditableColumn, text: string): PartRow {
  return column === 'price'
    ? { ...part, price: Number(text) ? Number(text).toFixed(2) : null }
    : { ...part, stock_quantity: Number(text) };
}

function explain(result: ActionResult, column: EditableColumn): Pick<Draft, 'error' | 'choices'> {
  const conflict = result.conflicts?.find(({ field }) => field === column);
  if (!conflict) return { error: result.errors?.[column] ?? result.message ?? 'Not saved' };
  const theirs = formatField(partFields[column], conflict.theirs) || 'none';
  return {
    error: `Someone else changed it to ${theirs}. Enter saves yours, Escape keeps theirs.`,
    choices: { [column]: { keep: 'mine', theirs: conflict.theirs } },
  };
}

/** Finds the cell of the row below for Enter, the cell after or before this one for Tab. */
function findCell(
  from: HTMLElement,
  column: EditableColumn,
  { key, shiftKey }: { key: string; shiftKey: boolean },
): HTMLElement | undefined {
  const list = from.closest('[data-cells]');
  const selector = key === 'Enter' ? `[data-cell="${column}"]` : '[data-cell]';
  const cells = [...(list?.querySelectorAll<HTMLElement>(selector) ?? [])];
  return cells[cells.indexOf(from) + (shiftKey ? -1 : 1)];
}
