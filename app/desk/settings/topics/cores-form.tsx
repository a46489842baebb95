import { ListSetting } from './list-setting.tsx';
import { DollarsSetting, WholeSetting } from './number-settings.tsx';
import { CheckboxSetting, SelectSetting, SettingGroup, type TopicFieldsProps } from './setting-fields.tsx';

const newKind = () => ({ category: '', chargeCents: '' });

export function CoresForm({ categories }: TopicFieldsProps) {
  return (
    <>
      <SettingGroup
        title="Charges by category"
        hint="Per unit, refunded when the old part comes back. A part's own core charge replaces its category's."
      >
        <ListSetting
          path="kinds"
          itemName="Core charge"
          listName="Core charges"
          newItem={newKind}
          max={500}
          columns="@lg:grid-cols-[2fr_1fr]"
          hideNumber
        >
          {(path) => (
            <>
              <SelectSetting path={`${path}.category`} label="Category" options={categories} />
              <DollarsSetting path={`${path}.chargeCents`} label="Charge" />
            </>
          )}
        </ListSetting>
      </SettingGroup>
      <SettingGroup title="Old parts">
        <WholeSetting
          path="returnDays"
          label="Time to return the old part"
          unit="days"
          hint="For orders from now on. Earlier orders keep their deadline."
          className="sm:max-w-60"
        />
      </SettingGroup>
      <SettingGroup
        title="Tax on core charges"
        hint="Ask your accountant. California taxes core charges, and refunds the tax for refurbished parts only."
      >
        <CheckboxSetting path="taxed" label="Core charges are taxed like the part" />
        <fieldset>
          <legend className="mb-1 text-sm font-semibold">The tax is refunded with the charge of</legend>
          <CheckboxSetting path="refundsTax.new" label="New parts" />
          <CheckboxSetting path="refundsTax.used" label="Used parts" />
          <CheckboxSetting path="refundsTax.refurbished" label="Refurbished parts" />
        </fieldset>
      </SettingGroup>
    </>
  );
}
