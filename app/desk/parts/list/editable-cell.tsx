import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { FieldChoices } from '#core/values/merge-fields.ts';
import { partFields } from '#core/catalog/part-fields.ts';
import { readFields } from '#core/catalog/part-form.ts';
import type { ActionResult } from '#core/values/action-result.ts';
import { type Outcome, useAction } from '#kit/form/use-action.ts';
import { classNames } from '#kit/class-names.ts';
import { FieldError } from '#kit/field.tsx';
import { showToast } from '#kit/show-toast.ts';
import { formatField } from '#core/part-changes/field-text.ts';
import type { PartRow } from '#core/part-changes/list-parts.server.ts';
import { partAction } from '../part-action.ts';

const FAILURE = 'Not saved';

export type EditableColumn = 'price' | 'stock_quantity';

interface EditableCellProps {
  part: PartRow;
  column: EditableColumn;
  /** Shows a part in the cell. */
  children: (part: PartRow) => ReactNode;
}

/**
 * Shows a value that is edited in place. Enter saves and goes to the row below, Tab saves and goes to the next cell, Escape
 * restores. The server merges what others have changed, as it does for the part's form.
 */
export function EditableCell({ part, column, children }: EditableCellProps) {
  /** Text that editing began with. */
  const [opened, setOpened] = useState<string>();
  /** Keeps what was saved until the row has another value than before. */
  const [saved, setSaved] = useState<{ value: string; over: PartRow[EditableColumn] }>();
  const button = useRef<HTMLButtonElement>(null);
  const isReturning = useRef(false);
  const id = useId();
  const shown = saved?.over === part[column] ? withValue(part, column, saved.value) : part;

  useEffect(() => {
    if (opened === undefined && isReturning.current) button.current?.focus();
    isReturning.current = false;
  }, [opened]);

  if (opened !== undefined)
    return (
      <CellEditor
        part={shown}
        column={column}
        text={opened}
        onSaved={(value) => setSaved({ value, over: part[column] })}
        onClose={(isFocused) => {
          isReturning.current = isFocused;
          setOpened(undefined);
        }}
      />
    );
  return (
    <button
      ref={button}
      type="button"
      data-cell={column}
      id={id}
      // This label and the shown value are its name.
      aria-label={`Change ${partFields[column].label} of ${part.part_name}:`}
      aria-labelledby={`${id} ${id}-value`}
      className="-mx-2 flex min-h-9 min-w-11 flex-wrap items-center gap-1.5 rounded-md px-2 lg:w-[calc(100%+1rem)] lg:min-w-16 lg:justify-end hover:bg-sunken hover:ring-1 hover:ring-line-strong"
      onClick={() => setOpened(textOf(shown[column]))}
      onKeyDown={(event) => {
        if (/^[\d.]$/.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey) {
          event.preventDefault();
          setOpened(event.key);
        }
      }}
    >
      <span id={`${id}-value`} className="contents">
        {children(shown)}
      </span>
    </button>
  );
}

interface CellEditorProps extends Omit<EditableCellProps, 'children'> {
  /** Is in the field at first. */
  text: string;
  onSaved: (text: string) => void;
  /** Runs when editing ends. `keepsFocus` is true if the cell keeps the focus. */
  onClose: (keepsFocus: boolean) => void;
}

interface Draft {
  text: string;
  error?: string;
  choices?: FieldChoices;
}

function CellEditor({ part, column, text: first, onSaved, onClose }: CellEditorProps) {
  /** Value when editing began. */
  const [seen] = useState(part[column]);
  const [draft, setDraft] = useState<Draft>({ text: first });
  const { text, error } = draft;
  // A cell that loses its focus because it is replaced is not left by the person.
  const isLeaving = useRef(false);
  const isFocusedThen = useRef(false);
  const errorId = `${useId()}-error`;
  const { busy, send } = useAction<ActionResult>({
    address: partAction(part.id),
    failure: FAILURE,
    hasAlert: true,
    showsDone: true,
    // Rows keep their places while someone edits them. Live changes show all other values.
    reloads: false,
    onSettled(result) {
      if (!result.done) return setDraft({ text, ...explain(result, column) });
      if (result.note) void showToast({ title: 'Part updated', description: result.note, kind: 'success' });
      onSaved(text.trim());
      close(isFocusedThen.current);
    },
  });

  function close(isFocused: boolean) {
    isLeaving.current = true;
    onClose(isFocused);
  }

  function save(isFocused = false) {
    if (busy) return;
    if (text.trim() === textOf(seen)) return close(isFocused);
    const problem = findError(column, text);
    if (problem !== undefined) return setDraft({ text, error: problem });
    isFocusedThen.current = isFocused;
    send({
      intent: 'save',
      [column]: text,
      seen: JSON.stringify({ [column]: seen }),
      ...(draft.choices && { choices: JSON.stringify(draft.choices) }),
    });
    setDraft({ text });
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const input = event.currentTarget;
    if (event.key === 'Escape') {
      event.stopPropagation();
      return close(true);
    }
    if (event.key !== 'Enter' && event.key !== 'Tab') return;
    const problem = findError(column, text);
    if (problem !== undefined) {
      // Once the error is shown, Tab leaves the field: the keyboard must not be trapped.
      if (event.key === 'Tab' && error === problem) return;
      event.preventDefault();
      return setDraft({ ...draft, error: problem });
    }
    const next = findCell(input, column, event);
    if (event.key === 'Tab' && !next) return;
    event.preventDefault();
    isLeaving.current = true;
    save(!next);
    if (next instanceof HTMLButtonElement) next.click();
    else next?.focus();
  }

  return (
    <span className="inline-block">
      <input
        // The person opened it, so taking the focus is expected.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        data-cell={column}
        aria-label={`${partFields[column].label} of ${part.part_name}`}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error === undefined ? undefined : errorId}
        aria-busy={busy || undefined}
        readOnly={busy}
        inputMode={column === 'price' ? 'decimal' : 'numeric'}
        autoComplete="off"
        value={text}
        className={classNames(
          'control h-9 min-h-0 w-24 px-2 text-right tabular-nums max-md:h-11',
          busy && 'opacity-60',
        )}
        onFocus={(event) => {
          isLeaving.current = false;
          if (event.currentTarget.value === textOf(seen)) event.currentTarget.select();
        }}
        onChange={({ currentTarget: { value } }) => setDraft({ text: value })}
        onKeyDown={onKeyDown}
        onBlur={() => {
          if (!isLeaving.current && !error) save();
        }}
      />
      <span className="block max-w-36 text-left text-wrap max-md:max-w-none">
        <FieldError id={errorId}>{error}</FieldError>
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

function explain(
  { lost, message, errors, conflicts }: ActionResult & Outcome,
  column: EditableColumn,
): Pick<Draft, 'error' | 'choices'> {
  const conflict = conflicts?.find(({ field }) => field === column);
  if (!conflict)
    return { error: errors?.[column] ?? message ?? (lost === undefined ? FAILURE : `${FAILURE}: ${lost}`) };
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
