import type { FieldRules } from '#core/catalog/part-field.ts';
import { readFieldValue } from '#core/catalog/part-form.ts';
import type { FieldValue } from '#core/values/merge-fields.ts';

/** Action on the paper of a car -> beginning of the message when it fails. */
export const paperFailures = {
  'save-paper': 'Error saving the paper',
  'note-removal': 'Error noting the removal',
  'delete-removal': 'Error deleting the removal',
  override: 'Error allowing it',
  'take-back-override': 'Error taking it back',
} as const;

export type PaperIntent = keyof typeof paperFailures;

export function isPaperIntent(intent: unknown): intent is PaperIntent {
  return typeof intent === 'string' && Object.hasOwn(paperFailures, intent);
}

const date = (label: string) => ({ kind: 'date', label }) as const;

/** Columns of yard_papers, in form order. */
export const paperFields = {
  notice: {
    kind: 'choice',
    label: 'Notice of acquisition',
    choices: { required: 'Required', not_required: 'Not required' },
    none: 'As the title says',
  },
  notice_reason: { kind: 'line', label: 'Why it is required or not', maxLength: 300 },
  notice_mailed_on: date('Notice mailed on'),
  papers_delivered_on: date('Papers and plates delivered on'),
  report_delivered_on: date('Report delivered on'),
  validated_on: date('Report validated on'),
  transferred_to: { kind: 'line', label: 'Transferred to', maxLength: 200 },
  for_export: { kind: 'flag', label: 'Meant for export' },
} as const satisfies Record<string, FieldRules>;

export type PaperColumn = keyof typeof paperFields;

/** Columns of yard_removals. */
export const removalFields = {
  what: { kind: 'line', label: 'Part', maxLength: 200, required: 'Please enter what was removed' },
  removed_on: date('Removed on'),
  reason: { kind: 'line', label: 'Why', maxLength: 300, required: 'Please enter the reason' },
  kept_at: { kind: 'line', label: 'Kept at', maxLength: 200, required: 'Please enter where it is kept' },
} as const satisfies Record<string, FieldRules>;

/** Reads the fields of a form. Missing fields are empty. */
export function readForm<Column extends string>(
  fields: Readonly<Record<Column, FieldRules>>,
  form: Readonly<Record<string, unknown>>,
): { values: Record<Column, FieldValue>; errors: Partial<Record<Column, string>> } {
  const errors: Partial<Record<Column, string>> = {};
  const values = {} as Record<Column, FieldValue>;
  for (const column of Object.keys(fields) as Column[]) {
    const read = readFieldValue(fields[column], form[column] ?? '');
    values[column] = 'value' in read ? read.value : null;
    if ('error' in read) errors[column] = read.error;
  }
  return { values, errors };
}

const days = ['notice_mailed_on', 'papers_delivered_on', 'report_delivered_on', 'validated_on'] as const;

/** Finds facts that can't all be true. */
export function findPaperProblems(
  paper: Readonly<Record<PaperColumn, FieldValue>>,
  { possessionOn, today }: { possessionOn: string | null; today: string },
): Partial<Record<PaperColumn, string>> {
  const problems: Partial<Record<PaperColumn, string>> = {};
  for (const column of days) {
    const day = paper[column];
    if (typeof day !== 'string') continue;
    if (day > today) problems[column] = 'This day is in the future';
    else if (possessionOn !== null && day < possessionOn)
      problems[column] = 'This is before the car was in possession';
  }
  if (paper.notice === 'not_required' && paper.notice_reason === null)
    problems.notice_reason = 'Please enter why no notice is required';
  if (paper.validated_on !== null && paper.report_delivered_on === null)
    problems.report_delivered_on = 'Please enter when the validated report was delivered';
  else if (String(paper.validated_on ?? '9') < String(paper.report_delivered_on ?? ''))
    problems.validated_on ??= 'This is before the report was delivered';
  return problems;
}
