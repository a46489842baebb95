import type { ReactNode } from 'react';
import { escapeInvisible, type SecurityFigures, shortId } from '#core/security/security-dashboard.ts';
import {
  formatNames,
  plural,
  type Finding,
  type ScanReport,
  type Severity,
} from '#core/security/security-finding.ts';
import { Badge, type BadgeTone } from '#kit/badge.tsx';
import { Ago } from '#core/values/ui/ago.tsx';
import type { SecurityDashboard } from './dashboard.ts';
import { SectionCard } from './section-card.tsx';

interface InsightsProps {
  figures: SecurityFigures | null;
  scan: SecurityDashboard['scan'];
  now: string;
}

export function Insights({ figures, scan, now }: InsightsProps) {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <SectionCard title="Security Status">
        {figures ? <Status figures={figures} /> : <p className="mt-3 text-muted">Not available right now.</p>}
      </SectionCard>
      <SectionCard title="Recommendations">
        {scan === null && <p className="mt-3 text-muted">Run a security scan to get recommendations.</p>}
        {scan === 'unknown' && (
          <p className="mt-3 text-muted">We couldn&apos;t load the results of the last scan.</p>
        )}
        {scan !== null && scan !== 'unknown' && <Recommendations scan={scan} now={now} />}
      </SectionCard>
    </div>
  );
}

function Status({ figures }: { figures: SecurityFigures }) {
  const { highRisk, highActivity, suspicious } = figures;
  return (
    <dl className="mt-3 divide-y divide-line">
      <Line label="Failed Login Attempts" note={`${figures.failedLogins} in the last 100 events`}>
        <Badge tone={highRisk ? 'bad' : 'good'}>{highRisk ? 'High Risk' : 'Normal'}</Badge>
      </Line>
      <Line label="Recent Activity Level" note={`${plural(figures.recent, 'event')} in 24 hours`}>
        <Badge tone={highActivity ? 'warning' : 'good'}>{highActivity ? 'High Activity' : 'Normal'}</Badge>
      </Line>
      <Line label="Admin Actions Today" note="since midnight in San Diego">
        <span className="font-heading text-xl tabular-nums">{figures.adminActionsToday}</span>
      </Line>
      {suspicious.length > 0 && (
        <Line label="Suspicious addresses" note={formatNames(suspicious)}>
          <Badge tone="bad">More than 3 failed logins</Badge>
        </Line>
      )}
    </dl>
  );
}

function Line({ label, note, children }: { label: string; note: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3">
      <dt className="min-w-0">
        {label}
        <span className="block text-sm break-words text-muted">{note}</span>
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

function Recommendations({ scan, now }: { scan: ScanReport; now: string }) {
  const { findings } = scan;
  return (
    <>
      <p className="mt-1 text-sm text-muted">
        {findings.length === 0 ? 'Nothing was found' : `${plural(findings.length, 'thing')} found`} by{' '}
        {plural(scan.checks, 'check')}, <Ago time={scan.finishedAt} now={now} />, by admin{' '}
        <span className="font-stamp">{shortId(scan.by)}</span>
      </p>
      {findings.length > 0 && (
        <ul className="mt-3 divide-y divide-line">
          {findings.map((finding) => (
            <Recommendation key={`${finding.event} ${finding.what}`} finding={finding} />
          ))}
        </ul>
      )}
    </>
  );
}

const severityTones: Record<Severity, BadgeTone> = {
  critical: 'bad',
  high: 'bad',
  medium: 'warning',
  low: 'info',
};

function Recommendation({ finding: { event, severity, what, advice } }: { finding: Finding }) {
  return (
    <li className="py-3">
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={severityTones[severity]}>
          <span className="capitalize">{severity}</span>
        </Badge>
        <span className="font-stamp text-sm text-muted">{escapeInvisible(event)}</span>
      </p>
      <p className="mt-1 break-words">{escapeInvisible(what)}</p>
      <p className="mt-1 text-sm break-words text-muted">{escapeInvisible(advice)}</p>
    </li>
  );
}
