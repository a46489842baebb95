import { createContext, useContext, useState } from 'react';
import { useRevalidator } from 'react-router';
import { showToast } from '#kit/show-toast.ts';
import type { SettingsTopic } from '#core/settings/settings.ts';
import { describeValue, isSame } from '#core/settings/settings-changes.ts';
import { type LatestTopic, sendSettings, type SettingsResult, topicAddress } from './settings-result.ts';
import { listConflicts, readPath, replaceAt } from './topic-values.ts';

export interface TopicForm {
  read: (path: string) => unknown;
  /** Null for no file. */
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

/** One setting of the topic form around it, by a path such as 'locations.0.zip'. */
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
  const [busy, setBusy] = useState(false);
  const { revalidate } = useRevalidator();

  const isChanged = file !== null || !isSame(values, base.values);

  /** Returns whether it was saved. */
  async function save(): Promise<boolean> {
    if (busy) return false;
    setBusy(true);
    const body = new FormData();
    body.set('values', JSON.stringify(listChanged(values, base)));
    body.set('seenVersion', String(base.version));
    if (file) body.set('logo', file);
    const next = await sendSettings(topicAddress(topic), body);
    setResult(next);
    const { latest } = next;
    setConflicts(
      (next.conflicts ?? []).flatMap(({ field }) =>
        listConflicts(field, values[field], latest?.values[field]),
      ),
    );
    if (latest) setBase(latest);
    if (latest && next.done) {
      setValues(latest.values);
      setFile(null);
      await revalidate();
    } else if (latest) {
      setValues({ ...latest.values, ...listChanged(values, base) });
    }
    setBusy(false);
    if (next.message) await showToast({ title: next.message, kind: next.done ? 'success' : 'error' });
    return next.done;
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
  return { fields, busy, isChanged, result, save, discard };
}

function listChanged(values: LatestTopic['values'], base: LatestTopic) {
  return Object.fromEntries(
    Object.entries(values).filter(([field, value]) => !isSame(value, base.values[field])),
  );
}

function describeConflict(theirs: unknown, describe: (value: unknown) => string = describeValue): string {
  const to = Array.isArray(theirs) ? '' : ` to ‘${describe(theirs)}’`;
  return `was changed by someone else${to}. Save again to keep yours.`;
}
