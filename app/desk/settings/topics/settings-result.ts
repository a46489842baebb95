import type { ActionResult } from '#core/values/action-result.ts';

/** Its errors are by path, as in 'locations.0.zip'. */
export interface SettingsResult extends ActionResult {
  /** The topic as it is stored now. */
  latest?: LatestTopic;
}

export interface LatestTopic {
  version: number;
  values: TopicValues;
}

export type TopicValues = Readonly<Record<string, unknown>>;
