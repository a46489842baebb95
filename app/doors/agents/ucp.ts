export * from '#core/agents/ucp.ts';
