import type {
  Article,
  ArticleStatus,
  CommittedArticle,
  Judgement,
  StoredArticle,
} from '../../../model/article/article.ts';
import { keepsNewTopic } from '../../../model/article/article-change.ts';
import { type ArticleVersion, articleVersion } from '../../../model/article/article-version.ts';
import { type ClusterMember, judgeCluster, mergedClusterId } from '../../../model/article/cluster.ts';
import { bestScore } from '../../../model/article/importance.ts';
import { rankKeys, simhashBands } from '../../../model/article/neighbour-keys.ts';
import { articleChanges } from '../../collections/article-changes.ts';
import { revisions } from '../../collections/articles.ts';
import { tableIn } from '../../engine/sqlite.ts';
import type { Database } from '../database.ts';
import { inLinksOf } from '../frontier/links.ts';
import { type ArticleRow, readArticle, selectArticles } from './article-rows.ts';
import { writeNews } from './news.ts';
import { awaitIndex } from './search-index.ts';

/** Inside a transaction: writes the article, merges the clusters that it connects, judges their members again. @param reextractedAt null: it comes from a visit */
export function storeArticle(db: Database, article: Article, reextractedAt: Date | null = null): CommittedArticle {
  const row = db.get<ArticleRow>(`${selectArticles} WHERE a.id = :id`, { id: article.id });
  const stored = row === undefined ? null : readArticle(row);
  const version = articleVersion(stored, article, reextractedAt);
  const clusters = joinedClusters(db, article, stored);
  if (version.takesText) {
    if (stored !== null) changeKeys(db, 'remove', stored);
    writeArticle(db, article, version, mergedClusterId(clusters));
    changeKeys(db, 'add', article);
    const { revision, updatedAt } = version;
    if (revision !== stored?.revision)
      tableIn(db, articleChanges).add({ articleId: article.id, revision, at: updatedAt });
  }
  mergeClusters(db, clusters);
  return verdictOf(db, article.id);
}

/** Inside a transaction: judges the members of the merged cluster again. */
export function mergeClusters(db: Database, clusters: readonly string[]): void {
  const cluster = mergedClusterId(clusters);
  for (const merged of clusters)
    if (merged !== cluster)
      db.run('UPDATE articles SET cluster = :cluster WHERE cluster = :merged', { cluster, merged });
  judge(db, cluster);
}

/** Inside a transaction: replaces the judgement of an article, and judges its cluster again. @returns null where the article was written since `read` */
export function judgeAgain(db: Database, read: StoredArticle, judgement: Judgement): ArticleStatus | null {
  const { id } = read;
  const row = db.get<ArticleRow>(`${selectArticles} WHERE a.id = :id`, { id });
  if (row === undefined || !isAsRead(readArticle(row), read)) return null;
  const { topics, onTopic, judgedBy } = judgement;
  db.run(
    "UPDATE article_texts SET doc = json_set(doc, '$.topics', json(:topics), '$.onTopic', json(:onTopic)) WHERE id = :id",
    { id, topics: JSON.stringify(topics), onTopic: JSON.stringify(onTopic) },
  );
  db.run('UPDATE articles SET on_topic = :onTopic, relevance = :relevance, judged_by = :judgedBy WHERE id = :id', {
    id,
    onTopic: Number(onTopic),
    relevance: bestScore(topics),
    judgedBy,
  });
  writeScores(db, { id, topics });
  judge(db, row.cluster);
  if (keepsNewTopic(read.topics, topics))
    tableIn(db, articleChanges).add({ articleId: id, revision: 0, at: read.updatedAt });
  return verdictOf(db, id).status;
}

const isAsRead = (stored: StoredArticle, read: StoredArticle): boolean =>
  stored.revision === read.revision &&
  stored.judgedBy === read.judgedBy &&
  stored.fetchedAt.getTime() === read.fetchedAt.getTime();

/**
 * A cluster's id is the smallest id of its members. A neighbour's cluster may have been merged since the caller looked: it is found through the article
 * whose id it had. The article's own id counts too, so the result does not depend on the order of arrival.
 */
export function joinedClusters(
  db: Database,
  { id, joins }: Pick<Article, 'id' | 'joins'>,
  stored: Pick<StoredArticle, 'cluster'> | null,
): string[] {
  const clusters = new Set([stored?.cluster ?? id]);
  for (const joined of joins) {
    const founder = db.get<{ cluster: string }>('SELECT cluster FROM articles WHERE id = :joined', { joined });
    if (founder !== undefined) clusters.add(founder.cluster);
  }
  return [...clusters];
}

function writeArticle(db: Database, article: Article, version: ArticleVersion, cluster: string): void {
  const { joins: _joins, comparedUpTo: _comparedUpTo, ...text } = article;
  writeText(db, text, version, cluster);
  if (version.replaced === null) return;
  tableIn(db, revisions).add({ articleId: article.id, ...version.replaced, replacedAt: version.updatedAt });
}

/** Inside a transaction: writes an article of another store as it stands there, with its verdict. */
export function writeStoredArticle(db: Database, stored: StoredArticle): void {
  const { status, cluster, canonicalId, relation, revision, inLinks, updatedAt, ...text } = stored;
  const { id, firstSeenAt } = text;
  const row = db.get<ArticleRow>(`${selectArticles} WHERE a.id = :id`, { id });
  if (row !== undefined) changeKeys(db, 'remove', readArticle(row));
  writeText(db, text, { firstSeenAt, revision, updatedAt }, cluster);
  changeKeys(db, 'add', stored);
  db.run(
    'UPDATE articles SET canonical_id = :canonicalId, status = :status, relation = :relation, in_links = :inLinks WHERE id = :id',
    { id, canonicalId, status, relation, inLinks },
  );
}

