/** How long a recovery link is good once it has been opened, in seconds: as long as the link itself at most. */
const MAX_AGE = 60 * 60;

const NAME = 'partyard.recovery';

/** Keeps a recovery link, whose token no script and no history shall see, until its new password is set. */
export function recoveryCookie({ siteUrl }: { siteUrl: string }, token: string, maxAge = MAX_AGE): string {
  const secure = siteUrl.startsWith('https:') ? '; Secure' : '';
  return `${NAME}=${token}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`;
}

export function recoveryToken(request: Request): string | undefined {
  const [, token] =
    (request.headers.get('Cookie') ?? '').match(/(?:^|; )partyard\.recovery=([\w-]{43})(?:;|$)/) ?? [];
  return token;
}
