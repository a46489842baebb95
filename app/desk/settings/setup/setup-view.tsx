import { useReload } from '#core/live/ui/use-reload.ts';
import { type LegalPageName, legalTitles } from '#core/settings/legal-page.ts';
import type { Leftover } from '#core/settings/list-leftovers.ts';
import type { Settings } from '#core/settings/settings.ts';
import { Card } from '#kit/card.tsx';
import { ScreenHead } from '#kit/screen-head.tsx';
import { TextLink } from '#kit/text-link.tsx';
import { SettingsFrame } from '../settings-frame.tsx';
import { fieldAddress } from '../settings-pages.ts';
import type { Demo } from './demo.server.ts';
import { DemoCatalog } from './demo-catalog.tsx';
import { SetupSteps } from './setup-steps.tsx';

interface SetupViewProps {
  version: number;
  settings: Settings;
  hasLegalTexts: boolean;
  leftovers: Leftover[];
  legalLeftovers: LegalPageName[];
  demo: Demo;
  /** Number of the newest change before all was read. */
  asOf: number;
}

/** Shows what to do before the shop opens: the settings, and the demo beside them. */
export function SetupView({
  version,
  settings,
  hasLegalTexts,
  leftovers,
  legalLeftovers,
  ...props
}: SetupViewProps) {
  useReload('admin:parts', props.asOf);
  return (
    <SettingsFrame>
      <ScreenHead title="Finish setup" />
      <div className="grid items-start gap-5 @4xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <SetupSteps settings={settings} hasLegalTexts={hasLegalTexts} version={version} />
        <div className="grid gap-5">
          <DemoCatalog demo={props.demo} />
          <Leftovers settings={leftovers} legalPages={legalLeftovers} />
        </div>
      </div>
    </SettingsFrame>
  );
}

interface LeftoversProps {
  settings: Leftover[];
  legalPages: LegalPageName[];
}

function Leftovers({ settings, legalPages: pages }: LeftoversProps) {
  const isEmpty = settings.length + pages.length === 0;
  return (
    <Card as="section" aria-labelledby="leftovers">
      <h2 id="leftovers">Still from the demo</h2>
      <p className="mt-1 text-sm text-muted">
        {isEmpty
          ? 'No text names San Diego, the demo, or an example number or address.'
          : 'These texts name San Diego, the demo, or an example number or address.'}
      </p>
      <ul className="mt-3">
        {settings.map(({ label, text, topic, field }) => (
          <li key={`${label} ${text}`} className="border-t border-line py-2">
            <TextLink to={fieldAddress(topic, field)}>{label}</TextLink>
            <p className="line-clamp-2 text-sm wrap-anywhere text-muted">{text}</p>
          </li>
        ))}
        {pages.map((page) => (
          <li key={page} className="border-t border-line py-2">
            <TextLink to={`/admin/settings/legal?page=${page}`}>{legalTitles[page]}</TextLink>
          </li>
        ))}
      </ul>
    </Card>
  );
}
