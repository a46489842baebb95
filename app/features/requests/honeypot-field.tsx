import { HONEYPOT_FIELD } from '#domain/part-request.ts';

/** A field that people neither see nor reach. Whoever fills it in is a robot. */
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
