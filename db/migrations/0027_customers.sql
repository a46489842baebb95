-- Customers: one row for each person who has an account, has bought or has written, by email address. Triggers note who has
-- changed; count_customers() counts these people again, from a job and before the list is read. So a payment never waits
-- for the row of its buyer.
create table public.customers (
  id uuid not null default gen_random_uuid(),
  email text not null,
  user_id uuid,
  name text,
  phone text,
  words text not null default '',
  orders integer not null default 0,
  spent numeric(14, 2) not null default 0,
  disputes integer not null default 0,
  requests integer not null default 0,
  messages integer not null default 0,
  last_seen_at timestamptz not null default now(),
  last_ordered_at timestamptz,
  constraint customers_pkey primary key (id),
  constraint customers_email_key unique (email),
  constraint customers_email_lower_case check (email = lower(email))
);
comment on table public.customers is
  'People by email address: accounts, and guests by the address of their orders, requests and messages.';
comment on column public.customers.user_id is 'The account with this confirmed address. Null for a guest.';
comment on column public.customers.words is
  'What is searched: the address, all names, and phone numbers without punctuation, each after a space.';
comment on column public.customers.orders is 'Paid orders.';
comment on column public.customers.spent is 'Dollars: what was paid minus what was refunded.';
comment on column public.customers.last_seen_at is 'Of the latest sign-up, order, request or message.';
comment on column public.customers.last_ordered_at is 'Of the latest paid order.';
create index customers_user_id_idx on public.customers (user_id);
create index customers_last_seen_at_idx on public.customers (last_seen_at desc, id desc);
create index customers_words_idx on public.customers using gin (words public.gin_trgm_ops);
alter table public.customers enable row level security;
create policy "Admins can read customers" on public.customers
  for select to authenticated using ((select public.is_admin()));
grant select on public.customers to authenticated;

create table public.customer_changes (
  id bigint generated always as identity,
  email text not null,
  constraint customer_changes_pkey primary key (id)
);
comment on table public.customer_changes is 'People to be counted again.';
alter table public.customer_changes enable row level security;

create table public.customer_notes (
  id uuid not null default gen_random_uuid(),
  email text not null,
  note text not null,
  written_at timestamptz not null default now(),
  written_by uuid default auth.uid(),
  constraint customer_notes_pkey primary key (id),
  constraint customer_notes_email_lower_case check (email = lower(email) and length(email) between 3 and 320),
  constraint customer_notes_note_bounded check (length(note) between 1 and 5000)
);
comment on table public.customer_notes is 'What admins wrote about a person.';
comment on column public.customer_notes.written_by is 'The admin. No foreign key: a note outlives its admin''s account.';
create index customer_notes_email_idx on public.customer_notes (email, written_at desc);
alter table public.customer_notes enable row level security;
create policy "Admins can read notes" on public.customer_notes
  for select to authenticated using ((select public.is_admin()));
create policy "Admins can write notes" on public.customer_notes
  for insert to authenticated with check ((select public.is_admin()) and written_by = (select auth.uid()));
create policy "Admins can delete notes" on public.customer_notes
  for delete to authenticated using ((select public.is_admin()));
grant select, insert (email, note), delete on public.customer_notes to authenticated;

-- Security definer: roles that change orders, requests or accounts have no rights on customers. The row has a user, an
-- address, or both; the address of the account counts.
create function public.note_customer() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  insert into public.customer_changes (email)
  select distinct email from (
    select coalesce((select users.email from auth.users where users.id = (fact ->> 'user_id')::uuid), lower(fact ->> 'email'))
      as email
    from unnest(array[to_jsonb(old), to_jsonb(new)]) as fact
  ) as people where email is not null;
  return null;
end
$$;

create trigger note_changed_customer
  after update of user_id, email, customer_name, phone, payment_id, amount, refunded on public.orders
  for each row
  when (
    (old.user_id, old.email, old.customer_name, old.phone, old.payment_id, old.amount, old.refunded)
    is distinct from (new.user_id, new.email, new.customer_name, new.phone, new.payment_id, new.amount, new.refunded)
  )
  execute function public.note_customer();
create trigger note_customer after insert or delete or update of user_id, email on public.part_requests
  for each row execute function public.note_customer();
create trigger note_customer after insert or delete or update of user_id, email on public.contact_messages
  for each row execute function public.note_customer();
create trigger note_customer after insert or update of display_name, phone on public.profiles
  for each row execute function public.note_customer();
create trigger note_customer after insert on public.orders
  for each row when (new.email is not null or new.user_id is not null) execute function public.note_customer();
