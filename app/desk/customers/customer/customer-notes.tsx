import { useRef, useState } from 'react';
import { Alert } from '#kit/alert.tsx';
import { Button } from '#kit/button.tsx';
import { ConfirmAction } from '#kit/form/confirm-action.tsx';
import { useAction } from '#kit/form/use-action.ts';
import { Icon } from '#kit/icons/icon.tsx';
import { TextArea } from '#kit/text-area.tsx';
import { useDay } from '../use-day.ts';
import type { CustomerPage } from './read-customer.server.ts';

type Note = CustomerPage['notes'][number];

export function CustomerNotes({ notes }: { notes: Note[] }) {
  const day = useDay();
  const form = useRef<HTMLFormElement>(null);
  const [deleting, setDeleting] = useState<Note>();
  const { busy, errors, problem, send } = useAction({
    failure: 'Error saving note',
    onDone: () => form.current?.reset(),
  });
  return (
    <section className="mt-8">
      <h2 className="mb-3">Notes</h2>
      <form
        ref={form}
        noValidate
        className="grid max-w-prose gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          send(new FormData(event.currentTarget));
        }}
      >
        {problem && <Alert tone="danger" title={problem} announce />}
        <input type="hidden" name="intent" value="write-note" />
        <TextArea
          name="note"
          label="New note"
          hint="Only admins see notes, but they are included if the customer downloads their data."
          rows={3}
          maxLength={5000}
          error={errors['note']}
        />
        <Button type="submit" variant="primary" busy={busy} className="justify-self-start">
          Save note
        </Button>
      </form>
      {notes.length > 0 && (
        <ul className="mt-4 grid gap-3">
          {notes.map((note) => (
            <li key={note.id} className="card flex items-start justify-between gap-3 p-4">
              <div className="min-w-0">
                <p className="max-w-prose wrap-anywhere whitespace-pre-line">{note.note}</p>
                <p className="mt-1 text-sm text-muted">
                  {day.format(note.writtenAt)} by {note.writtenBy ?? 'an admin without a name'}
                </p>
              </div>
              <Button
                variant="quiet"
                size="icon"
                aria-label={`Delete the note of ${day.format(note.writtenAt)}`}
                onClick={() => setDeleting(note)}
              >
                <Icon name="Trash2" />
              </Button>
            </li>
          ))}
        </ul>
      )}
      {deleting && (
        <ConfirmAction
          title="Delete this note?"
          confirmLabel="Delete note"
          fields={{ intent: 'delete-note', id: deleting.id }}
          failure="Error deleting note"
          onClose={() => setDeleting(undefined)}
        >
          {deleting.note.slice(0, 200)}
        </ConfirmAction>
      )}
    </section>
  );
}
