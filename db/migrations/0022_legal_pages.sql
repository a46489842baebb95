-- The owner's texts of the legal pages. The texts that the shop is delivered with are source code: version 0.

create table public.legal_texts (
  page text not null,
  version integer not null default 1,
  body text not null,
  published_at timestamptz not null default now(),
  published_by uuid,
  constraint legal_texts_pkey primary key (page, version),
  constraint legal_texts_page_known check (page in ('privacy', 'terms', 'warranty')),
  constraint legal_texts_version_positive check (version > 0),
  constraint legal_texts_body_length check (char_length(body) between 1 and 40000)
);
comment on table public.legal_texts is
  'Each version of each legal page. The latest is current. Versions never change, because orders name them.';
comment on column public.legal_texts.version is 'Counts the versions of a page. A trigger sets it.';
comment on column public.legal_texts.body is 'Restricted Markdown with placeholders (docs/legal-pages.md).';
comment on column public.legal_texts.published_by is
  'The admin. No foreign key: a version outlives its admin''s account.';
alter table public.legal_texts enable row level security;
create policy "Everybody can read legal texts" on public.legal_texts
  for select to anon, authenticated, service_role using (true);
create policy "Admins can publish legal texts" on public.legal_texts
  for insert to authenticated with check ((select public.is_admin()));
grant select (page, version, body, published_at) on public.legal_texts to anon, service_role;
grant select on public.legal_texts to authenticated;
grant insert (page, body) on public.legal_texts to authenticated;

-- Of two admins who publish at the same time, one gets the error of the primary key.
create function public.number_legal_text() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  new.version := 1 + coalesce((select max(version) from public.legal_texts where page = new.page), 0);
  new.published_at := now();
  new.published_by := nullif(current_setting('app.user_id', true), '')::uuid;
  return new;
end
$$;

create trigger number_legal_text before insert on public.legal_texts
  for each row execute function public.number_legal_text();

create function public.announce_legal_text() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  perform pg_catalog.pg_notify('catalog_changed', '');
  return null;
end
$$;

create trigger announce_legal_text after insert on public.legal_texts
  for each statement execute function public.announce_legal_text();

alter table public.orders
  add column terms_version integer,
  add column warranty_version integer,
  add constraint orders_legal_versions_positive check (terms_version > 0 and warranty_version > 0);
comment on column public.orders.terms_version is
  'The version of the terms that the buyer accepted. Null for the text that the shop is delivered with.';
comment on column public.orders.warranty_version is 'As terms_version, of the warranty.';
