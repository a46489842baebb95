import { Alert } from '#kit/alert.tsx';

export interface SubmissionAlertProps {
  /** The outcome of a form that was sent without JavaScript. */
  outcome: { error?: string | undefined } | undefined;
  sent: string;
}

export function SubmissionAlert({ outcome, sent }: SubmissionAlertProps) {
  if (!outcome) return null;
  return (
    <Alert
      tone={outcome.error === undefined ? 'success' : 'danger'}
      title={outcome.error ?? sent}
      announce
      className="mb-6"
    />
  );
}
