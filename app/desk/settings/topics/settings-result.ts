import type { ActionResult } from '#core/values/action-result.ts';

/** Keys its errors by path. Example: 'locations.0.zip'. */
export interface SettingsResult extends ActionResult {
  /** Topic as it is stored now. */
  latest?: LatestTopic;
}

export interface LatestTopic {
  version: number;
  values: TopicValues;
}

export type TopicValues = Readonly<Record<string, unknown>>;
