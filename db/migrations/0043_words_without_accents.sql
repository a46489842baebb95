-- The searches of the desk find names as people type them: 'gomez' finds Gómez, 'oneil' finds O'Neil, and a phone number is
-- found without its area code.
create function public.plain_text(given text) returns text
  language sql immutable parallel safe
  set search_path = ''
return lower(normalize(regexp_replace(normalize(given, nfd), '[\u0300-\u036f]+', '', 'g'), nfc));
comment on function public.plain_text is 'A text in lower case, without accents.';

create function public.name_words(given text) returns setof text
  language sql immutable parallel safe
  set search_path = ''
as $$
  select regexp_split_to_table(spelled, '[^[:alnum:]]+')
  from (values
    (translate(public.plain_text(given), '''’‘ʼ`´', '')),
    (translate(public.plain_text(given), '''’‘ʼ`´', '      '))
  ) as spellings (spelled)
$$;
comment on function public.name_words is 'The words of a text: O''Neil is oneil, and also o and neil.';

create function public.phone_words(phone text) returns setof text
  language sql immutable parallel safe
  set search_path = ''
as $$
  select unnest(array[digits, right(digits, 10), right(digits, 7), right(digits, 4)])
  from (select regexp_replace(phone, '\D', '', 'g') as digits) as dialed
$$;
comment on function public.phone_words is
  'A phone number as digits: whole, without the country''s code, without the area code, and its last four.';

create or replace function public.order_search_words(purchase public.orders) returns tsvector
  language sql stable
  set search_path = ''
as $$
  select array_to_tsvector(coalesce(array_agg(distinct left(word, 100)), '{}'))
  from (
    select 'py' || purchase.number
    union all select purchase.number::text
    union all select left(purchase.id::text, 8)
    union all select lower(purchase.email)
    union all select public.phone_words(purchase.phone)
    union all select regexp_replace(lower(tracking), '[^a-z0-9]', '', 'g')
      from public.shipments where order_id = purchase.id
    union all select regexp_replace(lower(oem_number), '[^a-z0-9]', '', 'g')
      from public.order_lines where order_id = purchase.id
    union all select public.name_words(concat_ws(' ', purchase.customer_name, purchase.email,
        (select string_agg(concat_ws(' ', part_name, vehicle), ' ') from public.order_lines
         where order_id = purchase.id)))
  ) as words (word)
  where word <> ''
$$;

create or replace function public.inbox_words(texts text[], phone text, reference text) returns tsvector
  language sql immutable
  set search_path = ''
as $$
  select array_to_tsvector(coalesce(array_agg(distinct left(word, 100)), '{}'))
  from (
    select lower(reference)
    union all select public.phone_words(phone)
    union all select public.name_words(concat_ws(' ', phone, array_to_string(texts, ' ')))
    -- An address is looked for as a whole.
    union all select lower(address) from unnest(texts) as address where address like '%_@_%' and address !~ '\s'
  ) as words (word)
  where word <> ''
$$;

update public.order_search set words = public.order_search_words(orders)
from public.orders where orders.id = order_search.order_id;

update public.inbox_threads as thread set words = public.inbox_words(
  array[request.name, request.email, request.make, request.model, request.year, request.part_name, request.description,
    'req', thread.number::text],
  request.phone, 'req' || thread.number
)
from public.part_requests as request where request.id = thread.request_id;
update public.inbox_threads as thread set words = public.inbox_words(
  array[message.name, message.email, message.subject, message.message, 'msg', thread.number::text],
  null, 'msg' || thread.number
)
from public.contact_messages as message where message.id = thread.message_id;

create or replace function public.count_customers(most integer) returns integer
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
      left(translate(public.plain_text(concat_ws(
        ' ', '', customer.email, profile.display_name, regexp_replace(profile.phone, '\D', '', 'g'),
        bought.words, asked.words, wrote.words
      )), '''’‘ʼ`´', ''), 4000),
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

comment on column public.customers.words is
  'Holds the texts that the search compares: the address, all names, and phone numbers without punctuation, each after a space, without accents and apostrophes.';
insert into public.customer_changes (email) select email from public.customers;
