import { settingsSchema } from '#core/settings/settings.ts';

/** Explains why settings are refused by the first path and reason. Returns undefined if they are accepted. */
export function findProblem(values: unknown): string | undefined {
  const issue = settingsSchema.safeParse(values).error?.issues[0];
  return issue && `${issue.path.join('.')} ${issue.message}`;
}
