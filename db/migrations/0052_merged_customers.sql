-- A person who buys with several addresses is one customer once an admin says so.
create table public.customer_merges (
  email text not null,
  person text not null,
  merged_at timestamptz not null default now(),
  merged_by uuid default auth.uid(),
  constraint customer_merges_pkey primary key (email),
  constraint customer_merges_two_addresses check (email <> person),
  constraint customer_merges_lower_case check (email = lower(email) and person = lower(person)),
  constraint customer_merges_length check (length(email) between 3 and 320 and length(person) between 3 and 320)
);
comment on table public.customer_merges is 'Addresses whose customer is shown as the customer of another address.';
comment on column public.customer_merges.person is 'The other address. It can be merged itself.';
comment on column public.customer_merges.merged_by is 'The admin. No foreign key: a merge outlives its admin''s account.';
create index customer_merges_person_idx on public.customer_merges (person);
alter table public.customer_merges enable row level security;
create policy "Admins can read merges" on public.customer_merges
  for select to authenticated using ((select public.is_admin()));
create policy "Admins can merge customers" on public.customer_merges
  for insert to authenticated with check ((select public.is_admin()) and merged_by = (select auth.uid()));
create policy "Admins can undo merges for a day" on public.customer_merges
  for delete to authenticated using ((select public.is_admin()) and merged_at > now() - interval '1 day');
grant select, insert (email, person), delete on public.customer_merges to authenticated;

-- No role may call it: it would tell the address of an account.
create function public.customer_of(address text, account uuid) returns text
  language sql stable
  set search_path = ''
as $$
  with recursive people (email) as (
    select coalesce((select users.email from auth.users where users.id = account), lower(address))
    union
    select person from people join public.customer_merges using (email)
  )
  select email from people
  where not exists (select from public.customer_merges where customer_merges.email = people.email)
$$;
comment on function public.customer_of is
  'The address of the customer to which an address belongs. An account stands for its own address.';

create function public.customer_addresses(customer text) returns text[]
  language sql stable
  set search_path = ''
as $$
  with recursive addresses (email) as (
    select customer
    union
    select customer_merges.email from addresses join public.customer_merges on person = addresses.email
  )
  select array_agg(email) from addresses
$$;
comment on function public.customer_addresses is 'All addresses of a customer.';

-- Security definer, as note_customer().
create function public.note_merged_customers() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  changed public.customer_merges := coalesce(new, old);
begin
  -- One merge after the other: two at the same time could make a circle.
  perform pg_advisory_xact_lock(hashtextextended('customer_merges', 0));
  if tg_op = 'INSERT' and public.customer_of(new.person, null) is null then
    raise check_violation using constraint = 'customer_merges_no_circle', message = 'these customers are merged already';
  end if;
  insert into public.customer_changes (email) values (changed.email), (changed.person);
  return null;
end
$$;
create trigger note_merged_customers after insert or delete on public.customer_merges
  for each row execute function public.note_merged_customers();

-- Security definer, as note_customer(): merges follow the address of an account, and end with the account.
create function public.follow_account_in_merges() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    delete from public.customer_merges where old.email in (email, person);
  else
    delete from public.customer_merges where email = new.email or (email = old.email and person = new.email);
    update public.customer_merges set email = new.email where email = old.email;
    update public.customer_merges set person = new.email where person = old.email;
  end if;
  return null;
end
$$;
create trigger follow_account_in_merges after delete on auth.users
  for each row execute function public.follow_account_in_merges();
create trigger follow_address_in_merges after update of email on auth.users
  for each row when (old.email is distinct from new.email) execute function public.follow_account_in_merges();

-- The names that came with the customer's own address count before those of merged ones.
create or replace function public.count_customers(most integer) returns integer
  language plpgsql security definer
  set search_path = ''
