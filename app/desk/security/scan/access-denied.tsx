import { ButtonLink } from '#kit/button-link.tsx';
import { EmptyState } from '#kit/empty-state.tsx';

const reasons = {
  'signed out': { text: 'You are not signed in.', to: '/auth', label: 'Sign In' },
  'no admin': { text: "Your account isn't an admin account.", to: '/', label: 'Return Home' },
  'no second step': {
    text: 'Admins need two-step sign-in. Set it up in your settings.',
    to: '/profile?tab=settings',
    label: 'Open settings',
  },
} as const;

export function AccessDenied({ reason }: { reason: keyof typeof reasons }) {
  const { text, to, label } = reasons[reason];
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
