import type { Settings } from '#core/settings/settings.ts';
import type { SettingsHistory as History } from '#core/settings/read-settings-page.server.ts';
import { ScreenHead } from '#kit/screen-head.tsx';
import { SettingsFrame } from './settings-frame.tsx';
import { SettingsHistory } from './settings-history.tsx';
import type { Option } from './topics/setting-fields.tsx';
import { TopicForm } from './topic-form.tsx';
import { topicPages } from './topics/topics.ts';

interface SettingsViewProps {
  version: number;
  settings: Settings;
  categories: readonly string[];
  countries: readonly Option[];
  /** Topic, or 'history'. */
  page: string;
  history: History | null;
  guarded: boolean;
}

export function SettingsView(props: SettingsViewProps) {
  const { version, settings, categories, countries, page, history, guarded } = props;
  const shown = topicPages.find(({ topic }) => topic === page);
  return (
    <SettingsFrame>
      <ScreenHead title={shown?.label ?? 'History'} />
      {history && <SettingsHistory history={history} />}
      {shown && (
        <TopicForm
          key={shown.topic}
          topic={shown.topic}
          version={version}
          values={settings[shown.topic]}
          guarded={guarded}
        >
          <shown.Fields
            categories={categories.map((name) => ({ value: name, label: name }))}
            countries={countries}
          />
        </TopicForm>
      )}
    </SettingsFrame>
  );
}
