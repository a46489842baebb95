import { returnKinds, type ReturnKind, returnStates, type ReturnState } from '#core/orders/return.ts';
import { Badge, type BadgeTone } from '#kit/badge.tsx';

const tones: Record<ReturnState, BadgeTone> = {
  asked: 'warning',
  approved: 'info',
  refused: 'bad',
  received: 'warning',
  inspected: 'warning',
  refunded: 'good',
  sent_back: 'neutral',
  canceled: 'neutral',
};

export function ReturnStateBadge({ state }: { state: ReturnState }) {
  return <Badge tone={tones[state]}>{returnStates[state]}</Badge>;
}

export function ReturnKindBadge({ kind }: { kind: ReturnKind }) {
  return <Badge tone="outline">{returnKinds[kind]}</Badge>;
}
