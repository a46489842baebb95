import { useEffect, useRef, useState } from 'react';
import { ScreenHead } from '#kit/screen-head.tsx';
import { MAX_SAVED_ANSWER_LENGTH, MAX_SAVED_ANSWER_TITLE, type SavedAnswer } from '../check-saved-answer.ts';
import { Alert } from '#kit/alert.tsx';
import { Button } from '#kit/button.tsx';
import { Card } from '#kit/card.tsx';
import { EmptyState } from '#kit/empty-state.tsx';
import { ConfirmAction } from '#kit/form/confirm-action.tsx';
import { useAction } from '#kit/form/use-action.ts';
import { Icon } from '#kit/icons/icon.tsx';
import { TextArea } from '#kit/text-area.tsx';
import { TextField } from '#kit/text-field.tsx';
import { inboxPaths } from '#core/inbox/inbox-address.ts';

export function SavedAnswersView({ answers }: { answers: SavedAnswer[] }) {
  const heading = useRef<HTMLHeadingElement>(null);
  /** Id of the answer, or 'new'. */
  const [edited, setEdited] = useState<string>();
  const [deleting, setDeleting] = useState<SavedAnswer>();

  function close() {
    setEdited(undefined);
    // The focused button is gone.
    heading.current?.focus();
  }

  return (
    <section aria-labelledby="saved-answers">
      <ScreenHead
        title="Saved answers"
        id="saved-answers"
        ref={heading}
        back={{ to: inboxPaths.message, label: 'All messages' }}
      >
        {edited !== 'new' && (
          <Button variant="primary" onClick={() => setEdited('new')}>
            New answer
          </Button>
        )}
      </ScreenHead>
      <p className="mb-4 max-w-prose text-muted">
        Text to insert when you answer. <code>{'{name}'}</code> becomes the sender&apos;s name,{' '}
        <code>{'{order}'}</code> the number of the order, if the message is about one.
      </p>
      {edited === 'new' && <AnswerEditor answer={null} onClose={close} />}
      {answers.length === 0 && edited !== 'new' && (
        <EmptyState title="No saved answers yet" icon="Mail">
          Save what you write often, such as your opening hours.
        </EmptyState>
      )}
      <ul className="grid gap-3">
        {answers.map((answer) => (
          <li key={answer.id}>
            {edited === answer.id ? (
              <AnswerEditor answer={answer} onClose={close} />
            ) : (
              <Card className="flex items-start justify-between gap-3">
                <div className="min-w-0">
                  <h2 className="text-lg wrap-anywhere">{answer.title}</h2>
                  <p className="mt-1 max-w-prose wrap-anywhere whitespace-pre-line">{answer.text}</p>
                </div>
                <div className="flex gap-1">
                  <Button
                    variant="quiet"
                    size="icon"
                    aria-label={`Edit ${answer.title}`}
                    onClick={() => setEdited(answer.id)}
                  >
                    <Icon name="Pencil" />
                  </Button>
                  <Button
                    variant="quiet"
                    size="icon"
                    aria-label={`Delete ${answer.title}`}
                    onClick={() => setDeleting(answer)}
                  >
                    <Icon name="Trash2" />
                  </Button>
                </div>
              </Card>
            )}
          </li>
        ))}
      </ul>
      {deleting && (
        <ConfirmAction
          title="Delete this saved answer?"
          confirmLabel="Delete answer"
          fields={{ intent: 'delete', id: deleting.id }}
          failure="Error deleting the saved answer"
          onClose={() => setDeleting(undefined)}
        >
          {deleting.title}
        </ConfirmAction>
      )}
    </section>
  );
}

function AnswerEditor({ answer, onClose }: { answer: SavedAnswer | null; onClose: () => void }) {
  const { busy, errors, problem, send } = useAction({ failure: 'Error saving the answer', onDone: onClose });
  const title = useRef<HTMLInputElement>(null);
  // The button that opened the form is gone.
  useEffect(() => title.current?.focus(), []);
  return (
    <Card className="mb-3">
      <form
        noValidate
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          send(new FormData(event.currentTarget));
        }}
      >
        {problem && <Alert tone="danger" title={problem} announce />}
        <input type="hidden" name="intent" value="save" />
        <input type="hidden" name="id" value={answer?.id ?? 'new'} />
        <TextField
          name="title"
          label="Title"
          maxLength={MAX_SAVED_ANSWER_TITLE}
          autoComplete="off"
          ref={title}
          defaultValue={answer?.title}
          error={errors['title']}
        />
        <TextArea
          name="text"
          label="Text"
          rows={6}
          maxLength={MAX_SAVED_ANSWER_LENGTH}
          defaultValue={answer?.text}
          error={errors['text']}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="primary" busy={busy}>
            Save answer
          </Button>
          <Button onClick={onClose}>Discard</Button>
        </div>
      </form>
    </Card>
  );
}
