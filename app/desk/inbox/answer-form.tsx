import { useId, useState } from 'react';
import { MAX_ENTRY_LENGTH, threadFailures } from '#core/inbox/inbox.ts';
import { Alert } from '#kit/alert.tsx';
import { Button } from '#kit/button.tsx';
import { Card } from '#kit/card.tsx';
import { focusNextStep } from '#kit/form/place-in-list.ts';
import { useAction } from '#kit/form/use-action.ts';
import { Icon } from '#kit/icons/icon.tsx';
import { TextArea } from '#kit/text-area.tsx';
import type { AnswerFacts, SavedAnswer } from './check-saved-answer.ts';
import { PartPicker } from './part-picker.tsx';
import type { LinkedPart } from '#core/inbox/read-thread.server.ts';
import { SavedAnswerPicker } from './saved-answer-picker.tsx';
import { useAnswerDraft } from './use-answer-draft.ts';

interface AnswerFormProps {
  /** Example: 'REQ-1042'. */
  reference: string;
  email: string;
  /** Newest answer that the person sees. */
  lastAnswerId: string | null;
  savedAnswers: readonly SavedAnswer[];
  facts: AnswerFacts;
}

export function AnswerForm({ reference, email, lastAnswerId, savedAnswers, facts }: AnswerFormProps) {
  const form = useId();
  const [parts, setParts] = useState<LinkedPart[]>([]);
  const { field, save, clear } = useAnswerDraft(reference);
  const { busy, problem, wrongField, send } = useAction({
    failure: threadFailures.answer,
    showsLatest: true,
    onDone() {
      clear();
      setParts([]);
      focusNextStep();
    },
  });

  function insert(text: string) {
    const area = field.current;
    if (!area) return;
    area.setRangeText(text, area.selectionStart, area.selectionEnd, 'end');
    save(area.value);
    area.focus();
  }

  function sendAnswer() {
    const body = new FormData();
    body.set('intent', 'answer');
    body.set('text', field.current?.value ?? '');
    body.set('seen', lastAnswerId ?? '');
    for (const { id } of parts) body.append('part', id);
    send(body);
  }

  return (
    <Card as="section" aria-labelledby={`${form}-title`} className="grid gap-3">
      <h2 id={`${form}-title`} className="text-lg wrap-anywhere">
        Answer {email}
      </h2>
      {problem && wrongField === undefined && (
        <Alert tone="danger" announce>
          {problem}
        </Alert>
      )}
      <SavedAnswerPicker answers={savedAnswers} facts={facts} onInsert={insert} />
      <form
        id={form}
        onSubmit={(event) => {
          event.preventDefault();
          sendAnswer();
        }}
      >
        <TextArea
          ref={field}
          name="text"
          label="Your answer"
          hint="Plain text. The email quotes the original below it."
          error={wrongField === 'text' ? problem : undefined}
          rows={7}
          maxLength={MAX_ENTRY_LENGTH}
          required
          onChange={({ target }) => save(target.value)}
        />
      </form>
      {/* This is outside the form: Enter in the search must not send the answer. */}
      <PartPicker parts={parts} onChange={setParts} />
      <div>
        <Button type="submit" form={form} variant="primary" busy={busy}>
          <Icon name="Mail" /> {busy ? 'Sending...' : 'Send answer'}
        </Button>
      </div>
    </Card>
  );
}
