import type { ArticleChange } from '../../model/article/article-change.ts';
import type { Alert } from '../../model/publish/alert.ts';
import { dateOrNull, type Stored } from './stored.ts';

export const alertOf = (stored: Stored<Alert>): Alert => ({
  ...stored,
  openedAt: new Date(stored.openedAt),
  lastSeenAt: new Date(stored.lastSeenAt),
  resolvedAt: dateOrNull(stored.resolvedAt),
  mutedAt: dateOrNull(stored.mutedAt),
  toldAt: dateOrNull(stored.toldAt),
  telling: stored.telling && { ...stored.telling, to: stored.telling.to ?? null }, // older versions wrote none
});

export const articleChangeOf = ({ articleId, revision, at }: Stored<ArticleChange>): ArticleChange => ({
  articleId,
  revision,
  at: new Date(at),
});
