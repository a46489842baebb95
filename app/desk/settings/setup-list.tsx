import { Card } from '#kit/card.tsx';
import { ActionButton } from '#kit/form/action-button.tsx';
import { useAction } from '#kit/form/use-action.ts';
import { Icon } from '#kit/icons/icon.tsx';
import { TextLink } from '#kit/text-link.tsx';
import type { Settings } from '#core/settings/settings.ts';
import { listSetupSteps, type SetupStep } from '#core/settings/list-setup.ts';
import { settingId } from './topics/setting-fields.tsx';
import { settingsAddress } from './settings-pages.ts';

interface SetupListProps {
  settings: Settings;
  hasLegalTexts: boolean;
  version: number;
}

/** Shows what to set before the shop opens, until it is done or dismissed. */
export function SetupList({ settings, hasLegalTexts, version }: SetupListProps) {
  const action = useAction({ failure: 'Error saving settings', showsDone: true });
  const { confirmed, dismissed } = settings.setup;
  const steps = listSetupSteps(settings, hasLegalTexts);
  const left = steps.filter(({ done }) => !done).length;
  if (dismissed || left === 0) return null;

  const saving = (values: Partial<Settings['setup']>) => ({
    intent: 'save',
    topic: 'setup',
    values: JSON.stringify(values),
    seenVersion: String(version),
  });

  return (
    <Card as="section" aria-labelledby="setup" className="mb-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="setup">Finish setup</h2>
        <ActionButton action={action} fields={saving({ dismissed: true })} size="small">
          Dismiss
        </ActionButton>
      </div>
      <p className="mt-1 text-sm text-muted" role="status">
        {left} of {steps.length} settings left
      </p>
      <ul className="mt-3 grid gap-x-8 @2xl:grid-cols-2">
        {steps.map(({ id, label, done, ...step }) => (
          <li key={id} className="flex min-h-11 flex-wrap items-center gap-2 border-t border-line">
            <Icon
              name={done ? 'CircleCheck' : 'Minus'}
              className={done ? 'size-5 shrink-0 text-green-800' : 'size-5 shrink-0 text-muted'}
            />
            <span className="mr-auto">
              <TextLink to={findAddress(step)}>{label}</TextLink>
              <span className="sr-only">{done ? ' (done)' : ' (to do)'}</span>
            </span>
            {!done && (
              <ActionButton
                action={action}
                fields={saving({ confirmed: [...confirmed, id] })}
                variant="quiet"
                size="small"
                className="shrink-0"
                aria-label={`Keep Default: ${label}`}
              >
                Keep Default
              </ActionButton>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Returns the address of the field, or the page, where a step is done. */
function findAddress({ topic, field }: Pick<SetupStep, 'topic' | 'field'>): string {
  if (topic === 'legal') return '/admin/settings/legal';
  const address = settingsAddress(topic);
  return field === undefined ? address : `${address}#${settingId(field)}`;
}
