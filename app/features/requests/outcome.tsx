import { Alert } from '#ui/alert.tsx';

export interface OutcomeProps {
  /** What became of a form that was sent without script. */
  outcome: { error?: string | undefined } | undefined;
  sent: string;
}

export function Outcome({ outcome, sent }: OutcomeProps) {
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
