import type { StoredTopic, Topic } from '../../model/topic/topic.ts';
import type { StoredTime } from './stored.ts';

/** Both stores hold a topic as one JSON text: keywords are its keys, and older MongoDB servers give a dot or a dollar in a key a meaning. */
export interface TopicDocument {
  readonly updatedAt: StoredTime;
  readonly doc: string;
}

export const topicOf = ({ updatedAt, doc }: TopicDocument): StoredTopic => ({
  topic: JSON.parse(doc) as Topic,
  updatedAt: new Date(updatedAt),
});
