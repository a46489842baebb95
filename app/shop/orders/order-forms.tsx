import { Form } from 'react-router';
import type { BuyerOrder } from '#core/orders/buyer-order.ts';
import type { Difference } from '#core/orders/difference.ts';
import { contactMaxLengths } from '#core/inbox/contact-message.ts';
import { formatDollars } from '#core/values/money.ts';
import { paidCents } from '#core/orders/order.ts';
import { PayButton } from '#core/checkout/ui/pay-button.tsx';
import { Alert } from '#kit/alert.tsx';
import { Button } from '#kit/button.tsx';
import { TextArea } from '#kit/text-area.tsx';
import { DayTime } from './day-time.tsx';
import { OrderSection } from '#core/orders/ui/order-section.tsx';

interface QuestionsProps extends Pick<BuyerOrder, 'questions'> {
  /** The typed text, if it was refused. */
  typed: string | undefined;
  problem: string | undefined;
  hasAsked?: boolean | undefined;
}

/** Shows earlier questions with their answers, and a form for the next. */
export function OrderQuestions({ questions, typed, problem, hasAsked }: QuestionsProps) {
  return (
    <OrderSection title="Ask a question" anchor="question">
      {questions.length > 0 && (
        <ul className="mb-5 grid gap-4">
          {questions.map((question) => (
            <li key={question.id}>
              <Said who="You" at={question.at} text={question.text} />
              {question.answers.map((answer) => (
                <Said key={answer.id} who="Our answer" at={answer.at} text={answer.text} isAnswer />
              ))}
            </li>
          ))}
        </ul>
      )}
      {hasAsked && (
        <Alert tone="success" announce className="mb-4">
          We received your question. We&apos;ll answer by email and here.
        </Alert>
      )}
      <form method="post">
        <input type="hidden" name="intent" value="question" />
        <TextArea
          label="Your question about this order"
          name="question"
          hint="We'll answer by email and here."
          required
          maxLength={contactMaxLengths.message}
          defaultValue={typed}
          error={problem}
        />
        <Button type="submit" className="mt-3">
          Send the question
        </Button>
      </form>
    </OrderSection>
  );
}

function Said({ who, at, text, isAnswer }: { who: string; at: string; text: string; isAnswer?: boolean }) {
  return (
    <div className={isAnswer ? 'mt-2 border-l-4 border-line pl-3' : undefined}>
      <p className="text-sm text-muted">
        {who}, <DayTime time={at} />
      </p>
      <p className="whitespace-pre-line wrap-anywhere">{text}</p>
    </div>
  );
}

interface PayFormProps {
  dueCents: number;
  /** The payment page, once it is known. */
  url: string | undefined;
  problem: string | undefined;
}

/** Pays the rest of the order's total. */
export function PayForm({ dueCents, url, problem }: PayFormProps) {
  return (
    <Form
      method="post"
      id="pay"
      className="mt-4 grid max-w-prose justify-items-start gap-3"
      preventScrollReset
    >
      <input type="hidden" name="intent" value="pay" />
      {problem && <Alert tone="danger" title={problem} announce />}
      <PayButton label={`Pay ${formatDollars(dueCents)}`} url={url} />
    </Form>
  );
}

interface DifferenceFormsProps {
  differences: readonly Difference[];
  /** False if the money can only go back at the counter. */
  canCancel: boolean;
}

/** Asks whether the buyer takes parts that are not as they were listed. */
export function DifferenceForms({ differences, canCancel }: DifferenceFormsProps) {
  return (
    <OrderSection title="Please choose" anchor="differs">
      <ul className="grid gap-5">
        {differences.map(({ id, name, what, note }) => (
          <li key={id} className="wrap-anywhere">
            <p>
              We checked {name} before packing it. It isn't as we listed it: <strong>{what}</strong>
            </p>
            {note && <p className="whitespace-pre-line">{note}</p>}
            <form method="post" className="mt-3 flex flex-wrap gap-3">
              <input type="hidden" name="intent" value="differs" />
              <input type="hidden" name="question" value={id} />
              <Button type="submit" variant="primary" name="answer" value="take">
                Take it as it is<span className="sr-only">: {name}</span>
              </Button>
              {canCancel && (
                <Button type="submit" name="answer" value="cancel">
                  Cancel this part<span className="sr-only">: {name}</span>
                </Button>
              )}
            </form>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-muted">
        Your order waits until you choose.{' '}
        {canCancel ? 'We refund a canceled part to your card.' : "If you don't want it, please ask us below."}
      </p>
    </OrderSection>
  );
}

interface CancelFormProps extends Pick<BuyerOrder, 'amountCents' | 'chargedCents' | 'refundedCents'> {
  problem: string | undefined;
}

export function CancelForm({ refundedCents, problem, ...amounts }: CancelFormProps) {
  return (
    <OrderSection title="Cancel the order" anchor="cancel">
      <p>
        You can cancel until we pack your order. We&apos;ll refund{' '}
        {formatDollars(paidCents(amounts) - refundedCents)} to your card.
      </p>
      <form method="post" className="mt-3">
        <input type="hidden" name="intent" value="cancel" />
        <label className="flex min-h-6 items-start gap-2">
          <input
            type="checkbox"
            name="confirm"
            value="yes"
            required
            className="mt-1 size-4.5 shrink-0 accent-mark"
          />
          <span>Cancel the entire order</span>
        </label>
        {problem && (
          <p role="alert" className="mt-1.5 text-sm font-medium text-danger">
            {problem}
          </p>
        )}
        <Button type="submit" variant="danger" className="mt-3">
          Cancel the order
        </Button>
      </form>
    </OrderSection>
  );
}
