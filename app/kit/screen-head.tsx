import type { ReactNode, Ref } from 'react';
import { Icon } from './icons/icon.tsx';
import { TextLink } from './text-link.tsx';

interface ScreenHeadProps {
  title: ReactNode;
  /** Lets a section or article of the screen take its name from the heading. */
  id?: string;
  /** Lets a screen move the focus to its heading. */
  ref?: Ref<HTMLHeadingElement>;
  /** The list that the screen belongs to. */
  back?: { to: string; label: string };
  /** Stands beside the heading. */
  note?: ReactNode;
  /** Actions of the whole screen, the main one last. */
  children?: ReactNode;
}

/** Names a screen of the admin panel, in one row with the way back and its actions. */
export function ScreenHead({ title, id, ref, back, note, children }: ScreenHeadProps) {
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
      {back && (
        <TextLink to={back.to} className="inline-flex min-h-9 items-center gap-1">
          <Icon name="ArrowLeft" className="size-4" /> {back.label}
        </TextLink>
      )}
      <h1 id={id} ref={ref} tabIndex={-1} className="flex min-w-0 flex-wrap items-center gap-3 wrap-anywhere">
        {title}
      </h1>
      {note && <p className="order-last w-full text-sm text-muted sm:order-none sm:w-auto">{note}</p>}
      {children && <div className="ml-auto flex flex-wrap items-center gap-2">{children}</div>}
    </div>
  );
}
