import { DollarsSetting, WholeSetting } from './number-settings.tsx';
import { SettingGroup } from './setting-fields.tsx';

export function OrdersForm() {
  return (
    <SettingGroup title="The order desk">
      <div className="grid gap-4 @lg:grid-cols-2">
        <WholeSetting
          path="handlingDays"
          label="Business days until it ships"
          hint="From the payment until the order leaves or is ready for pickup. 0 is the same day."
        />
        <DollarsSetting
          path="staffRefundLimitCents"
          label="Refunds by staff"
          hint="The most that staff may refund on one order. Admins may refund more."
        />
        <DollarsSetting
          path="reviewFromCents"
          label="Review risky orders starting at"
          hint="Orders of this total or more wait for review when the payment provider sees a risk."
        />
        <WholeSetting
          path="quoteHours"
          label="Hours that a quote holds its parts"
          hint="The maximum. Staff can choose less."
        />
      </div>
    </SettingGroup>
  );
}
