-- Assistants that shop by the Universal Commerce Protocol (docs/agents.md).
create table public.agent_platforms (
  id uuid default gen_random_uuid() not null,
  profile_url text not null,
  first_seen_at timestamptz default now() not null,
  constraint agent_platforms_pkey primary key (id),
  constraint agent_platforms_profile_url_key unique (profile_url),
  constraint agent_platforms_profile_url_check check (char_length(profile_url) <= 2000)
);
comment on table public.agent_platforms is 'Platforms whose assistants have called, by the address of their profile.';