create trigger note_customer_of_deleted_order after delete on public.orders
  for each row execute function public.note_customer();

-- Security definer, as note_customer().
create function public.note_customer_of_account() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  insert into public.customer_changes (email) values (coalesce(new.email, old.email));
  return null;
end
$$;

create trigger note_customer after insert or delete or update of email_verified on auth.users
  for each row execute function public.note_customer_of_account();

-- Security definer, as note_customer().
create function public.note_customer_of_dispute() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  insert into public.customer_changes (email)
  select coalesce(users.email, lower(orders.email))
  from public.orders left join auth.users on users.id = user_id
  where orders.id = new.order_id and coalesce(users.email, orders.email) is not null;
  return null;
end
$$;

create trigger note_customer after insert on public.disputes
  for each row execute function public.note_customer_of_dispute();

-- Security definer, as note_customer(); it writes customers. Each statement sees what was committed before it, so the second one of
-- two that count the same person at the same time counts all.
create function public.count_customers(most integer) returns integer
  language plpgsql security definer
  set search_path = ''
as $$
declare
  changed text[];
begin
  if current_setting('role') = 'authenticated' and not public.is_admin() then
    raise insufficient_privilege using message = 'only admins can count customers';
  end if;
  with taken as (
    delete from public.customer_changes
    where id in (select id from public.customer_changes order by id limit most for update)
    returning email
  )
  select array_agg(distinct email order by email) into changed from taken;
  if changed is null then return 0; end if;

  insert into public.customers (email) select unnest(changed) on conflict do nothing;
  perform from public.customers where email = any (changed) order by email for update;
  update public.customers as customer set (
    user_id, name, phone, words, orders, spent, disputes, requests, messages, last_seen_at, last_ordered_at
  ) = (
    select account.id,
      coalesce(nullif(btrim(profile.display_name), ''), bought.name, asked.name, wrote.name),
      coalesce(nullif(btrim(profile.phone), ''), bought.phone, asked.phone),
      left(lower(concat_ws(' ', '', customer.email, profile.display_name, regexp_replace(profile.phone, '\D', '', 'g'),
        bought.words, asked.words, wrote.words)), 4000),
      bought.orders, bought.spent, bought.disputes, asked.requests, wrote.messages,
      coalesce(greatest(account.created_at, bought.seen_at, asked.seen_at, wrote.seen_at), '-infinity'),
      bought.ordered_at
    from (select) as person
    left join auth.users as account on account.email = customer.email and account.email_verified
    left join public.profiles as profile on profile.user_id = account.id
    cross join lateral (
      select count(*) filter (where payment_id is not null) as orders,
        coalesce(sum(amount - refunded) filter (where payment_id is not null), 0) as spent,
        coalesce(sum(case when payment_id is not null then
          (select count(*) from public.disputes where order_id = own.id) end), 0) as disputes,
        max(created_at) as seen_at, max(created_at) filter (where payment_id is not null) as ordered_at,
        (array_agg(customer_name order by created_at desc) filter (where customer_name is not null))[1] as name,
        (array_agg(own.phone order by created_at desc) filter (where own.phone is not null))[1] as phone,
        concat_ws(' ', string_agg(distinct customer_name, ' '),
          string_agg(distinct regexp_replace(own.phone, '\D', '', 'g'), ' ')) as words
      from (
        select id, payment_id, amount, refunded, created_at, customer_name, phone
          from public.orders where user_id = account.id
        union all
        select id, payment_id, amount, refunded, created_at, customer_name, phone
          from public.orders where user_id is null and lower(email) = customer.email
      ) as own
    ) as bought
    cross join lateral (
      select count(*) as requests, max(created_at) as seen_at,
        (array_agg(own.name order by created_at desc))[1] as name,
        (array_agg(own.phone order by created_at desc) filter (where own.phone <> ''))[1] as phone,
        concat_ws(' ', string_agg(distinct own.name, ' '),
          string_agg(distinct regexp_replace(own.phone, '\D', '', 'g'), ' ')) as words
      from (
        select name, phone, created_at from public.part_requests where user_id = account.id
        union all
        select name, phone, created_at from public.part_requests where user_id is null and lower(email) = customer.email
      ) as own
    ) as asked
    cross join lateral (
      select count(*) as messages, max(created_at) as seen_at,
        (array_agg(own.name order by created_at desc))[1] as name, string_agg(distinct own.name, ' ') as words
      from (
        select name, created_at from public.contact_messages where user_id = account.id
        union all
        select name, created_at from public.contact_messages where user_id is null and lower(email) = customer.email
      ) as own
    ) as wrote
  )
  where email = any (changed);
  delete from public.customers where email = any (changed) and last_seen_at = '-infinity';
  return cardinality(changed);
