import { type RemoteArea, remoteAreas } from '#core/addresses/destination.ts';
import { formatDollars } from '#core/values/money.ts';
import { Select } from '#kit/select.tsx';
import { DollarsSetting } from './number-settings.tsx';
import { CheckboxSetting, formatError, SettingGroup } from './setting-fields.tsx';
import { settingId } from '../settings-pages.ts';
import { useSetting } from './use-topic-form.ts';

const areaNames: Record<RemoteArea, string> = {
  alaska: 'Alaska',
  hawaii: 'Hawaii',
  territories: 'Puerto Rico and other territories',
  military: 'Military addresses (APO, FPO, DPO)',
};

export function RemoteFields() {
  return (
    <SettingGroup
      title="Remote places"
      hint="What parcels and oversize parts cost there. Freight needs a zone with their states."
    >
      <div className="grid gap-4 @lg:grid-cols-2">
        {remoteAreas.map((area) => (
          <RemoteSetting key={area} path={`remote.${area}`} label={areaNames[area]} />
        ))}
      </div>
      <CheckboxSetting
        path="poBoxes"
        label="Parcels go to PO boxes"
        hint="Oversize parts and freight never ship to PO boxes."
      />
    </SettingGroup>
  );
}

const EXTRA = 'extra';

function describeRule(rule: unknown): string {
  if (rule === 'same') return 'Same price as elsewhere';
  if (rule === 'refused') return 'Not shipped to';
  return typeof rule === 'number' ? `${formatDollars(rule)} more for each box` : String(rule);
}

/** Sets 'same', 'refused', or an amount, which is typed. */
function RemoteSetting({ path, label }: { path: string; label: string }) {
  const { value, error, change } = useSetting(path, describeRule);
  const isExtra = value !== 'same' && value !== 'refused';
  return (
    <div className="grid content-start gap-3">
      <Select
        id={isExtra ? undefined : settingId(path)}
        name={path}
        label={label}
        value={isExtra ? EXTRA : String(value)}
        onChange={({ target }) => change(target.value === EXTRA ? '' : target.value)}
        error={isExtra ? undefined : formatError(label, error)}
      >
        <option value="same">{describeRule('same')}</option>
        <option value="refused">{describeRule('refused')}</option>
        <option value={EXTRA}>More for each box</option>
      </Select>
      {isExtra && <DollarsSetting path={path} label={`${label}: more for each box`} />}
    </div>
  );
}
