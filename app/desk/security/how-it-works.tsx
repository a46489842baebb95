import { SectionCard } from './section-card.tsx';

const logged = [
  [
    'Accounts',
    'Sign-ups, sign-ins, failed sign-ins, sign-outs, password changes and two-step sign-in changes.',
  ],
  ['Shopping', 'Page views, searches, and cart changes. Names and emails are not logged.'],
  ['Administration', 'Parts, categories and conditions that admins add, change, delete or import.'],
  ['Failures', "Errors in visitors' browsers, and the page where they happened."],
  ['Security', 'Security scans and their findings.'],
] as const;

const redFlags = [
  'Several failed logins from one address, or from many addresses within minutes.',
  'A failed login followed by a successful one from the same address.',
  'Admin actions that no admin remembers, or outside working hours.',
  'Repeated failed sign-ups.',
  'A sudden rise in activity without a known reason, such as an ad.',
  'A scan with new findings.',
] as const;

export function HowItWorks() {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <SectionCard title="What is logged">
        <dl className="mt-3 space-y-2">
          {logged.map(([kind, what]) => (
            <div key={kind}>
              <dt className="font-semibold">{kind}</dt>
              <dd className="text-muted">{what}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-4 text-sm text-muted">
          The server adds the user and the address. Users of the shop can add events, but never change or
          delete them. An admin or security event that the browser of an admin sent, and not the server, is
          marked &quot;Sent by a client&quot;: nothing proves that it happened.
        </p>
      </SectionCard>
      <SectionCard title="Red flags to watch for">
        <ul className="mt-3 list-disc space-y-2 pl-5">
          {redFlags.map((flag) => (
            <li key={flag}>{flag}</li>
          ))}
        </ul>
      </SectionCard>
      <SectionCard title="How the figures are calculated" className="lg:col-span-2">
        <ul className="mt-3 list-disc space-y-2 pl-5">
          <li>
            System Health is a warning when more than 2 addresses have more than 3 failed logins each, caution
            after more than 10 failed logins, and good otherwise.
          </li>
          <li>More than 5 failed logins are High Risk; more than 20 events in 24 hours are High Activity.</li>
          <li>
            A scan checks the whole shop: row-level security, database grants, two-step sign-in of admins,
            secrets, configuration, migrations, old sessions, email, and the audit trail.
          </li>
        </ul>
      </SectionCard>
    </div>
  );
}