function writeText(
  db: Database,
  article: Omit<Article, 'joins' | 'comparedUpTo'>,
  version: Pick<ArticleVersion, 'firstSeenAt' | 'revision' | 'updatedAt'>,
  cluster: string,
): void {
  const { judgedBy, id, ...kept } = article;
  const [band0, band1, band2, band3] = simhashBands(article.fingerprint.simhash);
  db.run(
    `INSERT OR REPLACE INTO articles (id, cluster, canonical_id, status, relation, revision, updated_at, site, url, published_at, body_length, on_topic, weight,
       body_hash, simhash, band0, band1, band2, band3, category, relevance, judged_by, in_links)
     VALUES (:id, :cluster, :id, :status, NULL, :revision, :updatedAt, :site, :url, :publishedAt, :bodyLength, :onTopic, :weight,
       :bodyHash, :simhash, :band0, :band1, :band2, :band3, :category, :relevance, :judgedBy, ${inLinksOf})`,
    {
      id,
      cluster,
      // as `judge` says where it is alone in its cluster: then nothing is written twice
      status: article.onTopic ? 'published' : 'off-topic',
      revision: version.revision,
      updatedAt: version.updatedAt.getTime(),
      site: article.site,
      url: article.url,
      publishedAt: article.publishedAt?.value ?? null,
      bodyLength: article.body.length,
      onTopic: Number(article.onTopic),
      weight: article.weight,
      bodyHash: article.fingerprint.bodyHash,
      simhash: article.fingerprint.simhash,
      band0,
      band1,
      band2,
      band3,
      category: article.category?.label ?? null,
      relevance: bestScore(article.topics),
      judgedBy,
    },
  );
  const doc = JSON.stringify({ ...kept, firstSeenAt: version.firstSeenAt });
  db.run('INSERT OR REPLACE INTO article_texts (id, doc) VALUES (:id, :doc)', { id, doc });
  awaitIndex(db, id);
  if (article.newsTerms.length > 0) writeNews(db, id, version.firstSeenAt, article.newsTerms);
  writeScores(db, article);
}

function writeScores(db: Database, { id, topics }: Pick<Article, 'id' | 'topics'>): void {
  db.run('DELETE FROM article_topics WHERE id = :id', { id });
  for (const { topic, score, kept } of topics)
    db.run('INSERT OR IGNORE INTO article_topics (topic, id, score, kept) VALUES (:topic, :id, :score, :kept)', {
      topic,
      id,
      score,
      kept: Number(kept),
    });
}

/** SQL that adds or removes the keys of the look-up of copies. */
const keyStatements = {
  add: {
    mark: 'INSERT OR IGNORE INTO article_marks (mark, id) VALUES (:mark, :id)',
    keyword: 'INSERT OR IGNORE INTO article_keywords (place, keyword, id) VALUES (:place, :keyword, :id)',
  },
  remove: {
    mark: 'DELETE FROM article_marks WHERE mark = :mark AND id = :id',
    keyword: 'DELETE FROM article_keywords WHERE place = :place AND keyword = :keyword AND id = :id',
  },
} as const;

export function changeKeys(
  db: Database,
  action: keyof typeof keyStatements,
  { id, fingerprint }: Pick<StoredArticle, 'id' | 'fingerprint'>,
): void {
  const { mark: markSql, keyword: keywordSql } = keyStatements[action];
  for (const mark of fingerprint.sketch) db.run(markSql, { mark, id });
  for (const { place, keyword } of rankKeys(fingerprint)) db.run(keywordSql, { place, keyword, id });
}

export function judge(db: Database, cluster: string): void {
  const rows = db.all<Omit<ClusterMember, 'onTopic'> & { onTopic: number; status: ArticleStatus; updatedAt: number }>(
    `SELECT id, url, site, published_at AS publishedAt, body_length AS bodyLength, weight, on_topic AS onTopic, status, updated_at AS updatedAt
     FROM articles WHERE cluster = :cluster`,
    { cluster },
  );
  const members = rows.map((row) => ({ ...row, onTopic: row.onTopic === 1 }));
  const verdicts = judgeCluster(members);
  for (const { id, status, updatedAt } of rows)
    if (status !== 'published' && verdicts.get(id)?.status === 'published')
      tableIn(db, articleChanges).add({ articleId: id, revision: 0, at: new Date(updatedAt) });
  for (const [id, { canonicalId, status, relation }] of verdicts)
    db.run(
      `UPDATE articles SET canonical_id = :canonicalId, status = :status, relation = :relation
       WHERE id = :id AND (canonical_id, status, relation) IS NOT (:canonicalId, :status, :relation)`,
      { id, canonicalId, status, relation },
    );
}

export function verdictOf(db: Database, id: string): CommittedArticle {
  const row = db.get<CommittedArticle>(
    'SELECT id, status, cluster, canonical_id AS canonicalId, relation, revision FROM articles WHERE id = :id',
    { id },
  );
  if (row === undefined) throw new Error(`article ${id} is missing right after it was written`);
  return { ...row };
}
