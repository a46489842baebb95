import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Icon } from '#kit/icons/icon.tsx';
import { Card } from '#kit/card.tsx';
import { ErrorState } from '#kit/error-state.tsx';
import { Tabs } from '#kit/tabs.tsx';
import type { Profile } from './profile.server.ts';
import { ProfileForm } from './profile-form.tsx';

const AvatarDialog = lazy(() => import('./avatar-dialog.tsx'));

export const profileTabs = ['profile', 'orders', 'settings'] as const;
export type ProfileTab = (typeof profileTabs)[number];

interface ProfileViewProps {
  user: { id: string; email: string };
  profile: Profile | null;
  addresses: ReactNode;
  orders: ReactNode;
  settings: ReactNode;
  tab: ProfileTab;
  onTab: (tab: ProfileTab) => void;
  onSaved: () => void;
}

export function ProfileView({
  user,
  profile,
  addresses,
  orders,
  settings,
  tab,
  onTab,
  onSaved,
}: ProfileViewProps) {
  return (
    <main className="mx-auto w-full max-w-3xl px-gutter py-8">
      <header className="mb-6 flex items-center gap-4 sm:gap-5">
        <Avatar userId={user.id} version={profile?.avatarVersion ?? null} onSaved={onSaved} />
        <div className="min-w-0">
          <h1 className="wrap-anywhere">{profile?.display_name || 'User Profile'}</h1>
          <p className="mt-1 wrap-anywhere text-muted">{user.email}</p>
        </div>
      </header>
      <Tabs
        label="Your account"
        value={tab}
        onValueChange={(next) => onTab(next as ProfileTab)}
        items={[
          {
            value: 'profile',
            label: 'Profile',
            content: (
              <>
                {profile ? (
                  <Card padding="roomy">
                    <ProfileForm userId={user.id} profile={profile} />
                  </Card>
                ) : (
                  <ErrorState title="Failed to load profile">Please reload the page in a moment.</ErrorState>
                )}
                {addresses}
              </>
            ),
          },
          { value: 'orders', label: 'Orders', content: orders },
          { value: 'settings', label: 'Settings', content: settings },
        ]}
      />
    </main>
  );
}

interface AvatarProps {
  userId: string;
  version: string | null;
  onSaved: () => void;
}

function Avatar({ userId, version, onSaved }: AvatarProps) {
  const [open, setOpen] = useState(false);
  const [opened, setOpened] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-label="Update profile picture"
        onClick={() => {
          setOpened(true);
          setOpen(true);
        }}
        className="relative size-20 shrink-0 rounded-full bg-sunken sm:size-24"
      >
        {version ? (
          <img
            src={`/profile/avatar?v=${version}`}
            alt=""
            width={96}
            height={96}
            className="size-full rounded-full object-cover"
          />
        ) : (
          <Icon name="CircleUser" className="stroke-[0.75] size-full text-faint" />
        )}
        <span className="absolute right-0 bottom-0 grid size-8 place-items-center rounded-full border border-line-strong bg-surface text-ink">
          <Icon name="Camera" className="size-4.5" />
        </span>
      </button>
      {opened && (
        <Suspense>
          <AvatarDialog userId={userId} open={open} onOpenChange={setOpen} onSaved={onSaved} />
        </Suspense>
      )}
    </>
  );
}
