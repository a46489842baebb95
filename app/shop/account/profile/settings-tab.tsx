import { Alert } from '#kit/alert.tsx';
import { Card } from '#kit/card.tsx';
import { useShop } from '#core/settings/ui/use-shop.ts';
import { ChangeEmail } from './change-email.tsx';
import { ChangePasswordForm } from './change-password-form.tsx';
import { PrivacySettings } from './privacy-settings.tsx';
import { SecondStepSettings } from './second-step-settings.tsx';

interface SettingsTabProps {
  user: { email: string; createdAt: Date; hasSecondStep: boolean };
  /** True if the admin role requires a second step that is not set up yet. */
  needsSecondStep: boolean;
  mailbox: boolean;
  onChanged: () => void;
  /** The numbers of orders that keep their buyer for now. Example: 'PY-10423'. */
  unfinishedOrders: readonly string[];
  onDeleted: (keptOrders: readonly string[]) => void;
}

export function SettingsTab(props: SettingsTabProps) {
  const { user, needsSecondStep, mailbox, onChanged, unfinishedOrders, onDeleted } = props;
  const { timeZone } = useShop();
  const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone });
  return (
    <div className="grid gap-5">
      {needsSecondStep && (
        <Alert tone="warning" title="Set up two-step sign-in to use the admin panel">
          This shop requires admins to sign in with a code. Set it up below.
        </Alert>
      )}
      <Card as="section" aria-labelledby="account-information">
        <h2 id="account-information" className="mb-3 text-xl">
          Account Information
        </h2>
        <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[auto_1fr]">
          <dt className="text-muted">Email</dt>
          <dd className="wrap-anywhere">{user.email}</dd>
          <dt className="text-muted">Account created</dt>
          <dd>
            <time dateTime={user.createdAt.toISOString()}>{date.format(user.createdAt)}</time>
          </dd>
        </dl>
        <ChangeEmail email={user.email} mailbox={mailbox} />
      </Card>
      <Card as="section" aria-labelledby="security-settings">
        <h2 id="security-settings" className="mb-3 text-xl">
          Security Settings
        </h2>
        <ChangePasswordForm email={user.email} mailbox={mailbox} />
      </Card>
      <SecondStepSettings isSetUp={user.hasSecondStep} onChanged={onChanged} />
      <PrivacySettings unfinishedOrders={unfinishedOrders} onDeleted={onDeleted} />
    </div>
  );
}
