import { WholeSetting } from './number-settings.tsx';
import { CheckboxSetting, SettingGroup } from './setting-fields.tsx';

export function LimitsForm() {
  return (
    <>
      <SettingGroup title="Payments and stock">
        <div className="grid gap-4 @lg:grid-cols-2">
          <WholeSetting
            path="holdMinutes"
            label="Minutes to pay"
            hint="How long an open payment holds its parts, from 30 to 1,380. Large orders without an account: 15."
          />
          <WholeSetting
            path="lowStock"
            label="Low stock"
            hint="Parts with 1 to this many units count as low stock in the admin panel."
          />
        </div>
      </SettingGroup>
      <SettingGroup title="Back-in-stock emails">
        <CheckboxSetting
          path="backInStockMail"
          label="Customers can ask for an email when a sold-out part comes in"
          hint="While this is off, customers who asked wait until it is on again."
        />
      </SettingGroup>
      <SettingGroup title="Cars">
        <CheckboxSetting
          path="staffSeePurchases"
          label="Staff see who sold each car and what it cost"
          hint="Admins always see it."
        />
        <CheckboxSetting
          path="carMail"
          label="Shoppers can ask for an email when a car like theirs comes in"
          hint="While this is off, nothing is sent, and customers who asked wait."
        />
        <CheckboxSetting
          path="yardRowsOnly"
          label="Shoppers see only the row of each car"
          hint="For a self-service yard. The pages of cars show no parts and prices."
        />
      </SettingGroup>
    </>
  );
}
