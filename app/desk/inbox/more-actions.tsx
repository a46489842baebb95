import { type ReactNode, useRef, useState } from 'react';
import { MAX_ENTRY_LENGTH, type ThreadState } from '#core/inbox/inbox.ts';
import type { ActionResult } from '#core/values/action-result.ts';
import { useErrorFocus } from '#kit/form/focus-first-error.ts';
import { Button } from '#kit/button.tsx';
import { Card } from '#kit/card.tsx';
import { TextArea } from '#kit/text-area.tsx';
import { useThreadAction } from './use-thread-action.ts';

interface MoreActionsProps {
  /** As in 'REQ-1042'. */
  reference: string;
  state: ThreadState;
}

export function MoreActions({ reference, state }: MoreActionsProps) {
  const { busy, send } = useThreadAction(reference);
  return (
    <div className="grid gap-3">
      <TextAction
        reference={reference}
        action="reply"
        title="Add their reply"
        label="Their reply"
        hint="Replies arrive in the shop's mailbox. Paste one here to keep it in the thread. This reopens the thread."
        button="Add Reply"
      />
      <TextAction
        reference={reference}
        action="note"
        title="Add an internal note"
        label="Note"
        hint="Only staff see it."
        button="Add Note"
      />
      <div className="flex flex-wrap gap-2">
        {state !== 'closed' && (
          <Button busy={busy === 'close'} onClick={() => void send('close')}>
            {state === 'open' ? 'Close without Answer' : 'Close'}
          </Button>
        )}
        {state !== 'open' && (
          <Button busy={busy === 'reopen'} onClick={() => void send('reopen')}>
            Reopen
          </Button>
        )}
      </div>
    </div>
  );
}

interface TextActionProps {
  reference: string;
  action: 'reply' | 'note';
  title: string;
  label: string;
  hint: ReactNode;
  button: string;
}

function TextAction({ reference, action, title, label, hint, button }: TextActionProps) {
  const text = useRef<HTMLTextAreaElement>(null);
  const [result, setResult] = useState<ActionResult>();
  useErrorFocus(result);
  const { busy, send } = useThreadAction(reference);

  async function submit() {
    const body = new FormData();
    body.set('text', text.current?.value ?? '');
    const next = await send(action, { body, isForm: true });
    setResult(next);
    if (next.done && text.current) text.current.value = '';
  }

  return (
    <Card padding="none">
      <details>
        <summary className="min-h-11 cursor-pointer rounded-lg px-4 py-2.5 font-semibold hover:bg-hover">
          {title}
        </summary>
        <form
          className="grid gap-3 px-4 pt-1 pb-4"
          onSubmit={(event) => {
            event.preventDefault();
            void submit();
          }}
        >
          <TextArea
            ref={text}
            name="text"
            label={label}
            hint={hint}
            error={result?.done === false ? result.message : undefined}
            maxLength={MAX_ENTRY_LENGTH}
            required
          />
          <div>
            <Button type="submit" busy={busy === action}>
              {button}
            </Button>
          </div>
        </form>
      </details>
    </Card>
  );
}
