import { useState } from 'react';
import { ExactTime } from '#core/settings/ui/exact-time.tsx';
import { type DismantleDay, formatDay, paperKinds } from '#core/yard/paper/paper.ts';
import { paperFailures } from '#core/yard/paper/paper-form.ts';
import type { VehiclePaper } from '#core/yard/paper/read-paper.server.ts';
import { VEHICLES_PATH } from '#core/yard/vehicles-list.ts';
import { Alert } from '#kit/alert.tsx';
import { Badge } from '#kit/badge.tsx';
import { ButtonLink } from '#kit/button-link.tsx';
import { Button } from '#kit/button.tsx';
import { ActionButton } from '#kit/form/action-button.tsx';
import { useAction } from '#kit/form/use-action.ts';
import { OverrideDialog, PaperDialog, RemovalDialog } from './paper-dialogs.tsx';

interface VehiclePaperSectionProps {
  vehicleId: string;
  paper: VehiclePaper;
  isAdmin: boolean;
}

/** Shows what the law wants before a car may be dismantled, and what was done of it. */
export function VehiclePaperSection({ vehicleId, paper, isAdmin }: VehiclePaperSectionProps) {
  const [open, setOpen] = useState<'paper' | 'removal' | 'override'>();
  const close = () => setOpen(undefined);
  const takingBack = useAction({ failure: paperFailures['take-back-override'] });
  const { facts, dismantle, override } = paper;
  const isHere = facts.disposition === 'here';
  const mayOverride = isAdmin && !override && isHere && dismantle.may !== 'now';
  return (
    <section aria-labelledby="paper" className="mt-6">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <h2 id="paper">Paper</h2>
        <div className="flex flex-wrap gap-2">
          <ButtonLink size="small" to={`${VEHICLES_PATH}/${vehicleId}/worksheet`}>
            Worksheet
          </ButtonLink>
          <Button size="small" onClick={() => setOpen('paper')}>
            Change paper…
          </Button>
        </div>
      </div>
      {isHere && (
        <Alert tone={dismantle.may === 'now' ? 'success' : 'warning'} title={describeDay(dismantle)}>
          {dismantle.why}
          {override && (
            <>
              {' ('}
              {override.by && `${override.by}, `}
              <ExactTime time={override.at} />)
            </>
          )}
        </Alert>
      )}
      {(mayOverride || (override && isAdmin)) && (
        <div className="mt-3">
          {override ? (
            <ActionButton size="small" action={takingBack} fields={{ intent: 'take-back-override' }}>
              Take back the override
            </ActionButton>
          ) : (
            <Button size="small" onClick={() => setOpen('override')}>
              Allow dismantling now…
            </Button>
          )}
        </div>
      )}
      <PaperFactsList paper={paper} />
      <Removals paper={paper} isAdmin={isAdmin} onNote={() => setOpen('removal')} />
      {open === 'paper' && <PaperDialog paper={paper} onClose={close} />}
      {open === 'removal' && <RemovalDialog onClose={close} />}
      {open === 'override' && <OverrideDialog onClose={close} />}
    </section>
  );
}

function describeDay(day: DismantleDay): string {
  if (day.may === 'now') return 'May be dismantled now';
  return day.may === 'from' ? `May be dismantled from ${formatDay(day.day)}` : 'May not be dismantled yet';
}

function PaperFactsList({ paper }: { paper: VehiclePaper }) {
  const { facts, notice, due, transferredTo, isForExport } = paper;
  const done = {
    notice: facts.noticeMailedOn && `Mailed on ${formatDay(facts.noticeMailedOn)}`,
    papers: facts.papersDeliveredOn && `Delivered on ${formatDay(facts.papersDeliveredOn)}`,
    report: facts.reportDeliveredOn && `Delivered on ${formatDay(facts.reportDeliveredOn)}`,
  };
  const isRequired = { true: 'Required', false: 'Not required', null: 'Not decided' }[
    String(notice.isRequired) as 'true' | 'false' | 'null'
  ];
  return (
    <dl className="mt-3 grid gap-x-6 gap-y-1.5 sm:grid-cols-[auto_1fr]">
      {(Object.keys(paperKinds) as (keyof typeof paperKinds)[]).map((kind) => {
        const left = due.find((each) => each.kind === kind);
        return (
          <Fact key={kind} name={paperKinds[kind].name}>
            {done[kind] && <span>{done[kind]}</span>}
            {left && <DueBadge by={left.by} isOverdue={left.isOverdue} />}
            {kind === 'notice' && (
              <span className="text-sm text-muted">
                {isRequired}: {notice.why}
              </span>
            )}
          </Fact>
        );
      })}
      {facts.validatedOn && <Fact name="Validated by DMV">{formatDay(facts.validatedOn)}</Fact>}
      {transferredTo && <Fact name="Transferred to">{transferredTo}</Fact>}
      {isForExport && <Fact name="Export">Meant for export</Fact>}
    </dl>
  );
}

/** Shows until when a paper is due. */
export function DueBadge({ by, isOverdue, name }: { by: string | null; isOverdue: boolean; name?: string }) {
  const day =
    by === null ? 'due, no day of possession' : `${isOverdue ? 'overdue since' : 'due'} ${formatDay(by)}`;
  const text = name === undefined ? day : `${name} ${day}`;
  return <Badge tone={isOverdue ? 'bad' : 'warning'}>{text.charAt(0).toUpperCase() + text.slice(1)}</Badge>;
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <>
      <dt className="font-semibold">{name}</dt>
      <dd className="flex flex-wrap items-center gap-x-3 gap-y-1 wrap-anywhere max-sm:mb-1">{children}</dd>
    </>
  );
}

function Removals({
  paper: { facts, removals, allowsRemovals, dismantle },
  isAdmin,
  onNote,
}: {
  paper: VehiclePaper;
  isAdmin: boolean;
  onNote: () => void;
}) {
  const deleting = useAction({ failure: paperFailures['delete-removal'] });
  const isOffered = allowsRemovals && facts.disposition === 'here' && dismantle.may !== 'now';
  if (removals.length === 0 && !isOffered) return null;
  return (
    <div className="mt-4">
      <h3 className="mb-2 text-base">Removed for safekeeping</h3>
      {removals.length > 0 && (
        <ul aria-label="Removed for safekeeping" className="mb-3 rounded-lg border border-line bg-surface">
          {removals.map(({ id, what, removedOn, reason, keptAt, by }) => (
            <li
              key={id}
              className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-3 py-2 last:border-none"
            >
              <span className="min-w-0 grow wrap-anywhere">
                <span className="font-semibold">{what}</span>, kept at {keptAt}
                <span className="block text-sm text-muted">
                  {[formatDay(removedOn), by, reason].filter(Boolean).join(', ')}
                </span>
              </span>
              {isAdmin && (
                <ActionButton
                  size="small"
                  action={deleting}
                  fields={{ intent: 'delete-removal', removal: id }}
                >
                  Delete<span className="sr-only"> {what}</span>
                </ActionButton>
              )}
            </li>
          ))}
        </ul>
      )}
      {isOffered && (
        <Button size="small" onClick={onNote}>
          Note a removal…
        </Button>
      )}
    </div>
  );
}
