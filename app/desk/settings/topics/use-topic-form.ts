import { createContext, useContext, useState } from 'react';
import { useAction } from '#kit/form/use-action.ts';
import type { SettingsTopic } from '#core/settings/settings.ts';
import { describeValue, isSame } from '#core/settings/settings-changes.ts';
import type { LatestTopic, SettingsResult } from './settings-result.ts';
import { listConflicts, readPath, replaceAt } from './topic-values.ts';

export interface TopicForm {
  read: (path: string) => unknown;
  /** Null means no file. */
  file: File | null;
  write: (path: string, value: unknown) => void;
  chooseFile: (file: File | null) => void;
  /** `describe` shows the value that someone else has saved. */
  errorAt: (path: string, describe?: (value: unknown) => string) => string | undefined;
}

const FormContext = createContext<TopicForm | undefined>(undefined);

export const TopicFormProvider = FormContext.Provider;

export function useTopicFields(): TopicForm {
  const form = useContext(FormContext);
  if (!form) throw new Error('This field belongs into a topic form');
  return form;
}

/** Reads and changes one setting of the topic form around it, by a path such as 'locations.0.zip'. */
export function useSetting(path: string, describe?: (value: unknown) => string) {
  const { read, write, errorAt } = useTopicFields();
  return {
    value: read(path),
    error: errorAt(path, describe),
    change: (value: unknown) => write(path, value),
  };
}

interface Opened extends LatestTopic {
  topic: SettingsTopic;
}

/** Keeps the input on failure. After a conflict, fields that the admin has not changed show what others saved. */
export function useTopicForm({ topic, ...opened }: Opened) {
  const [base, setBase] = useState<LatestTopic>(opened);
  const [values, setValues] = useState(opened.values);
  const [file, setFile] = useState<File | null>(null);
  const [result, setResult] = useState<SettingsResult>();
  const [conflicts, setConflicts] = useState<readonly string[]>([]);
  const { busy, problem, send } = useAction<SettingsResult>({
    failure: 'Error saving settings',
    onSettled: settle,
  });

  const isChanged = file !== null || !isSame(values, base.values);

  function save() {
    const body = new FormData();
    body.set('intent', 'save');
    body.set('topic', topic);
    body.set('values', JSON.stringify(listChanged(values, base)));
    body.set('seenVersion', String(base.version));
    if (file) body.set('logo', file);
    send(body);
  }

  function settle(next: SettingsResult) {
    const { done, latest } = next;
    setResult(next);
    setConflicts(
      (next.conflicts ?? []).flatMap(({ field }) =>
        listConflicts(field, values[field], latest?.values[field]),
      ),
    );
    if (!latest) return;
    setBase(latest);
    setValues(done ? latest.values : { ...latest.values, ...listChanged(values, base) });
    if (done) setFile(null);
  }

  function discard() {
    setValues(base.values);
    setFile(null);
    setResult(undefined);
    setConflicts([]);
  }

  const fields: TopicForm = {
    read: (path) => readPath(values, path),
    file,
    write: (path, value) => setValues((current) => replaceAt(current, path, value)),
    chooseFile: setFile,
    errorAt: (path, describe) =>
      result?.errors?.[path] ??
      (conflicts.includes(path) ? describeConflict(readPath(base.values, path), describe) : undefined),
  };
  return { fields, busy, isChanged, result, problem, save, discard };
}

function listChanged(values: LatestTopic['values'], base: LatestTopic) {
  return Object.fromEntries(
    Object.entries(values).filter(([field, value]) => !isSame(value, base.values[field])),
  );
}

function describeConflict(theirs: unknown, describe: (value: unknown) => string = describeValue): string {
  const to = Array.isArray(theirs) ? '' : ` to '${describe(theirs)}'`;
  return `was changed by someone else${to}. Save again to keep yours.`;
}
