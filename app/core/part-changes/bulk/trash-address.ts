export const trashKinds = { parts: 'Parts', conditions: 'Conditions', imports: 'Imports' } as const;

export type TrashKind = keyof typeof trashKinds;

export function readTrashKind(sent: string | null): TrashKind {
  return sent !== null && Object.hasOwn(trashKinds, sent) ? (sent as TrashKind) : 'parts';
}

export function trashAddress(kind: TrashKind, after?: string): string {
  const query = new URLSearchParams({ ...(kind !== 'parts' && { kind }), ...(after && { after }) });
  return query.size > 0 ? `/admin/trash?${query}` : '/admin/trash';
}
