import { carWaitTexts, KEPT_DAYS } from '#core/car-mail/car-wait.ts';
import type { LinkedCarWait } from '#core/car-mail/car-wait-link.server.ts';
import type { ActionResult } from '#core/values/action-result.ts';
import { YARD_PATH } from '#core/yard/public-car.ts';
import { Alert } from '#kit/alert.tsx';
import { ButtonLink } from '#kit/button-link.tsx';
import { TextLink } from '#kit/text-link.tsx';
import { ActionForm, Frame } from '../link-page.tsx';

const titles = {
  unconfirmed: 'Confirm Your Address',
  waiting: 'You’re on the List',
  ended: 'Emails About Cars Stopped',
} as const;

/** Shows the page of a mailed link. Nothing changes until a button is pressed. */
export function CarLinkView({ wait: { email, car, state, others } }: { wait: LinkedCarWait }) {
  return (
    <Frame title={titles[state]} email={email}>
      {state === 'unconfirmed' && (
        <>
          <p className="wrap-anywhere">
            Would you like an email when a car comes in: <strong>{car}</strong>? {carWaitTexts.promise}
          </p>
          <ActionForm action="confirm" primary>
            Confirm
          </ActionForm>
          <ActionForm action="end">No, Don&apos;t Email Me</ActionForm>
        </>
      )}
      {state === 'waiting' && (
        <>
          <p className="wrap-anywhere">
            You asked about <strong>{car}</strong>. {carWaitTexts.promise}
          </p>
          <ActionForm action="end">End It</ActionForm>
        </>
      )}
      {state === 'ended' && <p className="wrap-anywhere">We won&apos;t email you about {car}.</p>}
      {others > 0 && (
        <>
          <p>
            {others === 1
              ? 'There is one other car that you asked about.'
              : `There are ${others} other cars that you asked about.`}
          </p>
          <ActionForm action="end-all">Stop All Emails About Cars</ActionForm>
        </>
      )}
      <TextLink to={YARD_PATH}>See the cars</TextLink>
    </Frame>
  );
}

export function CarLinkOver() {
  return (
    <Frame title="This Link Has Expired">
      <p>
        The address was not confirmed within {KEPT_DAYS.unconfirmed} days, or the emails stopped more than{' '}
        {KEPT_DAYS.over} days ago. We have deleted it. You can ask again on the page of the yard.
      </p>
      <ButtonLink to={YARD_PATH}>Cars in Our Yard</ButtonLink>
    </Frame>
  );
}

/** Answers a form that was sent without JavaScript. */
export function AskedCarView({ result: { done, message } }: { result: ActionResult }) {
  return (
    <Frame title="Emails About Cars">
      <Alert tone={done ? 'success' : 'danger'} announce={!done}>
        {message}
      </Alert>
      <ButtonLink to={YARD_PATH}>Cars in Our Yard</ButtonLink>
    </Frame>
  );
}
