import { plural } from '#core/security/security-finding.ts';
import { Alert } from '#kit/alert.tsx';
import { Button } from '#kit/button.tsx';
import { Ago } from '#core/values/ui/ago.tsx';
import type { SecurityDashboard } from './dashboard.ts';

interface AlertProps {
  scan: SecurityDashboard['scan'];
  now: string;
  onShowFindings: () => void;
}

export function RowLevelSecurityAlert({ scan, now, onShowFindings }: AlertProps) {
  if (scan === null || scan === 'unknown') {
    return (
      <Alert title="Row-level security policies are in place" className="mb-5">
        The database itself decides who may read and change each row.{' '}
        {scan === null
          ? 'No security scan has checked this yet. Run one now.'
          : "We couldn't load the result of the last security scan."}
      </Alert>
    );
  }
  const { rowLevelSecurity, findings, finishedAt } = scan;
  const { tone, title, text } = messages[rowLevelSecurity];
  return (
    <Alert tone={tone} title={title} className="mb-5">
      <p>{text}</p>
      <p>
        Last scan <Ago time={finishedAt} now={now} />:{' '}
        {findings.length === 0 ? 'no recommendations' : plural(findings.length, 'recommendation')}.
      </p>
      {findings.length > 0 && (
        <Button size="small" className="mt-2" onClick={onShowFindings}>
          Show recommendations
        </Button>
      )}
    </Alert>
  );
}

const messages = {
  'in place': {
    tone: 'success',
    title: 'Row-level security policies are in place',
    text: 'The database itself decides who may read and change each row. The last security scan confirmed this for every table.',
  },
  open: {
    tone: 'danger',
    title: 'Row-level security policies are not in place everywhere',
    text: 'The last security scan found a way around them.',
  },
  unknown: {
    tone: 'warning',
    title: 'Row-level security policies could not be checked',
    text: "The database itself decides who may read and change each row. The last security scan couldn't check all tables.",
  },
} as const;
