import { Alert } from '#kit/alert.tsx';
import { TextLink } from '#kit/text-link.tsx';

export interface Notice {
  tone: 'success' | 'warning';
  text: string;
  mailed?: boolean;
}

interface AuthNoticeProps {
  notice: Notice;
  announce: boolean;
  mailbox: boolean;
}

export function AuthNotice({ notice, announce, mailbox }: AuthNoticeProps) {
  return (
    <Alert tone={notice.tone} announce={announce} className="mb-5">
      {notice.text}
      {notice.mailed && mailbox && (
        <p className="mt-1">
          This shop sends no email: <TextLink to="/mailbox">read it in the mailbox</TextLink>.
        </p>
      )}
    </Alert>
  );
}
