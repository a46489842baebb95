import { describeKeptOrders } from '#core/accounts/account.ts';
import { Icon } from '#kit/icons/icon.tsx';
import { buttonClasses } from '#kit/button-classes.ts';
import { Card } from '#kit/card.tsx';
import { PasswordDialog } from './password-dialog.tsx';

interface PrivacySettingsProps {
  /** The numbers of orders that keep their buyer for now. Example: 'PY-10423'. */
  unfinishedOrders: readonly string[];
  onDeleted: (keptOrders: readonly string[]) => void;
}

export function PrivacySettings({ unfinishedOrders, onDeleted }: PrivacySettingsProps) {
  const kept = describeKeptOrders(unfinishedOrders);
  return (
    <Card as="section" aria-labelledby="privacy-settings">
      <h2 id="privacy-settings" className="mb-3 text-xl">
        Your data
      </h2>
      <p className="mb-4 text-muted">
        Download everything we store about you, or delete your account. We keep your orders for our records,
        but without your name, address and email. {kept}
      </p>
      <div className="flex flex-wrap gap-3">
        <a href="/profile/data" download className={buttonClasses({ variant: 'secondary' })}>
          <Icon name="Download" /> Download my data
        </a>
        <PasswordDialog<{ orders: string[] }>
          button="Delete account"
          title="Delete your account?"
          description="This deletes your profile, picture, messages and requests right away. This can't be undone."
          method="DELETE"
          path="/auth/v1/user"
          danger
          onDone={({ orders }) => onDeleted(orders)}
        >
          {kept && <p>{kept}</p>}
          <p>
            If you&apos;re expecting an order, please wait until it arrives. After this, we can&apos;t find it
            by your name.
          </p>
        </PasswordDialog>
      </div>
    </Card>
  );
}
