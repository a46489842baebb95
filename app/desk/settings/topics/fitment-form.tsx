import { ListSetting } from './list-setting.tsx';
import { WholeSetting } from './number-settings.tsx';
import { CheckboxSetting, SettingGroup, TextSetting } from './setting-fields.tsx';
import { wordsText } from './setting-text.ts';

const newGeneration = () => ({ make: '', model: '', names: [], from: '', to: null });

export function FitmentForm() {
  return (
    <>
      <SettingGroup title="Part numbers">
        <CheckboxSetting
          path="numbersDecide"
          label="The same part number fits"
          hint="For numbers that were read off the part or its packaging. While this is off, shoppers are asked to compare the number. Modules, clusters and keys never fit by number."
        />
      </SettingGroup>
      <SettingGroup
        title="Generations"
        hint="The search knows names such as 'e46', 'gmt800' and '8th gen Civic' as models and years. Add what it does not know. A name that it knows for the same model gets your years."
      >
        <ListSetting
          path="generations"
          itemName="Generation"
          listName="Generations"
          newItem={newGeneration}
          max={200}
          columns="@lg:grid-cols-[1fr_1fr_2fr_6rem_6rem]"
          hideNumber
        >
          {(path) => (
            <>
              <TextSetting path={`${path}.make`} label="Make" />
              <TextSetting path={`${path}.model`} label="Model" />
              <TextSetting
                path={`${path}.names`}
                label="Numbers or codes"
                text={wordsText}
                empty={[]}
                placeholder="8, fa1, fg2"
              />
              <WholeSetting path={`${path}.from`} label="First year" />
              <WholeSetting path={`${path}.to`} label="Last year" empty={null} placeholder="Still built" />
            </>
          )}
        </ListSetting>
      </SettingGroup>
    </>
  );
}
