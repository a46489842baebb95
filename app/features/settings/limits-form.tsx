import { WholeSetting } from './number-settings.tsx';
import { CheckboxSetting, SettingGroup } from './setting-fields.tsx';

export function LimitsForm() {
  return (
    <>
      <SettingGroup title="Payments and stock">
        <div className="grid gap-4 sm:grid-cols-2">
          <WholeSetting
            path="holdMinutes"
            label="Minutes to pay"
            hint="An open payment holds its parts for so long, from 30 to 1,380. Large orders without an account: 15."
          />
          <WholeSetting
            path="lowStock"
            label="Low stock"
            hint="From 1 piece to this, a part counts as low stock in the admin panel."
          />
        </div>
      </SettingGroup>
      <SettingGroup title="Back-in-stock mail">
        <CheckboxSetting
          path="backInStockMail"
          label="Customers can ask to be mailed when a sold-out part comes in"
          hint="When it is off, those who asked wait until it is on again."
        />
      </SettingGroup>
    </>
  );
}
