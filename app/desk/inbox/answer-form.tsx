import { useId, useState } from 'react';
import { MAX_ENTRY_LENGTH } from '#core/inbox/inbox.ts';
import type { ActionResult } from '#core/values/action-result.ts';
import { useErrorFocus } from '#kit/form/focus-first-error.ts';
import { Alert } from '#kit/alert.tsx';
import { Button } from '#kit/button.tsx';
import { Card } from '#kit/card.tsx';
import { Icon } from '#kit/icons/icon.tsx';
import { TextArea } from '#kit/text-area.tsx';
import type { AnswerFacts, SavedAnswer } from './check-saved-answer.ts';
import { PartPicker } from './part-picker.tsx';
import type { LinkedPart } from '#core/inbox/read-thread.server.ts';
import { SavedAnswerPicker } from './saved-answer-picker.tsx';
import { useAnswerDraft } from './use-answer-draft.ts';
import { useThreadAction } from './use-thread-action.ts';

interface AnswerFormProps {
  /** As in 'REQ-1042'. */
  reference: string;
  email: string;
  /** The newest answer that the person sees. */
  lastAnswerId: string | null;
  savedAnswers: readonly SavedAnswer[];
  facts: AnswerFacts;
}

export function AnswerForm({ reference, email, lastAnswerId, savedAnswers, facts }: AnswerFormProps) {
  const form = useId();
  const [parts, setParts] = useState<LinkedPart[]>([]);
  const [result, setResult] = useState<ActionResult>();
  useErrorFocus(result);
  const { busy, send } = useThreadAction(reference);
  const { field, save, clear } = useAnswerDraft(reference);

  function insert(text: string) {
    const area = field.current;
    if (!area) return;
    area.setRangeText(text, area.selectionStart, area.selectionEnd, 'end');
    save(area.value);
    area.focus();
  }

  async function sendAnswer() {
    const body = new FormData();
    body.set('text', field.current?.value ?? '');
    body.set('seen', lastAnswerId ?? '');
    for (const { id } of parts) body.append('part', id);
    const next = await send('answer', { body, isForm: true });
    setResult(next);
    if (!next.done) return;
    clear();
    setParts([]);
  }

  return (
    <Card as="section" aria-labelledby={`${form}-title`} className="grid gap-3">
      <h3 id={`${form}-title`} className="text-lg wrap-anywhere">
        Answer {email}
      </h3>
      {result && !result.done && !result.errors && (
        <Alert tone="danger" announce>
          {result.message}
        </Alert>
      )}
      <SavedAnswerPicker answers={savedAnswers} facts={facts} onInsert={insert} />
      <form
        id={form}
        onSubmit={(event) => {
          event.preventDefault();
          void sendAnswer();
        }}
      >
        <TextArea
          ref={field}
          name="text"
          label="Your answer"
          hint="Plain text. The email quotes the original below it."
          error={result?.errors?.['text']}
          rows={7}
          maxLength={MAX_ENTRY_LENGTH}
          required
          onChange={({ target }) => save(target.value)}
        />
      </form>
      {/* Not within the form: Enter in the search must not send the answer. */}
      <PartPicker parts={parts} onChange={setParts} />
      <div>
        <Button type="submit" form={form} variant="primary" busy={busy === 'answer'}>
          <Icon name="Mail" /> {busy === 'answer' ? 'Sending...' : 'Send Answer'}
        </Button>
      </div>
    </Card>
  );
}
