import type { Settings } from '#domain/settings/settings.ts';
import type { SettingsHistory as History } from './read-settings-page.server.ts';
import { SettingsHistory } from './settings-history.tsx';
import { SetupList } from './setup-list.tsx';
import { TopicForm } from './topic-form.tsx';
import { settingsAddress, topicPages } from './topics.ts';
import { Link } from '#ui/link.tsx';
import { classNames } from '#ui/class-names.ts';

interface SettingsViewProps {
  version: number;
  settings: Settings;
  /** A topic, or 'history'. */
  page: string;
  history: History | null;
  guarded: boolean;
}

export function SettingsView({ version, settings, page, history, guarded }: SettingsViewProps) {
  const shown = topicPages.find(({ topic }) => topic === page);
  return (
    <>
      <h2 className="mb-4">Settings</h2>
      {page === topicPages[0]?.topic && <SetupList settings={settings} version={version} />}
      <div className="grid gap-5 md:grid-cols-[11rem_minmax(0,1fr)]">
        <nav aria-label="Settings">
          <ul className="flex flex-wrap gap-1 md:sticky md:top-4 md:flex-col">
            {topicPages.map(({ topic, label }) => (
              <PageLink key={topic} page={topic} label={label} isCurrent={topic === page} />
            ))}
            <PageLink page="history" label="History" isCurrent={page === 'history'} />
          </ul>
        </nav>
        <div className="min-w-0">
          {history && <SettingsHistory history={history} />}
          {shown && (
            <TopicForm
              key={shown.topic}
              topic={shown.topic}
              version={version}
              values={settings[shown.topic]}
              guarded={guarded}
            >
              <shown.Fields />
            </TopicForm>
          )}
        </div>
      </div>
    </>
  );
}

function PageLink({ page, label, isCurrent }: { page: string; label: string; isCurrent: boolean }) {
  return (
    <li>
      <Link
        to={settingsAddress(page)}
        preventScrollReset
        aria-current={isCurrent ? 'page' : undefined}
        className={classNames('header-link', isCurrent && 'bg-chosen')}
      >
        {label}
      </Link>
    </li>
  );
}
