const PHONE = /^tel:\+?[\d().-]{3,20}$/;
const EMAIL = /^mailto:[^\s@?&,;:%<>"']+@[a-z\d.-]+$/i;

/** Allows https: addresses, mail addresses, phone numbers and paths of the shop. Undefined if the link is allowed. */
export function findLinkProblem(href: string): string | undefined {
  if (/^(mailto|tel):/i.test(href)) {
    return EMAIL.test(href) || PHONE.test(href) ? undefined : `The link "${href}" is not a valid address.`;
  }
  // Browsers read \ as /, and // starts the name of another host.
  if (/^\/(?![/\\])/.test(href)) {
    return /[{}\\]|%7[bd]|%5c/i.test(href)
      ? `The link "${href}" has characters that are not allowed.`
      : undefined;
  }
  if (/^https:\/\/[^/]/i.test(href) && URL.canParse(href)) {
    const { username, password, hostname } = new URL(href);
    if (username || password) return `The link "${href}" has a user name, which is not allowed.`;
    if (hostname.includes('.')) return undefined;
  }
  return `The link "${href}" is not allowed. A link starts with https://, mailto:, tel: or /.`;
}
