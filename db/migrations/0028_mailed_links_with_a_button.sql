-- Mailed links ask on a page before they do something, and their secrets do not stay with the mails that were sent.

alter table auth.sessions add column by_recovery boolean not null default false;
comment on column auth.sessions.by_recovery is
  'Begun by a link that resets the password: changing the password later asks for no current one.';

-- In the statement that notes that a mail was sent.
grant update (body, html) on public.mails to service_role;

-- What was sent before. A link is good for a day at most, so none of these can be used any more.
update public.mails
  set body = regexp_replace(body, '([?&;]token=)[A-Za-z0-9_-]{43}', '\1removed', 'g'),
    html = regexp_replace(html, '([?&;]token=)[A-Za-z0-9_-]{43}', '\1removed', 'g')
  where created_at < now() - interval '1 day' and body ~ '[?&;]token=[A-Za-z0-9_-]{43}';
