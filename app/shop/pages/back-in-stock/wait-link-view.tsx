import { KEPT_DAYS, stockWaitTexts, type WaitState } from '#core/back-in-stock/stock-wait.ts';
import { Alert } from '#kit/alert.tsx';
import { ButtonLink } from '#kit/button-link.tsx';
import { TextLink } from '#kit/text-link.tsx';
import type { AskResult } from '#core/back-in-stock/ask-back-in-stock.server.tsx';
import { describeAnswer } from '#core/back-in-stock/describe-answer.ts';
import { ActionForm, Frame } from '../link-page.tsx';
import type { LinkedWait } from './wait-link.server.ts';

const titles: Record<WaitState, string> = {
  unconfirmed: 'Confirm your address',
  waiting: "You're on the list",
  told: 'Back in stock',
  ended: 'Back-in-stock emails stopped',
};

/** Shows the page of a mailed link. Nothing changes until a button is pressed. */
export function WaitLinkView({ wait }: { wait: LinkedWait }) {
  const { state, part, partId, others } = wait;
  return (
    <Frame title={titles[state]} email={wait.email}>
      {state === 'unconfirmed' && (
        <>
          <p className="wrap-anywhere">
            Would you like an email when <strong>{part}</strong> is back in stock? {stockWaitTexts.promise}
          </p>
          <ActionForm action="confirm" primary>
            Confirm
          </ActionForm>
          <ActionForm action="end">No, don&apos;t email me</ActionForm>
        </>
      )}
      {state === 'waiting' && (
        <>
          <p className="wrap-anywhere">
            You asked about <strong>{part}</strong>. {stockWaitTexts.promise}
          </p>
          <ActionForm action="end">Stop this email</ActionForm>
        </>
      )}
      {state === 'told' && (
        <p className="wrap-anywhere">We emailed you about {part}. We won&apos;t email you about it again.</p>
      )}
      {state === 'ended' && <p className="wrap-anywhere">We won&apos;t email you about {part}.</p>}
      {others > 0 && (
        <>
          <p>
            {others === 1
              ? 'You also asked about one other part.'
              : `You also asked about ${others} other parts.`}
          </p>
          <ActionForm action="end-all">Stop all back-in-stock emails</ActionForm>
        </>
      )}
      <TextLink to={`/part/${partId}`}>See the part</TextLink>
    </Frame>
  );
}

export function WaitLinkOver() {
  return (
    <Frame title="This link has expired">
      <p>
        The address was not confirmed within {KEPT_DAYS.unconfirmed} days, or the email is more than{' '}
        {KEPT_DAYS.over} days old. We have deleted it. You can ask again on the part&apos;s page.
      </p>
      <ButtonLink to="/junkyard">Find Parts</ButtonLink>
    </Frame>
  );
}

/** Answers a form that was sent without JavaScript. */
export function AskedView({ result, partId }: { result: AskResult; partId: string | undefined }) {
  const { message, error } = describeAnswer(result);
  return (
    <Frame title="Back-in-stock emails">
      {message !== undefined && <Alert tone="success">{message}</Alert>}
      {error !== undefined && (
        <Alert tone="danger" announce>
          {error}
        </Alert>
      )}
      <ButtonLink to={partId === undefined ? '/junkyard' : `/part/${partId}`}>
        {partId === undefined ? 'Find Parts' : 'Back to the part'}
      </ButtonLink>
    </Frame>
  );
}
