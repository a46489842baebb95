import { usStateOptions } from '#core/addresses/destination.ts';
import { ListSetting } from './list-setting.tsx';
import { PercentSetting } from './number-settings.tsx';
import { CheckboxSetting, ChoiceSetting, SelectSetting, SettingGroup } from './setting-fields.tsx';
import { useSetting, useTopicFields } from './use-topic-form.ts';

const newState = () => ({ state: '', rate: '', usesTable: false, taxesShipping: false });

const stateOptions = usStateOptions.map(({ code, name }) => ({ value: code, label: name }));

const modes = [
  {
    value: 'flat',
    label: 'One rate for all orders',
    hint: 'For demonstration only. No state has this rate: overcollected tax must be returned or remitted.',
  },
  {
    value: 'table',
    label: 'Rates by state and ZIP code',
    hint: 'In the states where you are registered. Nothing is charged elsewhere.',
  },
  {
    value: 'service',
    label: 'Stripe Tax',
    hint: 'Stripe calculates the tax in the states where you are registered. It needs the Stripe key on the server, and your registrations at Stripe.',
  },
];

const hints = {
  flat: 'These have no effect while all orders have one rate.',
  table:
    "Where you are registered to collect sales tax. The state's rate also applies to ZIP codes that are not in the table.",
  service:
    "Where you are registered to collect sales tax. The state's rate, and whether shipping is taxed, apply where Stripe Tax does not calculate.",
};

export function TaxForm() {
  const { value: mode } = useSetting('mode');
  const { value: states } = useSetting('states');
  const { errorAt } = useTopicFields();
  const isFlat = mode === 'flat';
  return (
    <>
      <SettingGroup
        title="How tax is charged"
        hint="This is not tax advice. Confirm your rates and registrations with an accountant."
      >
        <ChoiceSetting path="mode" label="How tax is charged" hideLabel options={modes} />
        {(isFlat || errorAt('flatRate') !== undefined) && (
          <PercentSetting
            path="flatRate"
            label="Rate"
            hint="A part's own tax rate replaces it."
            className="sm:max-w-60"
          />
        )}
      </SettingGroup>
      {(!isFlat || (states as unknown[]).length > 0) && (
        <SettingGroup title="Registered states" hint={hints[mode as keyof typeof hints]}>
          <ListSetting
            path="states"
            itemName="State"
            listName="States"
            newItem={newState}
            max={stateOptions.length}
            hideNumber
          >
            {(path) => <StateFields path={path} isService={mode === 'service'} />}
          </ListSetting>
        </SettingGroup>
      )}
    </>
  );
}

function StateFields({ path, isService }: { path: string; isService: boolean }) {
  return (
    <>
      <SelectSetting path={`${path}.state`} label="State" options={stateOptions} />
      <PercentSetting path={`${path}.rate`} label="State's rate" />
      <CheckboxSetting
        path={`${path}.usesTable`}
        label={isService ? 'Calculated by Stripe Tax' : 'Rates by ZIP code from the table'}
      />
      <CheckboxSetting path={`${path}.taxesShipping`} label="Shipping is taxed" />
    </>
  );
}
