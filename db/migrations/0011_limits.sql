-- Counters of the rate limits.

create table public.limits (
  key text not null,
  points integer not null default 0,
  expire bigint,
  constraint limits_pkey primary key (key)
);
comment on table public.limits is
  'The table of rate-limiter-flexible, which determines its columns and their order. Only the limiter''s own login uses it.';
comment on column public.limits.key is 'The rule and a keyed hash: it reveals no address and no email.';
comment on column public.limits.expire is 'Milliseconds since 1970.';
create index limits_expire_idx on public.limits (expire);
alter table public.limits enable row level security;
create policy "The limiter reads limits" on public.limits for select to limit_service using (true);
create policy "The limiter adds limits" on public.limits for insert to limit_service with check (true);
create policy "The limiter counts" on public.limits for update to limit_service using (true) with check (true);
create policy "The limiter forgets" on public.limits for delete to limit_service using (true);
grant select, insert, update, delete on public.limits to limit_service;
