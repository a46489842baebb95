-- Assistants that shop by the Universal Commerce Protocol (docs/agents.md).
create table public.agent_platforms (
  id uuid default gen_random_uuid() not null,
  profile_url text not null,
  first_seen_at timestamptz default now() not null,
  last_seen_at timestamptz default now() not null,
  signed_at timestamptz,
  constraint agent_platforms_pkey primary key (id),
  constraint agent_platforms_profile_url_key unique (profile_url),
  constraint agent_platforms_profile_url_bounded check (char_length(profile_url) <= 2000)
);
comment on table public.agent_platforms is 'Platforms whose assistants have called, by the address of their profile.';
comment on column public.agent_platforms.last_seen_at is 'At most an hour before the last call.';
comment on column public.agent_platforms.signed_at is 'When a request with a valid signature came first.';
create index agent_platforms_last_seen_at_idx on public.agent_platforms (last_seen_at);
alter table public.agent_platforms enable row level security;
create policy "Admins see platforms" on public.agent_platforms
  for select to authenticated using ((select public.is_admin()));
create policy "The shop finds platforms" on public.agent_platforms for select to service_role using (true);
create policy "The shop adds platforms" on public.agent_platforms for insert to service_role with check (true);
create policy "The shop notes when platforms call" on public.agent_platforms
  for update to service_role using (true) with check (true);
create policy "The shop forgets platforms" on public.agent_platforms for delete to service_role using (true);
grant select on public.agent_platforms to authenticated, service_role;
grant insert (profile_url, signed_at), update (last_seen_at, signed_at), delete on public.agent_platforms to service_role;

-- Platforms that something else names stay, such as those of an order.
create function public.forget_idle_platforms(days integer, most integer) returns integer
language plpgsql set search_path = '' as $$
declare
  idle uuid;
  forgotten integer := 0;
begin
  for idle in
    select id from public.agent_platforms
    where last_seen_at < now() - make_interval(days => days)
    -- Those that stay must not keep the others from their turn.
    order by random()
    limit most
  loop
    begin
      delete from public.agent_platforms where id = idle;
      forgotten := forgotten + 1;
    exception when foreign_key_violation then
      continue;
    end;
  end loop;
  return forgotten;
end $$;
comment on function public.forget_idle_platforms is
  'Deletes platforms that have not called for some days and that nothing names. Returns how many.';
revoke execute on function public.forget_idle_platforms from public;
grant execute on function public.forget_idle_platforms to service_role;

-- Keys that sign for the shop.
create table public.agent_keys (
  id uuid default gen_random_uuid() not null,
  public_key jsonb not null,
  sealed_key text not null,
  created_at timestamptz default now() not null,
  signs_from timestamptz default now() not null,
  published_until timestamptz,
  constraint agent_keys_pkey primary key (id)
);
comment on table public.agent_keys is 'Keys that sign what the shop sends to platforms.';
comment on column public.agent_keys.public_key is 'JSON Web Key, as the shop''s profile lists it. Its kid is the id.';
comment on column public.agent_keys.sealed_key is 'The private key, encrypted with AUTH_SECRET.';
comment on column public.agent_keys.signs_from is 'The key with the latest past time signs.';
comment on column public.agent_keys.published_until is 'When the profile stops to list it. Null: the newest key.';
alter table public.agent_keys enable row level security;
create policy "The shop reads its keys" on public.agent_keys for select to service_role using (true);
create policy "The shop adds keys" on public.agent_keys for insert to service_role with check (true);
create policy "The shop retires keys" on public.agent_keys for update to service_role using (true) with check (true);
create policy "The shop removes keys" on public.agent_keys for delete to service_role using (true);
grant select, insert (id, public_key, sealed_key, signs_from), update (published_until), delete on public.agent_keys
  to service_role;

-- Requests with a key against repetition, for 48 hours.
create table public.agent_requests (
  platform_id uuid not null,
  operation text not null,
  idempotency_key text not null,
  request_hash text not null,
  new_id uuid default gen_random_uuid() not null,
  created_at timestamptz default now() not null,
  claimed_at timestamptz default now() not null,
  status smallint,
  sealed_answer text,
  constraint agent_requests_pkey primary key (platform_id, operation, idempotency_key),
  constraint agent_requests_platform_id_fkey foreign key (platform_id)
    references public.agent_platforms (id) on delete cascade,
  constraint agent_requests_idempotency_key_bounded check (length(idempotency_key) between 1 and 255),
  constraint agent_requests_operation_bounded check (length(operation) between 1 and 60),
  constraint agent_requests_request_hash_form check (request_hash ~ '^[A-Za-z0-9_-]{43}$'),
  constraint agent_requests_answered check ((status is null) = (sealed_answer is null))
);
comment on table public.agent_requests is
  'Requests of platforms with a key against repetition, and their answers, for 48 hours.';
comment on column public.agent_requests.request_hash is 'Keyed hash of what was asked, and of whether it was signed.';
comment on column public.agent_requests.new_id is 'Id of what the request creates. A request that is repeated after a crash has the same.';
comment on column public.agent_requests.claimed_at is 'When a process began with it. Without an answer, another may begin after a minute.';
comment on column public.agent_requests.sealed_answer is 'The body of the answer, encrypted with AUTH_SECRET. Null while it is in work.';
create index agent_requests_created_at_idx on public.agent_requests (created_at);
alter table public.agent_requests enable row level security;
create policy "The shop reads requests of platforms" on public.agent_requests for select to service_role using (true);
create policy "The shop keeps requests of platforms" on public.agent_requests
  for insert to service_role with check (true);
create policy "The shop answers requests of platforms" on public.agent_requests
  for update to service_role using (true) with check (true);
create policy "The shop removes requests of platforms" on public.agent_requests
  for delete to service_role using (true);
grant select, insert (platform_id, operation, idempotency_key, request_hash),
  update (request_hash, new_id, created_at, claimed_at, status, sealed_answer), delete on public.agent_requests to service_role;