as $$
declare
  noted text[];
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
  select array_agg(distinct email) into noted from taken;
  if noted is null then return 0; end if;
  delete from public.customers where email = any (noted) and email in (select customer_merges.email from public.customer_merges);
  changed := array(select distinct public.customer_of(email, null) as person from unnest(noted) as email order by person);

  insert into public.customers (email) select unnest(changed) on conflict do nothing;
  perform from public.customers where email = any (changed) order by email for update;
  update public.customers as customer set (
    user_id, name, phone, words, orders, spent, disputes, requests, messages, last_seen_at, last_ordered_at
  ) = (
    select account.id,
      coalesce(nullif(btrim(profile.display_name), ''), bought.name, asked.name, wrote.name),
      coalesce(nullif(btrim(profile.phone), ''), bought.phone, asked.phone),
      left(translate(public.plain_text(concat_ws(
        ' ', '', array_to_string(own.addresses, ' '), profile.display_name, regexp_replace(profile.phone, '\D', '', 'g'),
        bought.words, asked.words, wrote.words
      )), '''’‘ʼ`´', ''), 4000),
      bought.orders, bought.spent, bought.disputes, asked.requests, wrote.messages,
      coalesce(greatest(account.created_at, bought.seen_at, asked.seen_at, wrote.seen_at), '-infinity'),
      bought.ordered_at
    -- "offset 0": the planner must not compute these for each order.
    from (select public.customer_addresses(customer.email) as addresses offset 0) as own
    cross join lateral (
      select array(select id from auth.users where email = any (own.addresses) and email_verified) as ids offset 0
    ) as accounts
    left join lateral (
      select id, created_at from auth.users where id = any (accounts.ids)
      order by (email = customer.email) desc, created_at limit 1
    ) as account on true
    left join public.profiles as profile on profile.user_id = account.id
    cross join lateral (
      select count(*) filter (where payment_id is not null) as orders,
        coalesce(sum(amount - refunded) filter (where payment_id is not null), 0) as spent,
        coalesce(sum(case when payment_id is not null then
          (select count(*) from public.disputes where order_id = placed.id) end), 0) as disputes,
        max(created_at) as seen_at, max(created_at) filter (where payment_id is not null) as ordered_at,
        (array_agg(customer_name order by is_own desc, created_at desc) filter (where customer_name is not null))[1] as name,
        (array_agg(placed.phone order by is_own desc, created_at desc) filter (where placed.phone is not null))[1] as phone,
        concat_ws(' ', string_agg(distinct customer_name, ' '),
          string_agg(distinct regexp_replace(placed.phone, '\D', '', 'g'), ' ')) as words
      from (
        select id, payment_id, case when charged_currency is null then coalesce(charged, amount) else amount end as amount,
          refunded, created_at, customer_name, phone, user_id = account.id as is_own
          from public.orders where user_id = any (accounts.ids)
        union all
        select id, payment_id, case when charged_currency is null then coalesce(charged, amount) else amount end,
          refunded, created_at, customer_name, phone, lower(email) = customer.email
          from public.orders where user_id is null and lower(email) = any (own.addresses)
      ) as placed
    ) as bought
    cross join lateral (
      select count(*) as requests, max(created_at) as seen_at,
        (array_agg(sent.name order by is_own desc, created_at desc))[1] as name,
        (array_agg(sent.phone order by is_own desc, created_at desc) filter (where sent.phone <> ''))[1] as phone,
        concat_ws(' ', string_agg(distinct sent.name, ' '),
          string_agg(distinct regexp_replace(sent.phone, '\D', '', 'g'), ' ')) as words
      from (
        select name, phone, created_at, user_id = account.id as is_own from public.part_requests
          where user_id = any (accounts.ids)
        union all
        select name, phone, created_at, lower(email) = customer.email from public.part_requests
          where user_id is null and lower(email) = any (own.addresses)
      ) as sent
    ) as asked
    cross join lateral (
      select count(*) as messages, max(created_at) as seen_at,
        (array_agg(sent.name order by is_own desc, created_at desc))[1] as name, string_agg(distinct sent.name, ' ') as words
      from (
        select name, created_at, user_id = account.id as is_own from public.contact_messages
          where user_id = any (accounts.ids)
        union all
        select name, created_at, lower(email) = customer.email from public.contact_messages
          where user_id is null and lower(email) = any (own.addresses)
      ) as sent
    ) as wrote
  )
  where email = any (changed);
  delete from public.customers where email = any (changed) and last_seen_at = '-infinity';
  return cardinality(noted);
end
$$;

-- Security definer, as find_customers().
create function public.customers_of_orders(of_number bigint, first uuid, last uuid) returns uuid[]
  language plpgsql stable security definer
  set search_path = ''
as $$
begin
  if not public.is_admin() then
    raise insufficient_privilege using message = 'only admins can find customers';
  end if;
  return array(
    select id from public.customers where email in (
      select public.customer_of(orders.email, orders.user_id) from public.orders
      where number = of_number or orders.id between first and last limit 10
    )
  );
end
$$;
comment on function public.customers_of_orders is 'The customers of orders with a number, or with an id in a range.';
grant execute on function public.customers_of_orders to authenticated;

drop function public.customer_history;

-- Security definer, as find_customers(). Newest first. "offset 0": the planner must not walk along all dates instead.
create function public.customer_history(customer uuid, before timestamptz, most integer)
  returns table (kind text, id uuid, at timestamptz)
  language plpgsql stable security definer
  set search_path = ''
as $$
declare
  addresses text[];
  accounts uuid[];
begin
  if not public.is_admin() then
    raise insufficient_privilege using message = 'only admins can read customers';
  end if;
  addresses := public.customer_addresses((select email from public.customers where customers.id = customer));
  accounts := array(select users.id from auth.users where email = any (addresses) and email_verified);
  return query
    with placed as (
      (select orders.id, created_at from public.orders
        where user_id = any (accounts) and created_at < before order by created_at desc limit most)
      union all
      (select orders.id, created_at from public.orders
        where user_id is null and lower(email) = any (addresses) and created_at < before order by created_at desc limit most)
    ), sent_back as (
      select returns.id, asked_at from public.returns where asked_at < before and order_id in (
        select orders.id from public.orders where user_id = any (accounts)
        union all
        select orders.id from public.orders where user_id is null and lower(email) = any (addresses)
      )
    ), asked as (
      select part_requests.id, created_at from public.part_requests where user_id = any (accounts)
      union all
      select part_requests.id, created_at from public.part_requests
        where user_id is null and lower(email) = any (addresses)
      offset 0
    ), wrote as (
      select contact_messages.id, created_at from public.contact_messages where user_id = any (accounts)
      union all
      select contact_messages.id, created_at from public.contact_messages
        where user_id is null and lower(email) = any (addresses)
      offset 0
    )
    select story.kind, story.id, story.at from (
      select 'order' as kind, placed.id, created_at as at from placed
      union all select 'return', sent_back.id, asked_at from sent_back
      union all select 'request', asked.id, created_at from asked where created_at < before
      union all select 'message', wrote.id, created_at from wrote where created_at < before
    ) as story
    order by story.at desc, story.id limit most;
end
$$;
comment on function public.customer_history is 'The newest orders, returns, requests and messages of a person before a time.';
grant execute on function public.customer_history to authenticated;
