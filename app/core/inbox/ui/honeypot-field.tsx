import { HONEYPOT_FIELD } from '../part-request.ts';

/** Only bots fill it in. */
export function HoneypotField() {
  return (
    <div hidden>
      <label>
        Website
        <input name={HONEYPOT_FIELD} tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}
