import { settingsSchema } from '#core/settings/settings.ts';

/** Why settings are refused: the first path and reason. Undefined: they are accepted. */
export function findProblem(values: unknown): string | undefined {
  const issue = settingsSchema.safeParse(values).error?.issues[0];
  return issue && `${issue.path.join('.')} ${issue.message}`;
}
