import { Alert } from '#ui/alert.tsx';
import { TextLink } from '#ui/text-link.tsx';

/** What has just happened, said in the page so that it stays. */
export interface Notice {
  tone: 'success' | 'warning';
  text: string;
  /** It asks the visitor to look into a mailbox. */
  mailed?: boolean;
}

interface AuthNoticeProps {
  notice: Notice;
  announce: boolean;
  /** Mail is not sent, but kept on a page of the shop. */
  mailbox: boolean;
}

export function AuthNotice({ notice, announce, mailbox }: AuthNoticeProps) {
  return (
    <Alert tone={notice.tone} announce={announce} className="mb-5">
      {notice.text}
      {notice.mailed && mailbox && (
        <p className="mt-1">
          This shop sends no mail: <TextLink to="/mailbox">read it in the mailbox</TextLink>.
        </p>
      )}
    </Alert>
  );
}
