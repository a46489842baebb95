import { useState } from 'react';
import { roleLabels, type Role } from '#domain/role.ts';
import { ConfirmAction } from '#ui/actions/confirm-action.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { Cell, HeaderCell, Row, Table } from '#ui/table.tsx';
import { useDay } from './customers-view.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import type { OpenInvitation, Team, TeamMember } from './team.server.ts';

export function TeamView({ members, invitations, adminId }: Team & { adminId: string }) {
  const [inviting, setInviting] = useState(false);
  const [removing, setRemoving] = useState<TeamMember>();
  const [revoking, setRevoking] = useState<OpenInvitation>();
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2>Team</h2>
        <Button onClick={() => setInviting(true)}>
          <Icon name="Plus" /> Invite
        </Button>
      </div>
      <Table label="Team">
        <thead>
          <Row>
            <HeaderCell>Person</HeaderCell>
            <HeaderCell>Rights</HeaderCell>
            <HeaderCell>Two-Step Sign-In</HeaderCell>
            <HeaderCell>Actions</HeaderCell>
          </Row>
        </thead>
        <tbody>
          {members.map((member) => (
            <Row key={`${member.userId} ${member.role}`}>
              <Cell className="min-w-40">
                <span className="block font-semibold wrap-anywhere">{member.name ?? member.email}</span>
                {member.name !== null && <span className="text-muted wrap-anywhere">{member.email}</span>}
              </Cell>
              <Cell>
                <Badge tone="info">{roleLabels[member.role]}</Badge>{' '}
                {member.isBanned && <Badge tone="bad">Banned</Badge>}
              </Cell>
              <Cell>{member.hasSecondStep ? 'On' : 'Off'}</Cell>
              <Cell>
                <Button
                  size="small"
                  aria-label={`Remove rights of ${member.email}`}
                  onClick={() => setRemoving(member)}
                >
                  Remove
                </Button>
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
      <Invitations invitations={invitations} onRevoke={setRevoking} />
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
      {removing && (
        <ConfirmAction
          title={`Remove the rights of ${removing.name ?? removing.email}?`}
          confirmLabel="Remove Rights"
          busyLabel="Removing..."
          address={`/admin/role/${removing.userId}`}
          body={roleForm(removing.role, removing.userId === adminId)}
          failure="Error removing rights"
          onClose={() => setRemoving(undefined)}
        >
          {removing.userId === adminId
            ? 'These are your own rights. You leave the admin panel at once, and another admin has to invite you to come back.'
            : `${removing.email} keeps the account, but leaves the admin panel at once. Invitations that are still open from this person are revoked.`}
        </ConfirmAction>
      )}
      {revoking && (
        <ConfirmAction
          title="Revoke this invitation?"
          confirmLabel="Revoke"
          busyLabel="Revoking..."
          address={`/admin/invitation/${revoking.id}`}
          failure="Error revoking invitation"
          onClose={() => setRevoking(undefined)}
        >
          The link that was mailed to {revoking.email} stops working.
        </ConfirmAction>
      )}
    </>
  );
}

function roleForm(role: Role, isOwn: boolean): FormData {
  const form = new FormData();
  form.set('role', role);
  if (isOwn) form.set('own', 'confirmed');
  return form;
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
      <h3 className="mb-3">Open Invitations</h3>
      <Table label="Open invitations">
        <thead>
          <Row>
            <HeaderCell>Email</HeaderCell>
            <HeaderCell>Rights</HeaderCell>
            <HeaderCell>Valid Until</HeaderCell>
            <HeaderCell>Actions</HeaderCell>
          </Row>
        </thead>
        <tbody>
          {invitations.map((invitation) => (
            <Row key={invitation.id}>
              <Cell className="min-w-40 wrap-anywhere">{invitation.email}</Cell>
              <Cell>{roleLabels[invitation.role as Role]}</Cell>
              <Cell className="whitespace-nowrap">
                {day.format(invitation.expiresAt)}{' '}
                {invitation.isExpired && <Badge tone="warning">Expired</Badge>}
              </Cell>
              <Cell>
                <Button
                  size="small"
                  aria-label={`Revoke the invitation of ${invitation.email}`}
                  onClick={() => onRevoke(invitation)}
                >
                  Revoke
                </Button>
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </section>
  );
}