end
$$;
comment on function public.count_customers is
  'Counts people who have changed. Returns how many; call it again until it returns 0.';
grant execute on function public.count_customers to authenticated, service_role;

-- Security definer, and it checks the role itself: an index on a part of a text can't be used through row-level security.
-- Newest first. The words of a common search are found sooner by walking along the dates than by sorting all it finds.
create function public.find_customers(
  wanted text[], seen_at timestamptz, seen_id uuid, backwards boolean, most integer
) returns table (ids uuid[], total integer)
  language plpgsql stable security definer
  set search_path = ''
as $$
declare
  most_counted constant integer := 500;
  patterns text[] := array(
    -- The index has pieces of three characters: one or two are found at the beginning of a word.
    select case when length(word) < 3 then '% ' else '%' end
      || replace(replace(replace(word, '\', '\\'), '%', '\%'), '_', '\_') || '%'
    from unnest(wanted) as word order by length(word) desc
  );
  -- Two words are looked up in the index. It can't be asked for all of a list.
  second text := coalesce(patterns[2], patterns[1]);
begin
  if not public.is_admin() then
    raise insufficient_privilege using message = 'only admins can find customers';
  end if;
  if cardinality(patterns) = 0 then
    total := (select count(*) from (select from public.customers limit most_counted + 1) as some_of);
  else
    -- What is common among the newest needs no look into the index, whose lists are then long.
    total := (
      select count(*) from (
        select from (select words from public.customers order by last_seen_at desc, id desc limit 5000) as newest
        where words like all (patterns) limit most_counted + 1
      ) as some_of
    );
    if total <= most_counted then
      total := (
        select count(*) from (
          select from public.customers
          where words like patterns[1] and words like second and words like all (patterns) limit most_counted + 1
        ) as some_of
      );
    end if;
  end if;
  if total > most_counted or cardinality(patterns) = 0 then
    if backwards then
      ids := array(
        select id from public.customers
        where words like all (patterns) and (last_seen_at, id) > (seen_at, seen_id)
        order by last_seen_at, id limit most
      );
    elsif seen_at is null then
      ids := array(
        select id from public.customers where words like all (patterns)
        order by last_seen_at desc, id desc limit most
      );
    else
      ids := array(
        select id from public.customers
        where words like all (patterns) and (last_seen_at, id) < (seen_at, seen_id)
        order by last_seen_at desc, id desc limit most
      );
    end if;
  else
    ids := array(
      select id from (
        select id, last_seen_at from public.customers
        where words like patterns[1] and words like second and words like all (patterns)
          and case when seen_at is null then true
            when backwards then (last_seen_at, id) > (seen_at, seen_id)
            else (last_seen_at, id) < (seen_at, seen_id) end
        offset 0
      ) as found
      order by
        case when backwards then last_seen_at end, case when backwards then id end, last_seen_at desc, id desc
      limit most
    );
  end if;
  return next;
end
$$;
comment on function public.find_customers is
  'People whose words contain all that is wanted, in lower case. total: how many, or 501 for more than 500.';
grant execute on function public.find_customers to authenticated;

-- Security definer, as find_customers().
create function public.customer_history(customer uuid, most integer)
  returns table (kind text, id uuid)
  language plpgsql stable security definer
  set search_path = ''
as $$
declare
  person public.customers;
begin
  if not public.is_admin() then
    raise insufficient_privilege using message = 'only admins can read customers';
  end if;
  select * into person from public.customers where customers.id = customer;
  -- "offset 0": the planner must not walk along all dates instead.
  return query
    (select 'order', own.id from (
      (select orders.id, created_at from public.orders
        where user_id = person.user_id order by created_at desc limit most)
      union all
      (select orders.id, created_at from public.orders
        where user_id is null and lower(email) = person.email order by created_at desc limit most)
    ) as own order by created_at desc limit most)
    union all
    (select 'request', own.id from (
      select part_requests.id, created_at from public.part_requests where user_id = person.user_id
      union all
      select part_requests.id, created_at from public.part_requests
        where user_id is null and lower(email) = person.email
      offset 0
    ) as own order by created_at desc limit most)
    union all
    (select 'message', own.id from (
      select contact_messages.id, created_at from public.contact_messages where user_id = person.user_id
      union all
      select contact_messages.id, created_at from public.contact_messages
        where user_id is null and lower(email) = person.email
      offset 0
    ) as own order by created_at desc limit most);
end
$$;
comment on function public.customer_history is 'The newest orders, requests and messages of a person.';
grant execute on function public.customer_history to authenticated;
