import { z } from 'zod';
import { isSettingsTopic } from '#core/settings/settings-changes.ts';

const topicForm = z.object({
  topic: z.string().refine(isSettingsTopic),
  values: z.record(z.string(), z.unknown()),
  seenVersion: z.int().min(1),
});

/** Returns undefined if the form is invalid. */
export function readTopicForm(form: FormData) {
  const parsed = topicForm.safeParse({
    topic: form.get('topic'),
    values: readJson(form.get('values')),
    seenVersion: Number(form.get('seenVersion')),
  });
  return parsed.success ? { ...parsed.data, logo: form.get('logo') } : undefined;
}

export type SentTopic = NonNullable<ReturnType<typeof readTopicForm>>;

function readJson(sent: unknown): unknown {
  try {
    return JSON.parse(String(sent));
  } catch {
    return undefined;
  }
}
