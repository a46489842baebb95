import { CheckboxSetting, SettingGroup, TextSetting } from './setting-fields.tsx';
import { wordsText } from './setting-text.ts';

export function AssistantsForm() {
  return (
    <>
      <SettingGroup
        title="Shopping by assistants"
        hint="Assistants such as ChatGPT and Gemini search the parts, fill a cart, and lead their users to your payment page. They can't pay."
      >
        <CheckboxSetting
          path="open"
          label="Assistants can shop here"
          hint="While this is off, each of their requests is refused."
        />
        <CheckboxSetting
          path="onlySigned"
          label="Only assistants that sign their requests"
          hint="A signature proves who asks. Without it, an assistant can search and fill a cart, but sees no orders."
        />
      </SettingGroup>
      <SettingGroup title="Refused assistants">
        <TextSetting
          path="refusedHosts"
          label="Hosts of their profiles"
          hint="Refuses assistants whose profile is at one of these hosts or below. Separate several with commas."
          text={wordsText}
          empty={[]}
          placeholder="example.com"
        />
      </SettingGroup>
    </>
  );
}
