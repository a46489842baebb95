-- The owner's settings and texts.

-- Each process that keeps rendered pages listens on the channel catalog_changed: without ids, any page may have changed
-- (docs/page-cache.md).
create function public.forget_pages() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  perform pg_catalog.pg_notify('catalog_changed', '');
  return null;
end
$$;

-- One document, and each version of it. app/domain/settings/settings.ts describes the values.
create table public.shop_settings (
  only_row boolean not null default true,
  version integer not null default 1,
  values jsonb not null default '{}',
  changed_at timestamptz not null default now(),
  constraint shop_settings_pkey primary key (only_row),
  constraint shop_settings_one_row check (only_row),
  constraint shop_settings_values_object check (jsonb_typeof(values) = 'object'),
  constraint shop_settings_values_size check (octet_length(values::text) <= 1000000)
);
comment on table public.shop_settings is
  'Has one row. Everybody may read it: pages, prices and mails follow from it. It has no secrets.';
comment on column public.shop_settings.version is 'Counts the changes. A trigger sets it.';
comment on column public.shop_settings.values is 'What differs from the defaults of app/domain/settings.';
alter table public.shop_settings enable row level security;
create policy "Everybody can read the settings" on public.shop_settings
  for select to anon, authenticated, service_role, auth_service using (true);
create policy "Admins can change the settings" on public.shop_settings
  for update to authenticated using ((select public.is_admin())) with check ((select public.is_admin()));
grant select on public.shop_settings to anon, authenticated, service_role, auth_service;
grant update (values) on public.shop_settings to authenticated;

create table public.settings_versions (
  version integer not null,
  values jsonb not null,
  changed_at timestamptz not null,
  changed_by uuid,
  constraint settings_versions_pkey primary key (version)
);
comment on table public.settings_versions is 'Each version of shop_settings. A trigger adds them; they never change.';
comment on column public.settings_versions.changed_by is
  'The admin. Null for a settings file, and for the first version. No foreign key: a version outlives its admin''s account.';
alter table public.settings_versions enable row level security;
create policy "Admins can read versions of the settings" on public.settings_versions
  for select to authenticated using ((select public.is_admin()));
create policy "The shop reads versions of the settings" on public.settings_versions
  for select to service_role using (true);
grant select on public.settings_versions to authenticated, service_role;

create function public.number_settings() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  new.version := old.version + 1;
  new.changed_at := now();
  return new;
end
$$;

create trigger number_settings before update on public.shop_settings
  for each row execute function public.number_settings();

-- Security definer: no role writes versions. Each process listens on settings_changed; pages that are kept follow
-- catalog_changed.
create function public.keep_settings_version() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  insert into public.settings_versions (version, values, changed_at, changed_by)
  values (new.version, new.values, new.changed_at, nullif(current_setting('app.user_id', true), '')::uuid);
  perform pg_catalog.pg_notify('settings_changed', new.version::text);
  perform pg_catalog.pg_notify('catalog_changed', '');
  return null;
end
$$;

create trigger keep_settings_version after insert or update on public.shop_settings
  for each row execute function public.keep_settings_version();

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
comment on column public.legal_texts.published_by is 'The admin. No foreign key: a version outlives its admin''s account.';
alter table public.legal_texts enable row level security;
create policy "Everybody can read legal texts" on public.legal_texts
  for select to anon, authenticated, service_role using (true);
create policy "Admins can publish legal texts" on public.legal_texts
  for insert to authenticated with check ((select public.is_admin()));
grant select (page, version, body, published_at) on public.legal_texts to anon, service_role;
grant select, insert (page, body) on public.legal_texts to authenticated;

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

create trigger forget_pages after insert on public.legal_texts
  for each statement execute function public.forget_pages();

create function public.staff_refund_limit() returns numeric
  language sql stable parallel safe
  set search_path = ''
  return coalesce(
    (select (values #>> '{orders,staffRefundLimitCents}')::numeric / 100 from public.shop_settings),
    200
  );
comment on function public.staff_refund_limit is
  'Dollars of one order that staff may refund. The default is that of app/domain/settings/order-settings.ts.';
grant execute on function public.staff_refund_limit to authenticated;

insert into public.shop_settings default values;
