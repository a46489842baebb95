import { HolidayFields, HoursFields } from './hours-fields.tsx';
import { LogoField } from './logo-field.tsx';
import { ListSetting } from './list-setting.tsx';
import { SelectSetting, SettingGroup, TextAreaSetting, TextSetting } from './setting-fields.tsx';
import { PercentSetting, WholeSetting } from './number-settings.tsx';

const newLocation = () => ({ name: '', street: '', city: '', state: '', zip: '' });
const wayBack = [
  { value: 'buyer', label: 'The buyer' },
  { value: 'shop', label: 'The shop' },
];
const newFigure = () => ({ figure: '', name: '' });

export function BusinessForm() {
  return (
    <>
      <SettingGroup title="Name and contact">
        <div className="grid gap-4 @lg:grid-cols-2">
          <TextSetting path="name" label="Name" />
          <TextSetting path="city" label="City" hint="With the state, such as San Diego, CA" />
          <TextSetting path="phone" label="Phone number" type="tel" />
          <TextSetting path="email" label="Email address" type="email" />
          <TextSetting
            path="blurb"
            label="Description"
            hint="A sentence for the footer of each page and for search engines"
            className="@lg:col-span-2"
          />
          <TextSetting path="responseTime" label="Response time" hint="Such as 24 hours" />
        </div>
      </SettingGroup>
      <SettingGroup
        path="locations"
        title="Locations"
        hint="Their addresses are shown on the About and Contact pages. Orders name the location, so keep the names."
      >
        <ListSetting path="locations" itemName="Location" listName="Locations" newItem={newLocation} max={20}>
          {(path) => (
            <>
              <TextSetting path={`${path}.name`} label="Name" />
              <TextSetting path={`${path}.street`} label="Street" />
              <TextSetting path={`${path}.city`} label="City" />
              <div className="grid grid-cols-2 gap-3">
                <TextSetting path={`${path}.state`} label="State" placeholder="CA" />
                <TextSetting path={`${path}.zip`} label="ZIP" placeholder="92101" />
              </div>
            </>
          )}
        </ListSetting>
      </SettingGroup>
      <SettingGroup path="hours" title="Opening hours">
        <HoursFields />
      </SettingGroup>
      <SettingGroup
        title="Holidays"
        hint="Days with special hours, such as holidays. Remove them after they have passed."
      >
        <HolidayFields />
      </SettingGroup>
      <SettingGroup path="returns" title="Warranty and returns">
        <div className="grid gap-4 @lg:grid-cols-3">
          <TextSetting path="warranty.oem" label="OEM parts" />
          <TextSetting path="warranty.aftermarket" label="Aftermarket parts" />
          <TextSetting path="warranty.used" label="Used parts" />
        </div>
        <div className="grid gap-4 @lg:grid-cols-3">
          <WholeSetting path="returns.days" label="Days to return a part" />
          <TextSetting path="returns.refundDays" label="Business days to refund" hint="As in 5-10" />
          <PercentSetting
            path="returns.restockingRate"
            label="Restocking fee"
            hint="Of the price. Never charged if the mistake is yours"
          />
          <SelectSetting
            path="returns.wayBack"
            label="Who pays for return shipping"
            options={wayBack}
            hint="If the mistake is yours, you do"
          />
        </div>
      </SettingGroup>
      <SettingGroup path="stats" title="About page">
        <TextAreaSetting
          path="story"
          label="Our Story"
          hint="How your business began and what you do. An empty line begins a new paragraph. Without it, the page has no such section"
          rows={8}
        />
        <ListSetting path="stats" itemName="Figure" listName="Figures" newItem={newFigure} max={4} hideNumber>
          {(path) => (
            <>
              <TextSetting path={`${path}.figure`} label="Figure" placeholder="10+" />
              <TextSetting path={`${path}.name`} label="Name" placeholder="Years Experience" />
            </>
          )}
        </ListSetting>
      </SettingGroup>
      <SettingGroup title="Logo and license">
        <LogoField />
        <div className="grid gap-4 @lg:grid-cols-2">
          <TextSetting
            path="registration"
            label="Business registration"
            hint="Such as a dismantler's license, for the footer of each page"
          />
          <WholeSetting path="copyrightYear" label="Copyright year" />
        </div>
      </SettingGroup>
    </>
  );
}
