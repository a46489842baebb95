import { SettingGroup, TextSetting } from './setting-fields.tsx';

export function MailForm() {
  return (
    <SettingGroup
      title="Email sender"
      hint="The sender of the shop's emails. Replies go to the shop's email address. Your email provider must allow the sender's address, or emails end up in spam."
    >
      <div className="grid gap-4 @lg:grid-cols-2">
        <TextSetting
          path="senderName"
          label="Sender's name"
          empty={null}
          hint="Leave empty to use the server's setting"
        />
        <TextSetting
          path="senderAddress"
          label="Sender's address"
          type="email"
          empty={null}
          hint="Leave empty to use the server's setting"
        />
      </div>
    </SettingGroup>
  );
}
