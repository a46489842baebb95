-- The limits are counted by the shop's own statements (server/limits/limits.ts).

comment on table public.limits is 'Counters of the rate limits. Only the limiter''s own login uses it.';
