import { ButtonLink } from '#ui/button-link.tsx';
import { EmptyState } from '#ui/empty-state.tsx';

const ways = {
  'signed out': { text: 'You are not signed in.', to: '/auth', label: 'Sign In' },
  'no admin': { text: 'Your account is not an admin’s.', to: '/', label: 'Return Home' },
  'no second step': {
    text: 'Admins of this shop need a second step to sign in. Set one up in your settings.',
    to: '/profile?tab=settings',
    label: 'Open Settings',
  },
} as const;

/** Spec §2: what whoever is no admin sees of the dashboard. */
export function AccessDenied({ reason }: { reason: keyof typeof ways }) {
  const { text, to, label } = ways[reason];
  return (
    <EmptyState
      level={1}
      icon="ShieldX"
      title="Access denied. Admin privileges required."
      action={
        <ButtonLink to={to} variant="primary">
          {label}
        </ButtonLink>
      }
    >
      {text}
    </EmptyState>
  );
}
