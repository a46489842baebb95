import { shippingClasses, shippingClassNames } from '#core/catalog/shipping-class.ts';
import { TextLink } from '#kit/text-link.tsx';
import { FreightFields } from './freight-fields.tsx';
import { ListSetting } from './list-setting.tsx';
import { DecimalSetting, DollarsSetting, WholeSetting } from './number-settings.tsx';
import { DaysSetting } from './range-fields.tsx';
import { RemoteFields } from './remote-fields.tsx';
import { CheckboxSetting, SelectSetting, SettingGroup, type TopicFieldsProps } from './setting-fields.tsx';

const newKind = () => ({
  category: '',
  class: 'parcel',
  pounds: null,
  lengthIn: null,
  widthIn: null,
  heightIn: null,
});

const newCountry = () => ({ country: '', parcelCents: '', days: null });

const classOptions = shippingClasses.map((value) => ({ value, label: shippingClassNames[value] }));

export function ShippingForm({ categories, countries }: TopicFieldsProps) {
  return (
    <>
      <SettingGroup
        title="Parcels"
        hint="Each line of a cart is one box, unless it is heavier than a box may be. A part's own shipping cost replaces the price."
      >
        <div className="grid gap-4 @lg:grid-cols-2">
          <DollarsSetting path="lineCents" label="Price for each box" />
          <DollarsSetting
            path="freeAboveCents"
            label="Free above"
            empty={null}
            hint="Lines above this price ship free. Leave empty for no free shipping"
          />
          <DecimalSetting
            path="maxParcelPounds"
            label="Heaviest box"
            unit="lb"
            empty={null}
            hint="Heavier lines are packed in several boxes; a heavier unit is oversize. Leave empty for no limit"
          />
          <DecimalSetting
            path="maxParcelInches"
            label="Longest box"
            unit="in"
            empty={null}
            hint="A longer unit is oversize. Leave empty for no limit"
          />
        </div>
        <DaysSetting path="days.parcel" label="Business days to deliver" hint="Leave empty to hide it" />
      </SettingGroup>
      <SettingGroup title="Oversize parts" hint="Too large for a parcel, but sent without a freight carrier.">
        <div className="grid gap-4 @lg:grid-cols-2">
          <DollarsSetting
            path="oversize.pieceCents"
            label="Price per unit"
            empty={null}
            hint="Leave empty to have shoppers ask for a quote"
          />
          <DaysSetting
            path="days.oversize"
            label="Business days to deliver them"
            hint="Leave empty to hide it"
          />
        </div>
      </SettingGroup>
      <FreightFields />
      <SettingGroup
        title="Categories"
        hint="How parts in a category ship, and the weight and size of one unit, unless the part has its own. Other parts ship as parcels."
      >
        <ListSetting
          path="kinds"
          itemName="Category"
          listName="Categories"
          newItem={newKind}
          max={500}
          hideNumber
        >
          {(path) => (
            <>
              <SelectSetting path={`${path}.category`} label="Category" options={categories} />
              <SelectSetting path={`${path}.class`} label="Sent as" options={classOptions} />
              <div className="grid grid-cols-2 gap-3 @lg:col-span-2 @lg:grid-cols-4">
                <DecimalSetting path={`${path}.pounds`} label="Weight" unit="lb" empty={null} />
                <DecimalSetting path={`${path}.lengthIn`} label="Length" unit="in" empty={null} />
                <DecimalSetting path={`${path}.widthIn`} label="Width" unit="in" empty={null} />
                <DecimalSetting path={`${path}.heightIn`} label="Height" unit="in" empty={null} />
              </div>
            </>
          )}
        </ListSetting>
      </SettingGroup>
      <SettingGroup title="Pickup">
        <CheckboxSetting
          path="pickup.offered"
          label="Shoppers can pick up their parts"
          hint={
            <>
              Free, at each of your <TextLink to="/admin/settings#setting-locations">locations</TextLink>. It
              needs at least one.
            </>
          }
        />
        <WholeSetting path="pickup.readyHours" label="Ready in about" unit="hours" className="sm:max-w-60" />
      </SettingGroup>
      <RemoteFields />
      <SettingGroup
        title="Other countries"
        hint="Parcels only, without sales tax. We don't ship to countries that are not listed."
      >
        <ListSetting
          path="countries"
          itemName="Country"
          listName="Countries"
          newItem={newCountry}
          max={250}
          columns="@lg:grid-cols-2 @2xl:grid-cols-[2fr_1fr_1fr]"
          hideNumber
        >
          {(path) => (
            <>
              <SelectSetting path={`${path}.country`} label="Country" options={countries} />
              <DollarsSetting path={`${path}.parcelCents`} label="Price for each box" />
              <DaysSetting path={`${path}.days`} label="Business days to deliver" />
            </>
          )}
        </ListSetting>
      </SettingGroup>
    </>
  );
}
