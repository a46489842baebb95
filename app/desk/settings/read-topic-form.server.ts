import { z } from 'zod';

const topicForm = z.object({
  values: z.record(z.string(), z.unknown()),
  seenVersion: z.int().min(1),
});

/** Returns undefined if the form is invalid. */
export async function readTopicForm(request: Request) {
  const form = await request.formData().catch(() => undefined);
  if (!form) return undefined;
  const parsed = topicForm.safeParse({
    values: readJson(form.get('values')),
    seenVersion: Number(form.get('seenVersion')),
  });
  return parsed.success ? { ...parsed.data, logo: form.get('logo') } : undefined;
}

function readJson(sent: unknown): unknown {
  try {
    return JSON.parse(String(sent));
  } catch {
    return undefined;
  }
}
