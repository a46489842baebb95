import { type ReactNode, useState } from 'react';
import { roleLabels, type Role } from '#core/accounts/role.ts';
import { Badge } from '#kit/badge.tsx';
import { Button } from '#kit/button.tsx';
import { Card } from '#kit/card.tsx';
import { ConfirmAction } from '#kit/form/confirm-action.tsx';
import type { Fields } from '#kit/form/use-action.ts';
import { Icon } from '#kit/icons/icon.tsx';
import { ScreenHead } from '#kit/screen-head.tsx';
import { useDay } from '../use-day.ts';
import { InviteDialog } from './invite-dialog.tsx';
import type { OpenInvitation, Team, TeamMember } from './team.server.ts';

export function TeamView({ members, invitations, adminId }: Team & { adminId: string }) {
  const [inviting, setInviting] = useState(false);
  const [removing, setRemoving] = useState<TeamMember>();
  const [revoking, setRevoking] = useState<OpenInvitation>();
  return (
    <>
      <ScreenHead title="Team">
        <Button variant="primary" onClick={() => setInviting(true)}>
          <Icon name="Plus" /> Invite
        </Button>
      </ScreenHead>
      <ul className="grid gap-3">
        {members.map((member) => (
          <Entry
            key={`${member.userId} ${member.role}`}
            title={member.name ?? member.email}
            badges={
              <>
                <Badge tone="info">{roleLabels[member.role]}</Badge>
                {member.isBanned && <Badge tone="bad">Banned</Badge>}
              </>
            }
            facts={[
              member.name === null ? null : member.email,
              `Two-step sign-in is ${member.hasSecondStep ? 'on' : 'off'}`,
            ]}
            action={
              <Button
                size="small"
                aria-label={`Remove rights of ${member.email}`}
                onClick={() => setRemoving(member)}
              >
                Remove
              </Button>
            }
          />
        ))}
      </ul>
      <Invitations invitations={invitations} onRevoke={setRevoking} />
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
      {removing && (
        <ConfirmAction
          title={`Remove the rights of ${removing.name ?? removing.email}?`}
          confirmLabel="Remove rights"
          busyLabel="Removing..."
          fields={removalOf(removing, removing.userId === adminId)}
          failure="Error removing rights"
          onClose={() => setRemoving(undefined)}
        >
          {removing.userId === adminId
            ? "These are your own rights. You'll lose access to the admin panel right away, and another admin will have to invite you back."
            : `${removing.email} keeps the account, but loses access to the admin panel right away. Open invitations from this person are revoked.`}
        </ConfirmAction>
      )}
      {revoking && (
        <ConfirmAction
          title="Revoke this invitation?"
          confirmLabel="Revoke"
          busyLabel="Revoking..."
          fields={{ intent: 'revoke', id: revoking.id }}
          failure="Error revoking invitation"
          onClose={() => setRevoking(undefined)}
        >
          The link that was emailed to {revoking.email} stops working.
        </ConfirmAction>
      )}
    </>
  );
}

function removalOf({ userId, role }: TeamMember, isOwn: boolean): Fields {
  return { intent: 'remove-role', id: userId, role, ...(isOwn && { own: 'confirmed' }) };
}

interface InvitationsProps {
  invitations: OpenInvitation[];
  onRevoke: (invitation: OpenInvitation) => void;
}

function Invitations({ invitations, onRevoke }: InvitationsProps) {
  const day = useDay();
  if (invitations.length === 0) return null;
  return (
    <section className="mt-8">
      <h2 className="mb-3">Open invitations</h2>
      <ul className="grid gap-3">
        {invitations.map((invitation) => (
          <Entry
            key={invitation.id}
            title={invitation.email}
            badges={
              <>
                <Badge>{roleLabels[invitation.role as Role]}</Badge>
                {invitation.isExpired && <Badge tone="warning">Expired</Badge>}
              </>
            }
            facts={[`Valid until ${day.format(invitation.expiresAt)}`]}
            action={
              <Button
                size="small"
                aria-label={`Revoke the invitation of ${invitation.email}`}
                onClick={() => onRevoke(invitation)}
              >
                Revoke
              </Button>
            }
          />
        ))}
      </ul>
    </section>
  );
}

interface EntryProps {
  title: string;
  badges: ReactNode;
  facts: (string | null)[];
  action: ReactNode;
}

function Entry({ title, badges, facts, action }: EntryProps) {
  return (
    <Card as="li" className="flex items-center justify-between gap-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-semibold wrap-anywhere">{title}</span>
          {badges}
        </p>
        {facts.map(
          (fact) =>
            fact !== null && (
              <p key={fact} className="mt-0.5 text-sm wrap-anywhere text-muted">
                {fact}
              </p>
            ),
        )}
      </div>
      <div className="shrink-0">{action}</div>
    </Card>
  );
}
