import { SectionCard, type SectionLevel } from './section-card.tsx';

const logged = [
  ['Accounts', 'Sign-ups, sign-ins, sign-ins that failed, sign-outs, changed passwords and second steps.'],
  ['Shopping', 'Page views, searches, and what is put into a cart. Nobody’s name or e-mail is written down.'],
  ['Administration', 'What admins add, change and delete, and what they import.'],
  ['Failures', 'Errors in somebody’s browser, with where they happened.'],
  ['Security', 'Scans, and each thing that a scan has found.'],
] as const;

const redFlags = [
  'Several failed logins from one address, or from many addresses within minutes.',
  'A failed login that is followed by a sign-in from the same address.',
  'Admin actions that no admin remembers, or at hours when nobody works.',
  'Sign-ups that fail over and over.',
  'A sudden rise of activity without a reason such as an advertisement.',
  'A scan that finds something which the one before did not.',
] as const;

/** Spec §2, tab 'How It Works'. */
export function HowItWorks({ level }: { level: SectionLevel }) {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <SectionCard title="What is logged" level={level}>
        <dl className="mt-3 space-y-2">
          {logged.map(([kind, what]) => (
            <div key={kind}>
              <dt className="font-semibold">{kind}</dt>
              <dd className="text-muted">{what}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-4 text-sm text-muted">
          The server fills in who it was and from which address. Events can be added, and never changed or
          deleted, by anybody who uses the shop.
        </p>
      </SectionCard>
      <SectionCard title="Red flags to watch for" level={level}>
        <ul className="mt-3 list-disc space-y-2 pl-5">
          {redFlags.map((flag) => (
            <li key={flag}>{flag}</li>
          ))}
        </ul>
      </SectionCard>
      <SectionCard title="How the figures are made" level={level} className="lg:col-span-2">
        <ul className="mt-3 list-disc space-y-2 pl-5">
          <li>
            System Health is a warning when more than 2 addresses have more than 3 failed logins each, calls
            for caution when more than 10 logins failed, and is good otherwise.
          </li>
          <li>
            More than 5 failed logins are a High Risk; more than 20 events in 24 hours are High Activity.
          </li>
          <li>
            A scan looks at the whole shop: row-level security, rights in the database, second steps of
            admins, secrets, the configuration, migrations, old sessions, mail, and the audit trail itself.
          </li>
        </ul>
      </SectionCard>
    </div>
  );
}
