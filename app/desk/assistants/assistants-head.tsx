import type { ReactNode } from 'react';
import { ViewLinks } from '#kit/list/view-links.tsx';
import { ScreenHead } from '#kit/screen-head.tsx';
import { assistantsPages } from './assistants-pages.ts';

interface AssistantsHeadProps {
  /** Address of the shown page. */
  shown: string;
  /** Says what the page has. */
  introduction: ReactNode;
  /** Actions of the page. */
  children?: ReactNode;
}

export function AssistantsHead({ shown, introduction, children }: AssistantsHeadProps) {
  return (
    <>
      <ScreenHead title="Assistants">{children}</ScreenHead>
      <ViewLinks
        label="Assistants"
        views={assistantsPages.map(({ name, address }) => ({ name, address, isShown: address === shown }))}
      />
      <p className="mb-4 max-w-prose text-muted">{introduction}</p>
    </>
  );
}
