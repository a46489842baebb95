import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { Alert } from '#kit/alert.tsx';
import { Button } from '#kit/button.tsx';
import { LeaveQuestion, type LeaveQuestionProps } from '#kit/leave-question.tsx';
import type { SettingsTopic } from '#core/settings/settings.ts';
import type { LatestTopic, SettingsResult } from './topics/settings-result.ts';
import { TopicFormProvider, useTopicForm } from './topics/use-topic-form.ts';

interface TopicFormProps extends LatestTopic, Pick<LeaveQuestionProps, 'within'> {
  topic: SettingsTopic;
  /** False while a dialog guards its own changes: the router supports one guard. */
  guarded: boolean;
  children: ReactNode;
}

/** Shows the form of one topic. Its fields are SettingFields of any depth. */
export function TopicForm({ guarded, within, children, ...opened }: TopicFormProps) {
  const { fields, busy, isChanged, result, problem, save, discard } = useTopicForm(opened);
  const element = useRef<HTMLFormElement>(null);
  useFocusFromAddress();
  useEffect(() => {
    if (result && !result.done) element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [result]);

  function submit(event: FormEvent) {
    event.preventDefault();
    save();
  }

  return (
    <form
      ref={element}
      noValidate
      // The margin keeps a focused field out from under the bar.
      className="grid gap-4 [&_:is(input,select,textarea,button:not(.sticky_*))]:scroll-mb-44"
      onSubmit={submit}
    >
      {guarded && (
        <LeaveQuestion hasChanges={isChanged} within={within}>
          Your changes have not been saved.
        </LeaveQuestion>
      )}
      <TopicFormProvider value={fields}>{children}</TopicFormProvider>
      {result && !result.done && <Alert tone="danger" announce title={listProblems(result) ?? problem} />}
      <div className="sticky bottom-0 z-10 -mx-1 flex flex-wrap items-center gap-3 border-t border-line bg-paper px-1 py-3">
        <Button type="submit" variant="primary" busy={busy}>
          Save changes
        </Button>
        <Button onClick={discard} disabled={!isChanged || busy}>
          Discard
        </Button>
        <p role="status" className="text-sm text-muted">
          {isChanged ? 'You have unsaved changes.' : ''}
        </p>
      </div>
    </form>
  );
}

/** Focuses the field of a link such as /admin/settings#setting-phone. */
function useFocusFromAddress(): void {
  const location = useLocation();
  useEffect(() => {
    if (location.hash !== '') document.getElementById(location.hash.slice(1))?.focus();
  }, [location]);
}

function listProblems({ errors = {}, conflicts = [] }: SettingsResult): string | undefined {
  const problems = Object.keys(errors).length + conflicts.length;
  if (problems === 0) return undefined;
  return `Nothing was saved: ${problems === 1 ? 'one field needs' : `${problems} fields need`} a change.`;
}
