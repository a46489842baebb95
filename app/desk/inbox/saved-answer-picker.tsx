import { useRef } from 'react';
import { type AnswerFacts, fillPlaceholders, type SavedAnswer } from './check-saved-answer.ts';
import { Button } from '#kit/button.tsx';
import { Select } from '#kit/select.tsx';
import { TextLink } from '#kit/text-link.tsx';
import { SAVED_ANSWERS_PATH } from '#core/inbox/inbox-address.ts';

interface SavedAnswerPickerProps {
  answers: readonly SavedAnswer[];
  facts: AnswerFacts;
  onInsert: (text: string) => void;
}

export function SavedAnswerPicker({ answers, facts, onInsert }: SavedAnswerPickerProps) {
  const choice = useRef<HTMLSelectElement>(null);

  function insert() {
    const chosen = answers.find(({ id }) => id === choice.current?.value);
    if (chosen) onInsert(fillPlaceholders(chosen.text, facts));
  }

  return (
    <div className="flex flex-wrap items-end gap-x-3 gap-y-2">
      {answers.length > 0 && (
        <>
          <Select ref={choice} label="Saved answers" className="min-w-0 grow basis-48 sm:max-w-xs">
            {answers.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </Select>
          <Button onClick={insert}>Insert</Button>
        </>
      )}
      <TextLink to={SAVED_ANSWERS_PATH} className="inline-flex min-h-11 items-center">
        {answers.length > 0 ? 'Edit saved answers' : 'Save answers you use often'}
      </TextLink>
    </div>
  );
}
