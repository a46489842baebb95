import { Button, type ButtonProps } from '../button.tsx';
import type { Fields } from './use-action.ts';

export interface ActionButtonProps extends Omit<ButtonProps, 'onClick' | 'action'> {
  /** Comes from useAction, called where the list is: a row that goes takes its own outcome with it. */
  action: { sending: Fields | undefined; send: (fields: Fields, control: Element) => void };
  fields: Fields;
}

/** Sends an action at once. */
export function ActionButton({ action, fields, ...button }: ActionButtonProps) {
  const { sending, send } = action;
  const busy =
    sending !== undefined && Object.entries(fields).every(([name, value]) => sending[name] === value);
  return <Button {...button} busy={busy} onClick={({ currentTarget }) => send(fields, currentTarget)} />;
}
