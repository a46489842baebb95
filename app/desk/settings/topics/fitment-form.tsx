import { CheckboxSetting, SettingGroup } from './setting-fields.tsx';

export function FitmentForm() {
  return (
    <SettingGroup title="Part numbers">
      <CheckboxSetting
        path="numbersDecide"
        label="The same part number fits"
        hint="For numbers that were read off the part or its packaging. While this is off, shoppers are asked to compare the number. Modules, clusters and keys never fit by number."
      />
    </SettingGroup>
  );
}
