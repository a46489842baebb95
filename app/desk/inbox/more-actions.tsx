import { type ReactNode, useRef } from 'react';
import { MAX_ENTRY_LENGTH, threadFailures, type ThreadState } from '#core/inbox/inbox.ts';
import { Button } from '#kit/button.tsx';
import { Card } from '#kit/card.tsx';
import { ActionButton } from '#kit/form/action-button.tsx';
import { useAction } from '#kit/form/use-action.ts';
import { TextArea } from '#kit/text-area.tsx';

export function MoreActions({ state }: { state: ThreadState }) {
  const closing = useAction({ failure: threadFailures.close });
  const reopening = useAction({ failure: threadFailures.reopen });
  return (
    <div className="grid gap-3">
      <TextAction
        action="reply"
        title="Add their reply"
        label="Their reply"
        hint="Replies arrive in the shop's mailbox. Paste one here to keep it in the thread. This reopens the thread."
        button="Add reply"
      />
      <TextAction
        action="note"
        title="Add an internal note"
        label="Note"
        hint="Only staff see it."
        button="Add note"
      />
      <div className="flex flex-wrap gap-2">
        {state !== 'closed' && (
          <ActionButton action={closing} fields={{ intent: 'close' }}>
            {state === 'open' ? 'Close without Answer' : 'Close'}
          </ActionButton>
        )}
        {state !== 'open' && (
          <ActionButton action={reopening} fields={{ intent: 'reopen' }}>
            Reopen
          </ActionButton>
        )}
      </div>
    </div>
  );
}

interface TextActionProps {
  action: 'reply' | 'note';
  title: string;
  label: string;
  hint: ReactNode;
  button: string;
}

function TextAction({ action, title, label, hint, button }: TextActionProps) {
  const text = useRef<HTMLTextAreaElement>(null);
  const { busy, problem, send } = useAction({
    failure: threadFailures[action],
    showsLatest: true,
    onDone() {
      if (text.current) text.current.value = '';
    },
  });

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
            send(new FormData(event.currentTarget));
          }}
        >
          <input type="hidden" name="intent" value={action} />
          <TextArea
            ref={text}
            name="text"
            label={label}
            hint={hint}
            error={problem}
            maxLength={MAX_ENTRY_LENGTH}
            required
          />
          <div>
            <Button type="submit" busy={busy}>
              {button}
            </Button>
          </div>
        </form>
      </details>
    </Card>
  );
}
