import { carWaitTexts, KEPT_DAYS } from '#core/car-mail/car-wait.ts';
import type { LinkedCarWait } from '#core/car-mail/car-wait-link.server.ts';
import type { ActionResult } from '#core/values/action-result.ts';
import { YARD_PATH } from '#core/yard/public-car.ts';
import { Alert } from '#kit/alert.tsx';
import { ButtonLink } from '#kit/button-link.tsx';
import { TextLink } from '#kit/text-link.tsx';
import { ActionForm, Frame } from '../link-page.tsx';

const titles = {
  unconfirmed: 'Confirm your address',
  waiting: "You're on the list",
  ended: 'Emails about cars stopped',
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
          <ActionForm action="end">No, don&apos;t email me</ActionForm>
        </>
      )}
      {state === 'waiting' && (
        <>
          <p className="wrap-anywhere">
            You asked about <strong>{car}</strong>. {carWaitTexts.promise}
          </p>
          <ActionForm action="end">Stop this email</ActionForm>
        </>
      )}
      {state === 'ended' && <p className="wrap-anywhere">We won&apos;t email you about {car}.</p>}
      {others > 0 && (
        <>
          <p>
            {others === 1
              ? 'You also asked about one other car.'
              : `You also asked about ${others} other cars.`}
          </p>
          <ActionForm action="end-all">Stop all emails about cars</ActionForm>
        </>
      )}
      <TextLink to={YARD_PATH}>See the cars</TextLink>
    </Frame>
  );
}

export function CarLinkOver() {
  return (
    <Frame title="This link has expired">
      <p>
        The address was not confirmed within {KEPT_DAYS.unconfirmed} days, or the emails stopped more than{' '}
        {KEPT_DAYS.over} days ago. We have deleted it. You can ask again on the yard&apos;s page.
      </p>
      <ButtonLink to={YARD_PATH}>Cars in our yard</ButtonLink>
    </Frame>
  );
}

/** Answers a form that was sent without JavaScript. */
export function AskedCarView({ result: { done, message } }: { result: ActionResult }) {
  return (
    <Frame title="Emails about cars">
      <Alert tone={done ? 'success' : 'danger'} announce={!done}>
        {message}
      </Alert>
      <ButtonLink to={YARD_PATH}>Cars in our yard</ButtonLink>
    </Frame>
  );
}
