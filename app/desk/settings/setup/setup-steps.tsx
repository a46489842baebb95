import { listSetupSteps } from '#core/settings/list-setup.ts';
import type { Settings } from '#core/settings/settings.ts';
import { Card } from '#kit/card.tsx';
import { ActionButton } from '#kit/form/action-button.tsx';
import { useAction } from '#kit/form/use-action.ts';
import { Icon } from '#kit/icons/icon.tsx';
import { TextLink } from '#kit/text-link.tsx';
import { fieldAddress, settingsAddress } from '../settings-pages.ts';

interface SetupStepsProps {
  settings: Settings;
  hasLegalTexts: boolean;
  version: number;
}

/** Lists the settings to look at before the shop opens. Today names those that are left, unless the owner hides them there. */
export function SetupSteps({ settings, hasLegalTexts, version }: SetupStepsProps) {
  const action = useAction({
    address: settingsAddress('business'),
    failure: 'Error saving settings',
    showsDone: true,
  });
  const { confirmed, dismissed } = settings.setup;
  const steps = listSetupSteps(settings, hasLegalTexts);
  const left = steps.filter(({ done }) => !done).length;
  const saving = (values: Partial<Settings['setup']>) => ({
    intent: 'save',
    topic: 'setup',
    values: JSON.stringify(values),
    seenVersion: String(version),
  });

  return (
    <Card as="section" aria-labelledby="setup">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="setup">Settings</h2>
        {left > 0 && (
          <ActionButton action={action} fields={saving({ dismissed: !dismissed })} size="small">
            {dismissed ? 'Show on Today' : 'Hide on Today'}
          </ActionButton>
        )}
      </div>
      <p className="mt-1 text-sm text-muted" role="status">
        {left === 0 ? 'All settings are done.' : `${left} of ${steps.length} settings left`}
      </p>
      <ul className="mt-3">
        {steps.map(({ id, label, done, topic, field }) => (
          <li key={id} className="flex min-h-11 flex-wrap items-center gap-2 border-t border-line">
            <Icon
              name={done ? 'CircleCheck' : 'Minus'}
              className={done ? 'size-5 shrink-0 text-green-800' : 'size-5 shrink-0 text-muted'}
            />
            <span className="mr-auto">
              <TextLink to={fieldAddress(topic, field)}>{label}</TextLink>
              <span className="sr-only">{done ? ' (done)' : ' (to do)'}</span>
            </span>
            {!done && (
              <ActionButton
                action={action}
                fields={saving({ confirmed: [...confirmed, id] })}
                variant="quiet"
                size="small"
                className="shrink-0"
                aria-label={`Keep default: ${label}`}
              >
                Keep default
              </ActionButton>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
