import { SettingGroup, TextSetting } from './setting-fields.tsx';

export function MailForm() {
  return (
    <SettingGroup
      title="Mail sender"
      hint="Who the shop's mails come from. Answers go to the shop's email address. Your mail provider must allow the sender's address, or mails end as spam."
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextSetting
          path="senderName"
          label="Sender's name"
          empty={null}
          hint="Empty: as the server is set up"
        />
        <TextSetting
          path="senderAddress"
          label="Sender's address"
          type="email"
          empty={null}
          hint="Empty: as the server is set up"
        />
      </div>
    </SettingGroup>
  );
}
