import { Icon } from '#ui/icons/icon.tsx';
import { buttonClasses } from '#ui/button-classes.ts';
import { Card } from '#ui/card.tsx';
import { PasswordDialog } from './password-dialog.tsx';

/** What the shop keeps about its user: to take away, or to be deleted. */
export function PrivacySettings({ onLeft }: { onLeft: () => void }) {
  return (
    <Card as="section" aria-labelledby="privacy-settings">
      <h2 id="privacy-settings" className="mb-3 text-xl">
        Your data
      </h2>
      <p className="mb-4 text-muted">
        You can download all that we keep about you, or delete your account. Orders stay in our books, without
        your name, address and email.
      </p>
      <div className="flex flex-wrap gap-3">
        <a href="/profile/data" download className={buttonClasses({ variant: 'secondary' })}>
          <Icon name="Download" /> Download My Data
        </a>
        <PasswordDialog
          button="Delete Account"
          title="Delete your account?"
          description="Your profile, picture, messages and requests are deleted at once. This cannot be undone."
          method="DELETE"
          path="/auth/v1/user"
          danger
          onDone={onLeft}
        >
          <p className="mb-4">
            If an order is still on its way to you, please wait until it has arrived: we could not find it by
            your name any more.
          </p>
        </PasswordDialog>
      </div>
    </Card>
  );
}
