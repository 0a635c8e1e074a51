// Written by `npm run client` from the OpenAPI document: change the schemas of the routes (src/server/api), not this file.

interface Answer<Type extends string, Body> {
  headers: Record<string, unknown>;
  content: { [type in Type]: Body };
}
type Json<Body> = Answer<'application/json', Body>;
interface NoContent {
  headers: Record<string, unknown>;
  content?: never;
}
type Problem = components['schemas']['Problem'];

export interface components {
  schemas: {
    Problem: { error: { status: number; message: string; kind?: string } };
    ServerEvent: { type: 'article.created' | 'article.updated' | 'visit.ended' | 'failure.opened' | 'source.changed' | 'stats' | 'log' | 'events.lost'; at: string; site: string | null; data: unknown };
    ArticleBrief: { url: string; canonicalUrl: string; site: string; pageType: 'article' | 'listing' | 'video' | 'product' | 'forum' | 'wiki' | 'documentation' | 'service' | 'bot-wall' | 'login-wall' | 'consent-wall' | 'other'; title: string; authors: string[]; publishedAt: { value: string; precision: 'day' | 'minute' | 'second' } | null; modifiedAt: { value: string; precision: 'day' | 'minute' | 'second' } | null; source: string | null; section: string | null; tags: string[]; description: string | null; lang: string | null; leadImage: string | null; data: Record<string, string | number | boolean | { amount: number; currency: string } | Record<string, unknown> | null | (string | number | boolean | { amount: number; currency: string } | Record<string, unknown> | null)[]>; extractor: string; id: string; snapshot: string; longTexts?: string; via: 'static' | 'browser' | 'api'; topics: ({ topic: string; score: number; kept: boolean; terms: ({ term: string; share: number })[] })[]; category: { label: string; probability: number; by: 'model' | 'section' | 'url' | 'keywords'; model: string | null; terms: ({ term: string; share: number })[] } | null; onTopic: boolean; judgedBy: string | null; evidence: ({ method: 'url' | 'exact' | 'keyword-rank' | 'simhash+containment' | 'sketch+containment'; of: string; similarity: number })[]; weight: number; firstSeenAt: string; fetchedAt: string; status: 'published' | 'duplicate' | 'off-topic'; cluster: string; canonicalId: string; relation: 'same' | 'syndicated' | 'truncated' | 'update' | null; revision: number; inLinks: number; updatedAt: string; excerpt: string; bodyLength: number; mediaItems: number; importance: number; snippet?: { text: string; marks: ([number, number])[] } };
    Article: { url: string; canonicalUrl: string; site: string; pageType: 'article' | 'listing' | 'video' | 'product' | 'forum' | 'wiki' | 'documentation' | 'service' | 'bot-wall' | 'login-wall' | 'consent-wall' | 'other'; title: string; body: string; bodyHtml: string; markdown: string; authors: string[]; publishedAt: { value: string; precision: 'day' | 'minute' | 'second' } | null; modifiedAt: { value: string; precision: 'day' | 'minute' | 'second' } | null; source: string | null; section: string | null; tags: string[]; description: string | null; lang: string | null; leadImage: string | null; images: ({ url: string; alt: string; caption: string })[]; media: ({ url: string; delivery: 'progressive' | 'hls' | 'dash' | 'smooth' | 'flv-stream' | 'mse-capture' | 'websocket' | 'mediastream' | 'embed'; role: 'main' | 'trailer' | 'preview' | 'background' | 'ad' | 'unknown'; score: number; reasons: string[]; mimeType: string | null; method: 'GET' | 'POST'; headers: Record<string, string>; body: string | null; inlineManifest: string | null; inlineManifestBase: string | null; variants: ({ url: string; kind: 'video' | 'audio' | 'subtitles'; bandwidthBps: number | null; widthPx: number | null; heightPx: number | null; frameRate: number | null; codecs: string | null; language: string | null })[]; companions: ({ url: string; kind: 'audio' | 'video' | 'subtitles'; language: string | null; label: string | null })[]; durationMs: number | null; live: 'vod' | 'live' | 'event'; dvrWindowMs: number | null; protection: 'none' | 'aes-128' | 'sample-aes' | 'cenc' | 'cbcs' | 'clearkey' | 'obfuscated-segments'; drmSystems: string[]; expiresAt: { at: string; param: string | null; source: string } | null; probe: { status: number; magic: string | null; sizeBytes: number | null; acceptsRange: boolean; needs: ('referer' | 'cookie')[] } | null; poster: string | null; title: string | null })[]; data: Record<string, string | number | boolean | { amount: number; currency: string } | Record<string, unknown> | null | (string | number | boolean | { amount: number; currency: string } | Record<string, unknown> | null)[]>; posts: ({ author: string | null; publishedAt: { value: string; precision: 'day' | 'minute' | 'second' } | null; text: string })[]; provenance: Partial<Record<'title' | 'body' | 'authors' | 'publishedAt' | 'modifiedAt' | 'source' | 'section' | 'tags' | 'description' | 'lang' | 'leadImage', { by: 'scraper' | 'wrapper' | 'learned' | 'api' | 'json-ld' | 'state' | 'meta' | 'generic' | 'url'; confidence: number }>>; extractor: string; id: string; snapshot: string; longTexts?: string; via: 'static' | 'browser' | 'api'; fingerprint: { bodyHash: string; simhash: string; titleKeywords: string[]; bodyKeywords: string[]; sketch: string[] }; topics: ({ topic: string; score: number; kept: boolean; terms: ({ term: string; share: number })[] })[]; category: { label: string; probability: number; by: 'model' | 'section' | 'url' | 'keywords'; model: string | null; terms: ({ term: string; share: number })[] } | null; onTopic: boolean; judgedBy: string | null; evidence: ({ method: 'url' | 'exact' | 'keyword-rank' | 'simhash+containment' | 'sketch+containment'; of: string; similarity: number })[]; newsTerms: string[]; weight: number; firstSeenAt: string; fetchedAt: string; status: 'published' | 'duplicate' | 'off-topic'; cluster: string; canonicalId: string; relation: 'same' | 'syndicated' | 'truncated' | 'update' | null; revision: number; inLinks: number; updatedAt: string; importance: number; revisions: ({ articleId: string; revision: number; title: string; body: string; data: Record<string, string | number | boolean | { amount: number; currency: string } | Record<string, unknown> | null | (string | number | boolean | { amount: number; currency: string } | Record<string, unknown> | null)[]>; diff: string | null; replacedAt: string; reason: 'visit' | 're-extracted' })[]; canonicalBy: 'only' | 'earliest' | 'more-complete' | 'source-weight' | 'longest' | 'address' | null; members: ({ id: string; site: string; title: string; canonicalUrl: string; status: 'published' | 'duplicate' | 'off-topic'; relation: 'same' | 'syndicated' | 'truncated' | 'update' | null; publishedAt: { value: string; precision: 'day' | 'minute' | 'second' } | null })[] };
    Media: { url: string; delivery: 'progressive' | 'hls' | 'dash' | 'smooth' | 'flv-stream' | 'mse-capture' | 'websocket' | 'mediastream' | 'embed'; role: 'main' | 'trailer' | 'preview' | 'background' | 'ad' | 'unknown'; score: number; reasons: string[]; mimeType: string | null; method: 'GET' | 'POST'; headers: Record<string, string>; body: string | null; inlineManifest: string | null; inlineManifestBase: string | null; variants: ({ url: string; kind: 'video' | 'audio' | 'subtitles'; bandwidthBps: number | null; widthPx: number | null; heightPx: number | null; frameRate: number | null; codecs: string | null; language: string | null })[]; companions: ({ url: string; kind: 'audio' | 'video' | 'subtitles'; language: string | null; label: string | null })[]; durationMs: number | null; live: 'vod' | 'live' | 'event'; dvrWindowMs: number | null; protection: 'none' | 'aes-128' | 'sample-aes' | 'cenc' | 'cbcs' | 'clearkey' | 'obfuscated-segments'; drmSystems: string[]; expiresAt: { at: string; param: string | null; source: string } | null; probe: { status: number; magic: string | null; sizeBytes: number | null; acceptsRange: boolean; needs: ('referer' | 'cookie')[] } | null; poster: string | null; title: string | null; id: string; host: string; fingerprint: string; articleId: string | null; pageUrl: string; site: string; foundAt: string; pages: string[] };
    RecordBrief: { kind: string; key: string; values: Record<string, string | number | boolean | { amount: number; currency: string } | Record<string, unknown> | null | (string | number | boolean | { amount: number; currency: string } | Record<string, unknown> | null)[]>; id: string; site: string; url: string; firstSeenAt: string; lastSeenAt: string; changedAt: string; goneAt: string | null; changes: number; pages: string[] };
    Record: { kind: string; key: string; values: Record<string, string | number | boolean | { amount: number; currency: string } | Record<string, unknown> | null | (string | number | boolean | { amount: number; currency: string } | Record<string, unknown> | null)[]>; id: string; site: string; url: string; firstSeenAt: string; lastSeenAt: string; changedAt: string; goneAt: string | null; changes: number; history: ({ at: string; before: Record<string, string | number | boolean | { amount: number; currency: string } | Record<string, unknown> | null | (string | number | boolean | { amount: number; currency: string } | Record<string, unknown> | null)[]>; after: Record<string, string | number | boolean | { amount: number; currency: string } | Record<string, unknown> | null | (string | number | boolean | { amount: number; currency: string } | Record<string, unknown> | null)[]> })[]; listedOn: ({ url: string; at: string; missed: number })[] };
    Visit: { id: string; run: string; url: string; site: string; sourceId: string | null; kind: 'source' | 'page'; startedAt: string; elapsedMs: number; outcome: 'stored' | 'recorded' | 'listed' | 'dropped' | 'deferred' | 'skipped' | 'failed'; reason: 'robots' | 'out-of-scope' | 'not-an-article' | 'login-required' | 'no-list' | 'unproductive' | 'duplicate' | 'gone' | 'unchanged' | 'outside-window' | 'paused' | 'removed' | 'unreachable' | 'blocked' | 'throttled' | 'timed-out' | 'too-large' | 'proxy' | 'browser-crashed' | 'no-browser' | 'no-proxy' | 'layout-changed' | 'low-confidence' | 'too-short' | 'misconfigured' | 'store' | 'process-died' | 'bug' | null; detail: string; via: 'static' | 'browser' | 'api' | null; renderReason: string | null; status: number | null; bytes: number; newLinks: number; linksLeft?: number; linksLeftBy?: Partial<Record<'limit' | 'urlPattern' | 'place', number>>; listCutShort?: { loaded: number; total: number | null; by: 'scrolled' | 'clicked'; why: string }; records?: number; changed: boolean | null; articleId: string | null; mediaItems: number; snapshot: string | null; failureId: string | null; identity: string | null; proxy: string | null; worker: string };
    SilentRule: { field: string; what: string; tried: number; matched: number; missesInARow: number; lastMatchedAt: string | null; lastMissedAt: string | null; lastMissedUrl: string | null; reportedAt: string | null; site: string };
    Source: { url: string; kind: 'listing' | 'feed' | 'sitemap'; weight: number; baseIntervalMs: number; minFactor: number; maxFactor: number; activeWindows: ({ timeZone: string; days: number[]; fromHour: number; toHour: number })[]; maxDepth: number; linkSelector: string | null; render: 'static' | 'browser' | 'auto' | null; steps: ({ kind: 'click'; selector: string } | { kind: 'click-until-gone'; selector: string; times: number } | { kind: 'scroll'; times: number } | { kind: 'scroll-until-end'; times: number } | { kind: 'wait'; selector: string })[] | null; id: string; site: string; intervalMs: number; lastPolledAt: string | null; nextPollAt: string; plannedAt?: string; contentHash: string | null; arrivals?: { items: number[]; hours: number[] } | null; silence?: { quietMs: number; longestMs: number; gaps: number; newAt: string | null } | null; failing?: { since: string; polls: number; reason: 'unreachable' | 'blocked' | 'throttled' | 'timed-out' | 'too-large' | 'proxy' | 'browser-crashed' | 'no-browser' | 'no-proxy' | 'layout-changed' | 'low-confidence' | 'too-short' | 'misconfigured' | 'store' | 'process-died' | 'bug' } | null; tuning: { intervalMs: number | null; hours: number[] | null; day: string } | null; validators?: { etag: string | null; lastModified: string | null; readAt: string } | null; worker: string | null; enabled: boolean; pausedAt?: string | null; title?: string | null; folders?: string[] | null; namedBy?: string | null; state: 'paused' | 'new' | 'failing' | 'due' | 'waiting'; lastVisit: components['schemas']['Visit'] | null };
    Failure: { id: string; run: string; url: string; site: string; at: string; reason: 'unreachable' | 'blocked' | 'throttled' | 'timed-out' | 'too-large' | 'proxy' | 'browser-crashed' | 'no-browser' | 'no-proxy' | 'layout-changed' | 'low-confidence' | 'too-short' | 'misconfigured' | 'store' | 'process-died' | 'bug'; detail: string; snapshot: string | null; screenshot: string | null; thumbnail: string | null; har: string | null; console: string | null; versions: { newshawk: string; scraper: string | null; wrapper: number | null } | null; trace: ({ rule: string; why: string })[]; extractor: string; media: { noMedia: 'not-video-page' | 'not-play-page' | 'no-media' | 'drm-only' | 'login-required' | 'bot-wall' | 'domain-not-allowed' | 'no-resolver' | null; endedBy: string; steps: ({ atMs: number; what: string; screenshot: string | null })[]; candidates: ({ url: string; delivery: 'progressive' | 'hls' | 'dash' | 'smooth' | 'flv-stream' | 'mse-capture' | 'websocket' | 'mediastream' | 'embed'; role: 'main' | 'trailer' | 'preview' | 'background' | 'ad' | 'unknown'; score: number; reasons: string[] })[] } | null; mended: { at: string; by: 'visit' | 'replay' } | null };
    Job: { id: string; kind: 'crawl' | 'watch' | 'worker'; startedAt: string; finishedAt: string | null; sites: string[] | null; owner: string; state: 'running' | 'cancelling' | 'done' | 'failed' | 'cancelled' | 'interrupted'; progress: { pages: number; stored: number; failed: number; left: number | null } | null; ended: string | null; message: string | null; isResumable: boolean };
    VisitSummary: { pages: number; polls: number; byWay: Record<'static' | 'browser' | 'api', number>; bytesByWay: Record<'static' | 'browser' | 'api', number>; byOutcome: Record<string, number>; byReason: Record<string, number>; bytes: number; mediaItems: number; linksLeft: number };
    Topic: { name: string; method: 'vector' | 'boolean' | 'tags' | 'learned'; keywords: Record<string, number>; examples: ({ url: string | null; title: string; text: string; fetchedAt: string | null })[]; exclude: string[]; languages: string[]; tagShares: { title: number; headings: number; meta: number }; threshold: number; follow: boolean; definedIn: 'file' | 'store'; updatedAt: string | null; calibratedThreshold: number | null; unread: number; articles: number };
    Label: { articleId: string; topic: string; relevant: boolean; by: string; at: string; score: number; seenAt: string; drawn: { from: number; to: number | null; population: number; draw: string; at: string } | null };
    WrapperSite: { site: string; live: number | null; isPinned: boolean; versions: ({ version: number; learnedAt: string; pages: number; correctedPages: number; verdict: { isAccepted: boolean; reason: string; judgedPages: number; scores: { corrected: number | null; agreement: number; completeness: number; length: number; boilerplate: number }; generic: { corrected: number | null; agreement: number; completeness: number; length: number; boilerplate: number }; live: { corrected: number | null; agreement: number; completeness: number; length: number; boilerplate: number } | null }; validFrom: string | null; validUntil: string | null })[]; nextVersion: number; pagesSince: number; learnAfter: number; drift: { at: string; since: string; url: string; version: number; detail: string; healedAt: string | null } | null; drifts: number; updatedAt: string; teaching?: { layout: string; calls: number; pages: number; day: string; callsToday: number; tokensToday: number; allCalls: number; dropped: number; failures: Partial<Record<'timed-out' | 'unreachable' | 'throttled' | 'refused' | 'server-error' | 'too-large' | 'no-json' | 'empty', number>>; lastFailure: { at: string; failure: 'timed-out' | 'unreachable' | 'throttled' | 'refused' | 'server-error' | 'too-large' | 'no-json' | 'empty'; detail: string } | null; notBefore: string | null }; samples: number; state: 'live' | 'drift' | 'refused' | 'collecting'; detail: string };
    Correction: { url: string; site: string; by: 'person' | 'teacher'; at: string; title: string | null; body: string[] | null; authors: string[] | null; publishedAt: string | null };
    CorrectionEffect: { verdict: { isAccepted: boolean; reason: string; judgedPages: number; scores: { corrected: number | null; agreement: number; completeness: number; length: number; boilerplate: number }; generic: { corrected: number | null; agreement: number; completeness: number; length: number; boilerplate: number }; live: { corrected: number | null; agreement: number; completeness: number; length: number; boilerplate: number } | null } | null; pages: number; correctedPages: number; page: { before: number; after: number } | null; changes: ({ url: string; words: number; addedWords: number; removedWords: number; addedLines: string[]; removedLines: string[]; fields: ({ field: 'title' | 'authors' | 'publishedAt'; before: string; after: string })[] })[]; compared: number; removed: number; notes: string[] };
  };
}

export interface paths {
  '/v1/articles': {
    /** Articles, the newest update or the most important first, without their bodies */
    get: {
      parameters: { query?: {
        /** a date or date-time, ISO 8601: stored or updated since then */
        since?: string;
        /** name of a topic that the article is relevant to */
        topic?: string;
        /** label of the category */
        category?: string;
        /** host of the site */
        site?: string;
        /** verdict on the article */
        status?: 'published' | 'duplicate' | 'off-topic';
        /** words of title or body, all of them; "a phrase", begin*, -excluded. Items then have a snippet */
        q?: string;
        /** id of an article: its near-duplicates, then articles with a similar title; other filters still hold */
        near?: string;
        /** relevance: the best match of q first; importance: by relevance to the topics and by the number of pages that link to it */
        sort?: 'newest' | 'relevance' | 'importance';
        /** `next` of the page before: the list goes on there, whatever is stored meanwhile */
        cursor?: string;
        /** maximum number of items */
        limit?: number;
        /** number of articles to skip */
        offset?: number;
      }; path?: never; header?: never; cookie?: never };
      requestBody?: never;
      responses: {
        200: Json<{ total: number; limit: number; offset: number; next: string | null; notIndexed: number; items: components['schemas']['ArticleBrief'][] }>;
        400: Json<Problem>;
        401: Json<Problem>;
        403: Json<Problem>;
        404: Json<Problem>;
        429: Json<Problem>;
        431: Json<Problem>;
        503: Json<Problem>;
      };
    };
    put?: never;
    post?: never;
    patch?: never;
    delete?: never;
  };
  '/v1/articles/{id}': {
    /** One article in full, with its earlier revisions and the members of its cluster */
    get: {
      parameters: { query?: never; path: {
        /** id */
        id: string;
      }; header?: never; cookie?: never };
      requestBody?: never;
      responses: {
        200: Json<components['schemas']['Article']>;
        400: Json<Problem>;
        401: Json<Problem>;
        403: Json<Problem>;
        404: Json<Problem>;
        429: Json<Problem>;
        431: Json<Problem>;
        503: Json<Problem>;
      };
    };
    put?: never;
    post?: never;
    patch?: never;
    delete?: never;
  };
  '/v1/media': {
    /** Media items, newest first; each once, with all its pages */
    get: {
      parameters: { query?: {
        /** host of the site */
        site?: string;
        /** http(s) address, written in full: the page that contains them */
        page?: string;
        /** host of the media URL, with its port */
        host?: string;
        /** hash of the address without its signature */
        fingerprint?: string;
        /** `next` of the page before: the list goes on there, whatever is stored meanwhile */
        cursor?: string;
        /** maximum number of items */
        limit?: number;
      }; path?: never; header?: never; cookie?: never };
      requestBody?: never;
      responses: {
        200: Json<{ total: number; next: string | null; items: components['schemas']['Media'][] }>;
        400: Json<Problem>;
        401: Json<Problem>;
        403: Json<Problem>;
        429: Json<Problem>;
        431: Json<Problem>;
        503: Json<Problem>;
      };
    };
    put?: never;
    post?: never;
    patch?: never;
    delete?: never;
  };
  '/v1/records': {
    /** Records that sites declare (events, prices, comments), the last changed first, without their history */
    get: {
      parameters: { query?: {
        /** host of the site */
        site?: string;
        /** kind of the records, as the scraper names it */
        kind?: string;
        /** key of the record within its site and kind */
        key?: string;
        /** http(s) address, written in full: a page that lists them */
        page?: string;
        /** listed: on a page now; gone: no page lists them any more */
        state?: 'listed' | 'gone' | 'all';
        /** a date or date-time, ISO 8601: stored or updated since then */
        since?: string;
        /** `next` of the page before: the list goes on there, whatever is stored meanwhile */
        cursor?: string;
        /** maximum number of items */
        limit?: number;
        /** number of records to skip */
        offset?: number;
      }; path?: never; header?: never; cookie?: never };
      requestBody?: never;
      responses: {
        200: Json<{ total: number; limit: number; offset: number; next: string | null; items: components['schemas']['RecordBrief'][] }>;
        400: Json<Problem>;
        401: Json<Problem>;
        403: Json<Problem>;
        429: Json<Problem>;
        431: Json<Problem>;
        503: Json<Problem>;
      };
    };
    put?: never;
    post?: never;
    patch?: never;
    delete?: never;
  };
  '/v1/records/{id}': {
    /** One record with its history and the pages that list it */
    get: {
      parameters: { query?: never; path: {
        /** id */
        id: string;
      }; header?: never; cookie?: never };
      requestBody?: never;
      responses: {
        200: Json<components['schemas']['Record']>;
        400: Json<Problem>;
        401: Json<Problem>;
        403: Json<Problem>;
        404: Json<Problem>;
        429: Json<Problem>;
        431: Json<Problem>;
        503: Json<Problem>;
      };
    };
    put?: never;
    post?: never;
    patch?: never;
    delete?: never;
  };
  '/v1/record-kinds': {
    /** Sites and kinds of records, with their numbers */
    get: {
      parameters: { query?: never; path?: never; header?: never; cookie?: never };
      requestBody?: never;
      responses: {
        200: Json<{ items: ({ site: string; kind: string; records: number; gone: number })[] }>;
        401: Json<Problem>;
        403: Json<Problem>;
        429: Json<Problem>;
        431: Json<Problem>;
        503: Json<Problem>;
      };
    };
    put?: never;
    post?: never;
    patch?: never;
    delete?: never;
  };
  '/v1/scrapers': {
    /** Sites with a scraper, and sites of sources that have none */
    get: {
      parameters: { query?: never; path?: never; header?: never; cookie?: never };
      requestBody?: never;
      responses: {
        200: Json<{ total: number; items: ({ host: string; name: string; hasScraper: boolean; sources: number; activeSources: number; openFailures: number; lastArticleAt: string | null })[] }>;
        401: Json<Problem>;
        403: Json<Problem>;
        429: Json<Problem>;
        431: Json<Problem>;
        503: Json<Problem>;
      };
    };
    put?: never;
    post?: never;
    patch?: never;
    delete?: never;
  };
  '/v1/scrapers/{host}/health': {
    /** How a site does: its state with the reasons, its last visits, its open failures, its layout and its own rules */
    get: {
      parameters: { query?: never; path: {
        /** host of the site */
        host: string;
      }; header?: never; cookie?: never };
      requestBody?: never;
      responses: {
        200: Json<{ host: string; state: 'ok' | 'failing' | 'silent' | 'unvisited'; why: string[]; visits: { counted: number; share: number | null; last: components['schemas']['Visit'][] }; lastArticleAt: string | null; openFailures: ({ reason: string; count: number })[]; drift: { at: string; since: string; url: string; version: number; detail: string; healedAt: string | null } | null; drifts: number; silentRules: components['schemas']['SilentRule'][]; sources: { total: number; active: number; failing: string[] } }>;
        400: Json<Problem>;
        401: Json<Problem>;
        403: Json<Problem>;
        404: Json<Problem>;
        429: Json<Problem>;
        431: Json<Problem>;
        503: Json<Problem>;
      };
    };
    put?: never;
    post?: never;
    patch?: never;
    delete?: never;
  };
  '/v1/webhooks': {
    /** Deliveries to receivers of webhooks, the newest event first, and their numbers by receiver and state */
    get: {
      parameters: { query?: {
        /** only these */
        state?: 'waiting' | 'delivered' | 'failed';
        /** maximum number of items */
        limit?: number;
      }; path?: never; header?: never; cookie?: never };
      requestBody?: never;
      responses: {
        200: Json<{ counts: ({ receiver: string; state: 'waiting' | 'delivered' | 'failed'; count: number })[]; items: ({ id: string; receiver: string; event: { id: string; type: 'article.created' | 'article.updated' | 'extraction.drift' | 'extraction.healed' | 'source.failing' | 'source.recovered' | 'alert.opened' | 'alert.resolved' | 'alert.found' | 'webhook.test' | 'feed.changed'; at: string; data: Record<string, string | number | boolean | null | string[] | (Record<string, string | number | boolean | null | Record<string, string | number | boolean | null>>)[]> }; state: 'waiting' | 'delivered' | 'failed'; attempts: number; nextAt: string; detail: string | null })[] }>;
        400: Json<Problem>;
        401: Json<Problem>;
        403: Json<Problem>;
        429: Json<Problem>;
        431: Json<Problem>;
        503: Json<Problem>;
      };
    };
    put?: never;
    post?: never;
    patch?: never;
    delete?: never;
  };
  '/v1/webhooks/retry': {
    get?: never;
    put?: never;
    /** Sends what waits and what has failed, now */
    post: {
      parameters: { query?: never; path?: never; header?: never; cookie?: never };
      requestBody?: never;
      responses: {
        200: Json<{ waiting: number; taken: number }>;
        400: Json<Problem>;
        401: Json<Problem>;
        403: Json<Problem>;
        409: Json<Problem>;
        413: Json<Problem>;
        415: Json<Problem>;
        429: Json<Problem>;
        431: Json<Problem>;
        503: Json<Problem>;
      };
    };
    patch?: never;
    delete?: never;
  };
  '/v1/webhooks/test': {
    get?: never;
    put?: never;
    /** Sends an event `webhook.test` to each receiver, and says which have taken it */
    post: {
      parameters: { query?: never; path?: never; header?: never; cookie?: never };
      requestBody?: never;
      responses: {
        200: Json<{ items: ({ receiver: string; isTaken: boolean; detail: string | null })[] }>;
        400: Json<Problem>;
        401: Json<Problem>;
        403: Json<Problem>;
        409: Json<Problem>;
        413: Json<Problem>;
        415: Json<Problem>;
        429: Json<Problem>;
        431: Json<Problem>;
        503: Json<Problem>;
      };
    };
    patch?: never;
    delete?: never;
  };
  '/v1/sources': {
    /** Sources, by id, with their interval, their next poll and their state */
    get: {
      parameters: { query?: {
        /** host of the site */
        site?: string;
        /** `next` of the page before: the list goes on there, whatever is stored meanwhile */
        cursor?: string;
        /** maximum number of items; default: all */
        limit?: number;
      }; path?: never; header?: never; cookie?: never };
      requestBody?: never;
      responses: {
        200: Json<{ total: number; next: string | null; items: components['schemas']['Source'][] }>;
        400: Json<Problem>;
        401: Json<Problem>;
        403: Json<Problem>;
        429: Json<Problem>;
        431: Json<Problem>;
        503: Json<Problem>;
      };
    };
    put?: never;
    /** Adds a source, or gives it a new definition; what polling has taught stays */
    post: {
      parameters: { query?: never; path?: never; header?: never; cookie?: never };
      requestBody: { content: { 'application/json': { /** http(s) address */ url: string; /** default: by the address */ kind?: 'listing' | 'feed' | 'sitemap'; /** turns of its group among the due sources */ weight?: number; /** polling interval: 90s, 15m, 2h or 1d */ every?: string; /** shortest interval, as a factor */ minFactor?: number; /** longest interval, as a factor */ maxFactor?: number; /** hours of the week: {timeZone, fromHour, toHour, days (0 is Sunday; default: every day)}; empty: always */ activeWindows?: unknown[]; /** links away from the source, at most */ maxDepth?: number; /** CSS selector, or XPath (begins with /, ( or xpath:), of the regions whose links are followed */ links?: string; /** a new source begins paused */ isPaused?: boolean } } };
      responses: {
        201: Json<components['schemas']['Source']>;
        400: Json<Problem>;
        401: Json<Problem>;
        403: Json<Problem>;
        413: Json<Problem>;
        415: Json<Problem>;
        429: Json<Problem>;
        431: Json<Problem>;
        503: Json<Problem>;
      };
    };
    patch?: never;
    delete?: never;
  };
  '/v1/source-file': {
    /** All sources as OPML 2.0, which feed readers and newshawk import */
    get: {
      parameters: { query?: never; path?: never; header?: never; cookie?: never };
      requestBody?: never;
      responses: {
        200: Answer<'text/x-opml', string>;
        401: Json<Problem>;
        403: Json<Problem>;
        429: Json<Problem>;
        431: Json<Problem>;
        503: Json<Problem>;
      };
    };
    put?: never;
    /** Adds the sources of an OPML file, or of a list with one address per line */
    post: {
      parameters: { query?: never; path?: never; header?: never; cookie?: never };
      requestBody: { content: { 'application/json': { /** the content of the file */ text: string } } };
      responses: {
        200: Json<{ added: number; updated: number; refused: ({ entry: string; why: string })[] }>;
        400: Json<Problem>;
        401: Json<Problem>;
        403: Json<Problem>;
        413: Json<Problem>;
        415: Json<Problem>;
        429: Json<Problem>;
        431: Json<Problem>;
        503: Json<Problem>;
      };
    };
    patch?: never;
    delete?: never;
  };
  '/v1/sources/{id}': {
    /** One source with its last polls, newest first */
    get: {
      parameters: { query?: never; path: {
        /** id */
        id: string;
      }; header?: never; cookie?: never };
      requestBody?: never;
      responses: {
        200: Json<{ url: string; kind: 'listing' | 'feed' | 'sitemap'; weight: number; baseIntervalMs: number; minFactor: number; maxFactor: number; activeWindows: ({ timeZone: string; days: number[]; fromHour: number; toHour: number })[]; maxDepth: number; linkSelector: string | null; render: 'static' | 'browser' | 'auto' | null; steps: ({ kind: 'click'; selector: string } | { kind: 'click-until-gone'; selector: string; times: number } | { kind: 'scroll'; times: number } | { kind: 'scroll-until-end'; times: number } | { kind: 'wait'; selector: string })[] | null; id: string; site: string; intervalMs: number; lastPolledAt: string | null; nextPollAt: string; plannedAt?: string; contentHash: string | null; arrivals?: { items: number[]; hours: number[] } | null; silence?: { quietMs: number; longestMs: number; gaps: number; newAt: string | null } | null; failing?: { since: string; polls: number; reason: 'unreachable' | 'blocked' | 'throttled' | 'timed-out' | 'too-large' | 'proxy' | 'browser-crashed' | 'no-browser' | 'no-proxy' | 'layout-changed' | 'low-confidence' | 'too-short' | 'misconfigured' | 'store' | 'process-died' | 'bug' } | null; tuning: { intervalMs: number | null; hours: number[] | null; day: string } | null; validators?: { etag: string | null; lastModified: string | null; readAt: string } | null; worker: string | null; enabled: boolean; pausedAt?: string | null; title?: string | null; folders?: string[] | null; namedBy?: string | null; state: 'paused' | 'new' | 'failing' | 'due' | 'waiting'; lastVisit: components['schemas']['Visit'] | null; visits: components['schemas']['Visit'][] }>;
        400: Json<Problem>;
        401: Json<Problem>;
        403: Json<Problem>;
        404: Json<Problem>;
        429: Json<Problem>;
        431: Json<Problem>;
        503: Json<Problem>;
      };
    };
    put?: never;
    post?: never;
    /** Changes some fields of a definition; the others, and what polling has taught, stay */
    patch: {
      parameters: { query?: never; path: {
        /** id */
        id: string;
      }; header?: never; cookie?: never };
      requestBody: { content: { 'application/json': { /** default: by the address */ kind?: 'listing' | 'feed' | 'sitemap'; /** turns of its group among the due sources */ weight?: number; /** polling interval: 90s, 15m, 2h or 1d */ every?: string; /** shortest interval, as a factor */ minFactor?: number; /** longest interval, as a factor */ maxFactor?: number; /** hours of the week: {timeZone, fromHour, toHour, days (0 is Sunday; default: every day)}; empty: always */ activeWindows?: unknown[]; /** links away from the source, at most */ maxDepth?: number; /** CSS selector, or XPath (begins with /, ( or xpath:), of the regions whose links are followed */ links?: string } } };
      responses: {
        200: Json<components['schemas']['Source']>;
        400: Json<Problem>;
        401: Json<Problem>;
        403: Json<Problem>;
        404: Json<Problem>;
        413: Json<Problem>;
        415: Json<Problem>;
        429: Json<Problem>;
        431: Json<Problem>;
        503: Json<Problem>;
      };
    };
    /** Removes a source; its visits and articles stay */
    delete: {
      parameters: { query?: never; path: {
        /** id */
        id: string;
      }; header?: never; cookie?: never };
      requestBody?: never;
      responses: {
        204: NoContent;
        400: Json<Problem>;
        401: Json<Problem>;
        403: Json<Problem>;
        404: Json<Problem>;
        409: Json<Problem>;
        413: Json<Problem>;
        415: Json<Problem>;
        429: Json<Problem>;
        431: Json<Problem>;
        503: Json<Problem>;
      };
    };
  };
  '/v1/sources/{id}/pause': {
    get?: never;
    /** Stops the polls of a source until it is resumed */
    put: {
      parameters: { query?: never; path: {
        /** id */
        id: string;
      }; header?: never; cookie?: never };
      requestBody?: never;
      responses: {
        200: Json<components['schemas']['Source']>;
        400: Json<Problem>;
        401: Json<Problem>;
        403: Json<Problem>;
        404: Json<Problem>;
        413: Json<Problem>;
        415: Json<Problem>;
        429: Json<Problem>;
        431: Json<Problem>;
        503: Json<Problem>;
      };
    };
    post?: never;
    patch?: never;
    delete?: never;
  };
  '/v1/sources/{id}/resume': {
    get?: never;
    /** Polls a source again, by its own schedule */
    put: {
      parameters: { query?: never; path: {
        /** id */
        id: string;
      }; header?: never; cookie?: never };
      requestBody?: never;
      responses: {
        200: Json<components['schemas']['Source']>;
        400: Json<Problem>;
        401: Json<Problem>;
        403: Json<Problem>;
        404: Json<Problem>;
        413: Json<Problem>;
        415: Json<Problem>;
        429: Json<Problem>;
        431: Json<Problem>;
        503: Json<Problem>;
      };
    };
    post?: never;
    patch?: never;
    delete?: never;
  };
  '/v1/failures': {
    /** Failures, newest first, and the counts of the open ones by site and reason */
    get: {
      parameters: { query?: {
        /** host of the site */
        site?: string;
        /** kind of the failure */
        reason?: 'unreachable' | 'blocked' | 'throttled' | 'timed-out' | 'too-large' | 'proxy' | 'browser-crashed' | 'no-browser' | 'no-proxy' | 'layout-changed' | 'low-confidence' | 'too-short' | 'misconfigured' | 'store' | 'process-died' | 'bug';
        /** id of a run */
        run?: string;
        /** mended: a later visit succeeded */
        state?: 'open' | 'mended' | 'all';
        /** `next` of the page before: the list goes on there, whatever is stored meanwhile */
        cursor?: string;
        /** maximum number of items */
        limit?: number;
      }; path?: never; header?: never; cookie?: never };
      requestBody?: never;
      responses: {
        200: Json<{ next: string | null; items: components['schemas']['Failure'][]; counts: ({ site: string; reason: string; count: number })[] }>;
        400: Json<Problem>;
        401: Json<Problem>;
        403: Json<Problem>;
        429: Json<Problem>;
        431: Json<Problem>;
        503: Json<Problem>;
      };
    };
    put?: never;
    post?: never;
    patch?: never;
    delete?: never;
  };
  '/v1/failures/{id}': {
    /** One failure with its rule trace */
    get: {
      parameters: { query?: never; path: {
        /** id */
        id: string;
      }; header?: never; cookie?: never };
      requestBody?: never;
      responses: {
        200: Json<components['schemas']['Failure']>;
        400: Json<Problem>;
        401: Json<Problem>;
        403: Json<Problem>;
        404: Json<Problem>;
        429: Json<Problem>;
        431: Json<Problem>;
        503: Json<Problem>;
      };
    };
    put?: never;
    post?: never;
    patch?: never;
    delete?: never;
  };
  '/v1/failures/{id}/screenshot': {
    /** Screenshot of the page; size=thumbnail gives the small one, step the screenshot of that playback step (0: the first) */
    get: {
      parameters: { query?: {
        /** size of the screenshot */
        size?: 'full' | 'thumbnail';
        /** a playback step */
        step?: number;
      }; path: {
        /** id */
        id: string;
      }; header?: never; cookie?: never };
      requestBody?: never;
      responses: {
        200: Answer<'image/webp', string>;
        400: Json<Problem>;
        401: Json<Problem>;
        403: Json<Problem>;
        404: Json<Problem>;
        429: Json<Problem>;
        431: Json<Problem>;
        503: Json<Problem>;
      };
    };
    put?: never;
    post?: never;
    patch?: never;
    delete?: never;
  };
  '/v1/failures/{id}/snapshot': {
    /** The HTML that the extractor saw: as text, or (as=html) in a sandbox without scripts */
    get: {
      parameters: { query?: {
        /** representation */
        as?: 'text' | 'html';
      }; path: {
        /** id */
        id: string;
      }; header?: never; cookie?: never };
      requestBody?: never;
      responses: {
        200: Answer<'text/plain', string> | Answer<'text/html', string>;
        400: Json<Problem>;
        401: Json<Problem>;
        403: Json<Problem>;
        404: Json<Problem>;
        429: Json<Problem>;
        431: Json<Problem>;
        503: Json<Problem>;
      };
    };
    put?: never;
    post?: never;
    patch?: never;
    delete?: never;
  };
  '/v1/failures/{id}/har': {
    /** The page's requests as HTTP Archive 1.2, for the network panel of a browser; secrets are masked */
    get: {
      parameters: { query?: never; path: {
        /** id */
        id: string;
      }; header?: never; cookie?: never };
      requestBody?: never;
      responses: {
        200: Json<{ log: { entries: ({ time: number; request: { method: string; url: string }; response: { status: number; content: { mimeType?: string } }; comment?: string })[] } }>;
        400: Json<Problem>;
        401: Json<Problem>;
        403: Json<Problem>;
        404: Json<Problem>;
        429: Json<Problem>;
        431: Json<Problem>;
        503: Json<Problem>;
      };
    };
    put?: never;
    post?: never;
    patch?: never;
    delete?: never;
  };
  '/v1/failures/{id}/console': {
    /** The page's console and errors, a list of lines */
    get: {
      parameters: { query?: never; path: {
        /** id */
        id: string;
      }; header?: never; cookie?: never };
      requestBody?: never;
      responses: {
        200: Json<string[]>;
        400: Json<Problem>;
        401: Json<Problem>;
        403: Json<Problem>;
        404: Json<Problem>;
        429: Json<Problem>;
        431: Json<Problem>;
        503: Json<Problem>;
      };
    };
    put?: never;
    post?: never;
    patch?: never;
    delete?: never;
  };
  '/v1/failures/{id}/replay': {
    get?: never;
    put?: never;
    /** Reads the stored page of a failure again with today's rules, offline; stores nothing */
    post: {
      parameters: { query?: never; path: {
        /** id */
        id: string;
      }; header?: never; cookie?: never };
      requestBody?: never;
      responses: {
        200: Json<{ id: string; pageType: 'article' | 'listing' | 'video' | 'product' | 'forum' | 'wiki' | 'documentation' | 'service' | 'bot-wall' | 'login-wall' | 'consent-wall' | 'other'; draft: { title: string; body: string; authors: string[]; publishedAt: { value: string; precision: 'day' | 'minute' | 'second' } | null; lang: string | null; description: string | null; data: Record<string, string | number | boolean | { amount: number; currency: string } | Record<string, unknown> | null | (string | number | boolean | { amount: number; currency: string } | Record<string, unknown> | null)[]>; extractor: string } | null; reason: 'list' | 'not-an-article' | 'layout-changed' | 'low-confidence' | 'too-short' | 'login-required' | 'blocked' | null; detail: string; trace: ({ rule: string; why: string })[]; regions: ({ of: 'title' | 'body' | 'authors' | 'publishedAt'; x: number; y: number; width: number; height: number })[]; elapsedMs: number }>;
        400: Json<Problem>;
        401: Json<Problem>;
        403: Json<Problem>;
        404: Json<Problem>;
        413: Json<Problem>;
        415: Json<Problem>;
        429: Json<Problem>;
        431: Json<Problem>;
        503: Json<Problem>;
      };
    };
    patch?: never;
    delete?: never;
  };
  '/v1/extract': {
    get?: never;
    put?: never;
    /** Reads one page now, or HTML that you give, as `newshawk extract` does: nothing is stored */
    post: {
      parameters: { query?: never; path?: never; header?: never; cookie?: never };
      requestBody: { content: { 'application/json': { /** http(s) address of the page */ url: string; /** HTML of the page: nothing is fetched */ html?: string; /** how it is fetched; default: auto */ render?: 'static' | 'browser' | 'auto'; /** default: json; the others are plain text */ format?: 'json' | 'md' | 'html' | 'text' | 'media' | 'links'; /** adds `trace`: the rules that applied, and each block with its reasons */ explain?: boolean } } };
      responses: {
        200: Json<{ url: string; finalUrl: string; status: number; via: 'static' | 'browser' | 'api'; pageType: 'article' | 'listing' | 'video' | 'product' | 'forum' | 'wiki' | 'documentation' | 'service' | 'bot-wall' | 'login-wall' | 'consent-wall' | 'other'; reason: 'list' | 'not-an-article' | 'layout-changed' | 'low-confidence' | 'too-short' | 'login-required' | 'blocked' | null; detail: string; article: { url: string; canonicalUrl: string; site: string; pageType: 'article' | 'listing' | 'video' | 'product' | 'forum' | 'wiki' | 'documentation' | 'service' | 'bot-wall' | 'login-wall' | 'consent-wall' | 'other'; title: string; body: string; bodyHtml: string; markdown: string; authors: string[]; publishedAt: { value: string; precision: 'day' | 'minute' | 'second' } | null; modifiedAt: { value: string; precision: 'day' | 'minute' | 'second' } | null; source: string | null; section: string | null; tags: string[]; description: string | null; lang: string | null; leadImage: string | null; images: ({ url: string; alt: string; caption: string })[]; media: ({ url: string; delivery: 'progressive' | 'hls' | 'dash' | 'smooth' | 'flv-stream' | 'mse-capture' | 'websocket' | 'mediastream' | 'embed'; role: 'main' | 'trailer' | 'preview' | 'background' | 'ad' | 'unknown'; score: number; reasons: string[]; mimeType: string | null; method: 'GET' | 'POST'; headers: Record<string, string>; body: string | null; inlineManifest: string | null; inlineManifestBase: string | null; variants: ({ url: string; kind: 'video' | 'audio' | 'subtitles'; bandwidthBps: number | null; widthPx: number | null; heightPx: number | null; frameRate: number | null; codecs: string | null; language: string | null })[]; companions: ({ url: string; kind: 'audio' | 'video' | 'subtitles'; language: string | null; label: string | null })[]; durationMs: number | null; live: 'vod' | 'live' | 'event'; dvrWindowMs: number | null; protection: 'none' | 'aes-128' | 'sample-aes' | 'cenc' | 'cbcs' | 'clearkey' | 'obfuscated-segments'; drmSystems: string[]; expiresAt: { at: string; param: string | null; source: string } | null; probe: { status: number; magic: string | null; sizeBytes: number | null; acceptsRange: boolean; needs: ('referer' | 'cookie')[] } | null; poster: string | null; title: string | null })[]; data: Record<string, string | number | boolean | { amount: number; currency: string } | Record<string, unknown> | null | (string | number | boolean | { amount: number; currency: string } | Record<string, unknown> | null)[]>; posts: ({ author: string | null; publishedAt: { value: string; precision: 'day' | 'minute' | 'second' } | null; text: string })[]; provenance: Partial<Record<'title' | 'body' | 'authors' | 'publishedAt' | 'modifiedAt' | 'source' | 'section' | 'tags' | 'description' | 'lang' | 'leadImage', { by: 'scraper' | 'wrapper' | 'learned' | 'api' | 'json-ld' | 'state' | 'meta' | 'generic' | 'url'; confidence: number }>>; extractor: string } | null; ownData: { fields: ({ field: string; value: string | number | boolean | { amount: number; currency: string } | Record<string, unknown> | null | (string | number | boolean | { amount: number; currency: string } | Record<string, unknown> | null)[]; rule: string | null; by: 'scraper' | 'learned' | null; raw: string | null; problem: string | null })[]; records: ({ kind: string; region: string; matches: number; records: ({ kind: string; key: string; values: Record<string, string | number | boolean | { amount: number; currency: string } | Record<string, unknown> | null | (string | number | boolean | { amount: number; currency: string } | Record<string, unknown> | null)[]>; findings: ({ field: string; value: string | number | boolean | { amount: number; currency: string } | Record<string, unknown> | null | (string | number | boolean | { amount: number; currency: string } | Record<string, unknown> | null)[]; rule: string | null; by: 'scraper' | 'learned' | null; raw: string | null; problem: string | null })[] })[]; dropped: Partial<Record<'empty' | 'no-key' | 'required-missing' | 'same-key' | 'over-limit', number>>; lacking: Record<string, number>; isComplete: boolean })[]; isDataPage: boolean }; media: ({ url: string; delivery: 'progressive' | 'hls' | 'dash' | 'smooth' | 'flv-stream' | 'mse-capture' | 'websocket' | 'mediastream' | 'embed'; role: 'main' | 'trailer' | 'preview' | 'background' | 'ad' | 'unknown'; score: number; reasons: string[]; mimeType: string | null; method: 'GET' | 'POST'; headers: Record<string, string>; body: string | null; inlineManifest: string | null; inlineManifestBase: string | null; variants: ({ url: string; kind: 'video' | 'audio' | 'subtitles'; bandwidthBps: number | null; widthPx: number | null; heightPx: number | null; frameRate: number | null; codecs: string | null; language: string | null })[]; companions: ({ url: string; kind: 'audio' | 'video' | 'subtitles'; language: string | null; label: string | null })[]; durationMs: number | null; live: 'vod' | 'live' | 'event'; dvrWindowMs: number | null; protection: 'none' | 'aes-128' | 'sample-aes' | 'cenc' | 'cbcs' | 'clearkey' | 'obfuscated-segments'; drmSystems: string[]; expiresAt: { at: string; param: string | null; source: string } | null; probe: { status: number; magic: string | null; sizeBytes: number | null; acceptsRange: boolean; needs: ('referer' | 'cookie')[] } | null; poster: string | null; title: string | null })[]; noMedia: 'not-video-page' | 'not-play-page' | 'no-media' | 'drm-only' | 'login-required' | 'bot-wall' | 'domain-not-allowed' | 'no-resolver' | null; fingerprint: { bodyHash: string; simhash: string; titleKeywords: string[]; bodyKeywords: string[]; sketch: string[] } | null; links: ({ url: string; asWritten?: string; foundOn: string | null; anchorText: string; context: string; region: 'content' | 'navigation' | 'footer'; places?: string[]; teaserDate?: string; entryHash?: string; publishedAt: string | null })[]; trace?: ({ rule: string; why: string })[] }> | Answer<'text/plain', { url: string; finalUrl: string; status: number; via: 'static' | 'browser' | 'api'; pageType: 'article' | 'listing' | 'video' | 'product' | 'forum' | 'wiki' | 'documentation' | 'service' | 'bot-wall' | 'login-wall' | 'consent-wall' | 'other'; reason: 'list' | 'not-an-article' | 'layout-changed' | 'low-confidence' | 'too-short' | 'login-required' | 'blocked' | null; detail: string; article: { url: string; canonicalUrl: string; site: string; pageType: 'article' | 'listing' | 'video' | 'product' | 'forum' | 'wiki' | 'documentation' | 'service' | 'bot-wall' | 'login-wall' | 'consent-wall' | 'other'; title: string; body: string; bodyHtml: string; markdown: string; authors: string[]; publishedAt: { value: string; precision: 'day' | 'minute' | 'second' } | null; modifiedAt: { value: string; precision: 'day' | 'minute' | 'second' } | null; source: string | null; section: string | null; tags: string[]; description: string | null; lang: string | null; leadImage: string | null; images: ({ url: string; alt: string; caption: string })[]; media: ({ url: string; delivery: 'progressive' | 'hls' | 'dash' | 'smooth' | 'flv-stream' | 'mse-capture' | 'websocket' | 'mediastream' | 'embed'; role: 'main' | 'trailer' | 'preview' | 'background' | 'ad' | 'unknown'; score: number; reasons: string[]; mimeType: string | null; method: 'GET' | 'POST'; headers: Record<string, string>; body: string | null; inlineManifest: string | null; inlineManifestBase: string | null; variants: ({ url: string; kind: 'video' | 'audio' | 'subtitles'; bandwidthBps: number | null; widthPx: number | null; heightPx: number | null; frameRate: number | null; codecs: string | null; language: string | null })[]; companions: ({ url: string; kind: 'audio' | 'video' | 'subtitles'; language: string | null; label: string | null })[]; durationMs: number | null; live: 'vod' | 'live' | 'event'; dvrWindowMs: number | null; protection: 'none' | 'aes-128' | 'sample-aes' | 'cenc' | 'cbcs' | 'clearkey' | 'obfuscated-segments'; drmSystems: string[]; expiresAt: { at: string; param: string | null; source: string } | null; probe: { status: number; magic: string | null; sizeBytes: number | null; acceptsRange: boolean; needs: ('referer' | 'cookie')[] } | null; poster: string | null; title: string | null })[]; data: Record<string, string | number | boolean | { amount: number; currency: string } | Record<string, unknown> | null | (string | number | boolean | { amount: number; currency: string } | Record<string, unknown> | null)[]>; posts: ({ author: string | null; publishedAt: { value: string; precision: 'day' | 'minute' | 'second' } | null; text: string })[]; provenance: Partial<Record<'title' | 'body' | 'authors' | 'publishedAt' | 'modifiedAt' | 'source' | 'section' | 'tags' | 'description' | 'lang' | 'leadImage', { by: 'scraper' | 'wrapper' | 'learned' | 'api' | 'json-ld' | 'state' | 'meta' | 'generic' | 'url'; confidence: number }>>; extractor: string } | null; ownData: { fields: ({ field: string; value: string | number | boolean | { amount: number; currency: string } | Record<string, unknown> | null | (string | number | boolean | { amount: number; currency: string } | Record<string, unknown> | null)[]; rule: string | null; by: 'scraper' | 'learned' | null; raw: string | null; problem: string | null })[]; records: ({ kind: string; region: string; matches: number; records: ({ kind: string; key: string; values: Record<string, string | number | boolean | { amount: number; currency: string } | Record<string, unknown> | null | (string | number | boolean | { amount: number; currency: string } | Record<string, unknown> | null)[]>; findings: ({ field: string; value: string | number | boolean | { amount: number; currency: string } | Record<string, unknown> | null | (string | number | boolean | { amount: number; currency: string } | Record<string, unknown> | null)[]; rule: string | null; by: 'scraper' | 'learned' | null; raw: string | null; problem: string | null })[] })[]; dropped: Partial<Record<'empty' | 'no-key' | 'required-missing' | 'same-key' | 'over-limit', number>>; lacking: Record<string, number>; isComplete: boolean })[]; isDataPage: boolean }; media: ({ url: string; delivery: 'progressive' | 'hls' | 'dash' | 'smooth' | 'flv-stream' | 'mse-capture' | 'websocket' | 'mediastream' | 'embed'; role: 'main' | 'trailer' | 'preview' | 'background' | 'ad' | 'unknown'; score: number; reasons: string[]; mimeType: string | null; method: 'GET' | 'POST'; headers: Record<string, string>; body: string | null; inlineManifest: string | null; inlineManifestBase: string | null; variants: ({ url: string; kind: 'video' | 'audio' | 'subtitles'; bandwidthBps: number | null; widthPx: number | null; heightPx: number | null; frameRate: number | null; codecs: string | null; language: string | null })[]; companions: ({ url: string; kind: 'audio' | 'video' | 'subtitles'; language: string | null; label: string | null })[]; durationMs: number | null; live: 'vod' | 'live' | 'event'; dvrWindowMs: number | null; protection: 'none' | 'aes-128' | 'sample-aes' | 'cenc' | 'cbcs' | 'clearkey' | 'obfuscated-segments'; drmSystems: string[]; expiresAt: { at: string; param: string | null; source: string } | null; probe: { status: number; magic: string | null; sizeBytes: number | null; acceptsRange: boolean; needs: ('referer' | 'cookie')[] } | null; poster: string | null; title: string | null })[]; noMedia: 'not-video-page' | 'not-play-page' | 'no-media' | 'drm-only' | 'login-required' | 'bot-wall' | 'domain-not-allowed' | 'no-resolver' | null; fingerprint: { bodyHash: string; simhash: string; titleKeywords: string[]; bodyKeywords: string[]; sketch: string[] } | null; links: ({ url: string; asWritten?: string; foundOn: string | null; anchorText: string; context: string; region: 'content' | 'navigation' | 'footer'; places?: string[]; teaserDate?: string; entryHash?: string; publishedAt: string | null })[]; trace?: ({ rule: string; why: string })[] }>;
        400: Json<Problem>;
        401: Json<Problem>;
        403: Json<Problem>;
        413: Json<Problem>;
        415: Json<Problem>;
        422: Json<Problem>;
        429: Json<Problem>;
        431: Json<Problem>;
        503: Json<Problem>;
        504: Json<Problem>;
      };
    };
    patch?: never;
    delete?: never;
  };
  '/v1/crawl': {
    get?: never;
    put?: never;
    /** Begins a crawl, as `newshawk crawl` does, in a process of its own; its run is the job */
    post: {
      parameters: { query?: never; path?: never; header?: never; cookie?: never };
      requestBody: { content: { 'application/json': { /** hosts of scrapers, or http(s) addresses; default: all scrapers */ targets?: string[]; /** ends after this many pages */ limit?: number; /** links away from a source, at most */ depth?: number; /** fetch only addresses below these paths, such as /sport/ */ under?: string[]; /** skip articles published before this date */ since?: string; /** follow these beside articles; default: lists, and what NEWSHAWK_DISCOVER says */ discover?: ('feeds' | 'sitemaps' | 'lists')[]; /** store only articles, and follow only links to articles and lists */ articlesOnly?: boolean; /** ends after this time */ timeLimitSeconds?: number; /** only pages of this topic are published */ topic?: string; /** continues an interrupted crawl: that of `run`, else the newest */ resume?: boolean; /** id of the interrupted crawl that goes on */ run?: string } } };
      responses: {
        202: Json<components['schemas']['Job']>;
        400: Json<Problem>;
        401: Json<Problem>;
        403: Json<Problem>;
        413: Json<Problem>;
        415: Json<Problem>;
        429: Json<Problem>;
        431: Json<Problem>;
        503: Json<Problem>;
      };
    };
    patch?: never;
    delete?: never;
  };
  '/v1/jobs': {
    /** Crawls, the newest first: those of the API, and those of the command line */
    get: {
      parameters: { query?: {
        /** maximum number of items */
        limit?: number;
      }; path?: never; header?: never; cookie?: never };
      requestBody?: never;
      responses: {
        200: Json<{ items: components['schemas']['Job'][] }>;
        400: Json<Problem>;
        401: Json<Problem>;
        403: Json<Problem>;
        429: Json<Problem>;
        431: Json<Problem>;
        503: Json<Problem>;
      };
    };
    put?: never;
    post?: never;
    patch?: never;
    delete?: never;
  };
  '/v1/jobs/{id}': {
    /** One crawl with its progress */
    get: {
      parameters: { query?: never; path: {
        /** id */
        id: string;
      }; header?: never; cookie?: never };
      requestBody?: never;
      responses: {
        200: Json<components['schemas']['Job']>;
        400: Json<Problem>;
        401: Json<Problem>;
        403: Json<Problem>;
        404: Json<Problem>;
        429: Json<Problem>;
        431: Json<Problem>;
        503: Json<Problem>;
      };
    };
    put?: never;
    post?: never;
    patch?: never;
    /** Cancels a crawl: it ends the pages in progress, saves and ends. What is left is kept, and can be resumed */
    delete: {
      parameters: { query?: never; path: {
        /** id */
        id: string;
      }; header?: never; cookie?: never };
      requestBody?: never;
      responses: {
        202: Json<components['schemas']['Job']>;
        400: Json<Problem>;
        401: Json<Problem>;
        403: Json<Problem>;
        404: Json<Problem>;
        409: Json<Problem>;
        413: Json<Problem>;
        415: Json<Problem>;
        429: Json<Problem>;
        431: Json<Problem>;
        503: Json<Problem>;
      };
    };
  };
  '/v1/workers': {
    /** Crawling processes by their last heartbeat: load, hosts held, what they lead; those that fell silent are shown for a day */
    get: {
      parameters: { query?: never; path?: never; header?: never; cookie?: never };
      requestBody?: never;
      responses: {
        200: Json<{ at: string; silentAfterMs: number; items: ({ owner: string; run: string; kind: 'crawl' | 'watch' | 'worker'; startedAt: string; at: string; pages: number; failures: number; pagesPerSecond: number; load: { cpu: number; loop: number; loopDelayP99Ms: number; freeMemory: number; nodeBytes: number; browserBytes: number | null; processes: number | null; limitedBy: 'memory' | 'event-loop' | 'cpu' | 'sites' | 'most' | 'growing' | 'demand' | 'fixed'; fetches: { running: number; limit: number }; browserPages: { running: number; waiting: number; limit: number }; browser: { state: 'idle' } | { state: 'ready' } | { state: 'absent'; forMs: number; nextTryMs: number; why: string; message: string; hasRun: boolean; isLasting: boolean }; launches: number; contexts: number; restingHosts: number; throttled: number; freeTries: number }; queueAwaySince: string | null; version: string | null; name: string; isSilent: boolean; leads: string[]; hosts: number })[] }>;
        401: Json<Problem>;
        403: Json<Problem>;
        429: Json<Problem>;
        431: Json<Problem>;
        503: Json<Problem>;
      };
    };
    put?: never;
    post?: never;
    patch?: never;
    delete?: never;
  };
  '/v1/stats': {
    /** The numbers of the overview: articles, frontier, sources, failures, scraper rules that do not match, the last day, the last runs */
    get: {
      parameters: { query?: never; path?: never; header?: never; cookie?: never };
      requestBody?: never;
      responses: {
        200: Json<{ at: string; store: { kind: string; location: string }; articles: { published: number; duplicate: number; offTopic: number }; media: number; frontier: { pending: number; leased: number; done: number; failed: number }; sources: { total: number; enabled: number; due: number }; blobs: { count: number; bytes: number }; silentRules: components['schemas']['SilentRule'][]; wrappers: { sites: number; live: number; drifts: number }; failures: ({ site: string; reason: string; count: number })[]; lastDay: components['schemas']['VisitSummary']; allTime: components['schemas']['VisitSummary']; savedLastDay: { pages: number; bytes: number | null }; runs: ({ id: string; kind: 'crawl' | 'watch' | 'worker'; startedAt: string; finishedAt: string | null; owner: string; sites: string[] | null; scope: { under: string[]; discover: ('feeds' | 'sitemaps' | 'lists')[] | null; since: string | null; articlesOnly: boolean; maxDepth: number | null } | null })[] }>;
        401: Json<Problem>;
        403: Json<Problem>;
        429: Json<Problem>;
        431: Json<Problem>;
        503: Json<Problem>;
      };
    };
    put?: never;
    post?: never;
    patch?: never;
    delete?: never;
  };
  '/v1/history': {
    /** What happened over time: visits by outcome, failures by reason, bytes, and the age of new articles */
    get: {
      parameters: { query?: {
        /** how far back: by hour, 6 hours or day */
        range?: '24h' | '7d' | '30d';
      }; path?: never; header?: never; cookie?: never };
      requestBody?: never;
      responses: {
        200: Json<{ at: string; range: '24h' | '7d' | '30d'; stepMs: number; steps: ({ startsAt: string; byOutcome: Record<string, number>; failures: Record<string, number>; bytes: number; freshness: { articles: number; medianMs: number | null; p90Ms: number | null } })[] }>;
        400: Json<Problem>;
        401: Json<Problem>;
        403: Json<Problem>;
        429: Json<Problem>;
        431: Json<Problem>;
        503: Json<Problem>;
      };
    };
    put?: never;
    post?: never;
    patch?: never;
    delete?: never;
  };
  '/v1/visits': {
    /** Visits (how tasks ended), newest first */
    get: {
      parameters: { query?: {
        /** id of a run */
        run?: string;
        /** http(s) address, written in full: a page */
        url?: string;
        /** id of a source */
        source?: string;
        /** `next` of the page before: the list goes on there, whatever is stored meanwhile */
        cursor?: string;
        /** maximum number of items */
        limit?: number;
      }; path?: never; header?: never; cookie?: never };
      requestBody?: never;
      responses: {
        200: Json<{ next: string | null; items: components['schemas']['Visit'][] }>;
        400: Json<Problem>;
        401: Json<Problem>;
        403: Json<Problem>;
        429: Json<Problem>;
        431: Json<Problem>;
        503: Json<Problem>;
      };
    };
    put?: never;
    post?: never;
    patch?: never;
    delete?: never;
  };
  '/v1/topics': {
    /** Topics with their terms, and the number of published articles of each */
    get: {
      parameters: { query?: never; path?: never; header?: never; cookie?: never };
      requestBody?: never;
      responses: {
        200: Json<{ total: number; items: components['schemas']['Topic'][] }>;
        401: Json<Problem>;
        403: Json<Problem>;
        429: Json<Problem>;
        431: Json<Problem>;
        503: Json<Problem>;
      };
    };
    put?: never;
    /** Adds a topic to the store; it takes effect with the next crawl */
    post: {
      parameters: { query?: never; path?: never; header?: never; cookie?: never };
      requestBody: { content: { 'application/json': { name: string; method?: 'vector' | 'boolean' | 'tags' | 'learned'; /** terms, or terms with their weights: a higher weight counts more */ keywords?: unknown[] | Record<string, unknown>; /** articles of the topic: addresses, texts, or {title, text} */ examples?: unknown[]; /** a page that contains one of these terms is off topic */ exclude?: string[]; /** ISO 639-1; empty: any */ languages?: string[]; /** shares of title, headings and meta for the method tags */ tagShares?: Record<string, unknown>; /** score from which a page is kept */ threshold?: number; /** marks pages that match, and hides no others */ follow?: boolean } } };
      responses: {
        201: Json<components['schemas']['Topic']>;
        400: Json<Problem>;
        401: Json<Problem>;
        403: Json<Problem>;
        409: Json<Problem>;
        413: Json<Problem>;
        415: Json<Problem>;
        429: Json<Problem>;
        431: Json<Problem>;
        503: Json<Problem>;
      };
    };
    patch?: never;
    delete?: never;
  };
  '/v1/topics/{id}': {
    /** One topic, by its name */
    get: {
      parameters: { query?: never; path: {
        /** name of the topic */
        id: string;
      }; header?: never; cookie?: never };
      requestBody?: never;
      responses: {
        200: Json<components['schemas']['Topic']>;
        400: Json<Problem>;
        401: Json<Problem>;
        403: Json<Problem>;
        404: Json<Problem>;
        429: Json<Problem>;
        431: Json<Problem>;
        503: Json<Problem>;
      };
    };
    /** Adds or replaces a topic of the store; it takes effect with the next crawl */
    put: {
      parameters: { query?: never; path: {
        /** name of the topic */
        id: string;
      }; header?: never; cookie?: never };
      requestBody: { content: { 'application/json': { method?: 'vector' | 'boolean' | 'tags' | 'learned'; /** terms, or terms with their weights: a higher weight counts more */ keywords?: unknown[] | Record<string, unknown>; /** articles of the topic: addresses, texts, or {title, text} */ examples?: unknown[]; /** a page that contains one of these terms is off topic */ exclude?: string[]; /** ISO 639-1; empty: any */ languages?: string[]; /** shares of title, headings and meta for the method tags */ tagShares?: Record<string, unknown>; /** score from which a page is kept */ threshold?: number; /** marks pages that match, and hides no others */ follow?: boolean } } };
      responses: {
        200: Json<components['schemas']['Topic']>;
        400: Json<Problem>;
        401: Json<Problem>;
        403: Json<Problem>;
        409: Json<Problem>;
        413: Json<Problem>;
        415: Json<Problem>;
        429: Json<Problem>;
        431: Json<Problem>;
        503: Json<Problem>;
      };
    };
    post?: never;
    patch?: never;
    /** Removes a topic from the store; articles keep their scores */
    delete: {
      parameters: { query?: never; path: {
        /** name of the topic */
        id: string;
      }; header?: never; cookie?: never };
      requestBody?: never;
      responses: {
        204: NoContent;
        400: Json<Problem>;
        401: Json<Problem>;
        403: Json<Problem>;
        404: Json<Problem>;
        409: Json<Problem>;
        413: Json<Problem>;
        415: Json<Problem>;
        429: Json<Problem>;
        431: Json<Problem>;
        503: Json<Problem>;
      };
    };
  };
  '/v1/labels': {
    /** A random sample of judged articles to be labelled, near the threshold of a topic and far from it */
    get: {
      parameters: { query: {
        /** name of the topic */
        topic: string;
        /** maximum number of items */
        limit?: number;
        /** the same seed draws the same articles */
        seed?: number;
      }; path?: never; header?: never; cookie?: never };
      requestBody?: never;
      responses: {
        200: Json<{ topic: string; threshold: number; total: number; items: ({ id: string; url: string; site: string; title: string; lang: string | null; lead: string; score: number; drawn: { from: number; to: number | null; population: number; draw: string; at: string }; terms: ({ term: string; share: number })[]; marks: { title: ([number, number])[]; lead: ([number, number])[] } })[] }>;
        400: Json<Problem>;
        401: Json<Problem>;
        403: Json<Problem>;
        404: Json<Problem>;
        429: Json<Problem>;
        431: Json<Problem>;
        503: Json<Problem>;
      };
    };
    put?: never;
    /** Stores whether an article belongs to a topic; a later label replaces the earlier one */
    post: {
      parameters: { query?: never; path?: never; header?: never; cookie?: never };
      requestBody: { content: { 'application/json': { id: string; topic: string; relevant: boolean; by?: string; /** as the sample returned it; without it the label does not count towards the precision */ drawn?: { draw: string; at: string; from: number; to: number | null; population: number } | null } } };
      responses: {
        200: Json<components['schemas']['Label']>;
        400: Json<Problem>;
        401: Json<Problem>;
        403: Json<Problem>;
        404: Json<Problem>;
        413: Json<Problem>;
        415: Json<Problem>;
        429: Json<Problem>;
        431: Json<Problem>;
        503: Json<Problem>;
      };
    };
    patch?: never;
    delete?: never;
  };
  '/v1/labels/{id}': {
    get?: never;
    put?: never;
    post?: never;
    patch?: never;
    /** Removes the label of an article */
    delete: {
      parameters: { query: {
        /** name of the topic */
        topic: string;
      }; path: {
        /** id */
        id: string;
      }; header?: never; cookie?: never };
      requestBody?: never;
      responses: {
        204: NoContent;
        400: Json<Problem>;
        401: Json<Problem>;
        403: Json<Problem>;
        404: Json<Problem>;
        413: Json<Problem>;
        415: Json<Problem>;
        429: Json<Problem>;
        431: Json<Problem>;
        503: Json<Problem>;
      };
    };
  };
  '/v1/seeds': {
    /** Sites that search engines named for a topic, what came of each, and which engine named it */
    get: {
      parameters: { query: {
        /** name of the topic */
        topic: string;
      }; path?: never; header?: never; cookie?: never };
      requestBody?: never;
      responses: {
        200: Json<{ total: number; items: ({ topic: string; site: string; homeUrl: string; title: string; rankScore: number; relevance: number; articles: number; onTopic: number; score: number; decision: 'added' | 'polled-already' | 'below-threshold' | 'over-limit' | 'excluded' | 'retired'; sourceId: string | null; evidence: ({ engine: string; query: string; rank: number; url: string })[]; firstSeenAt: string; seenAt: string; addedAt: string | null })[] }>;
        400: Json<Problem>;
        401: Json<Problem>;
        403: Json<Problem>;
        404: Json<Problem>;
        429: Json<Problem>;
        431: Json<Problem>;
        503: Json<Problem>;
      };
    };
    put?: never;
    post?: never;
    patch?: never;
    delete?: never;
  };
  '/v1/wrappers': {
    /** Sites that are learned, with their live version, its verdict, and changes of their layout */
    get: {
      parameters: { query?: never; path?: never; header?: never; cookie?: never };
      requestBody?: never;
      responses: {
        200: Json<{ total: number; items: components['schemas']['WrapperSite'][] }>;
        401: Json<Problem>;
        403: Json<Problem>;
        429: Json<Problem>;
        431: Json<Problem>;
        503: Json<Problem>;
      };
    };
    put?: never;
    post?: never;
    patch?: never;
    delete?: never;
  };
  '/v1/wrappers/{site}': {
    /** One site with its versions, its newest pages, its corrected pages, and the live wrapper */
    get: {
      parameters: { query?: never; path: {
        /** host of the site */
        site: string;
      }; header?: never; cookie?: never };
      requestBody?: never;
      responses: {
        200: Json<{ site: components['schemas']['WrapperSite']; pages: ({ url: string; at: string })[]; corrections: ({ url: string; by: 'person' | 'teacher'; at: string; fields: string[] })[]; wrapper: { shape: 1; site: string; pages: number; correctedPages: number; formats: Record<string, number>; names: string[] | null; styles: ({ detail: 'two' | 'three' | 'full'; path: string; removed: boolean; score: number; pages: number; corrected: { score: number; pages: number } | null; words: number; variety: number })[]; recurring: ({ path: string; code: string; text: string; pages: number })[]; expressions: ({ pattern: string; path: string; support: number; counterExamples: number; examples: string[] })[]; fields: Partial<Record<'title' | 'authors' | 'publishedAt' | 'section' | 'source' | 'leadImage' | 'nextPage', { selector: string; attribute: string | null; confidence: number; pages: number; overrides: boolean }>>; data?: Record<string, { type: unknown; places: unknown[]; confidence: number; values: number }>; records?: Record<string, { region: string; records: number; always: string[]; fields: Record<string, { type: unknown; places: unknown[]; confidence: number; values: number }> }> } | null }>;
        400: Json<Problem>;
        401: Json<Problem>;
        403: Json<Problem>;
        404: Json<Problem>;
        429: Json<Problem>;
        431: Json<Problem>;
        503: Json<Problem>;
      };
    };
    put?: never;
    post?: never;
    patch?: never;
    delete?: never;
  };
  '/v1/wrappers/{site}/versions/{version}': {
    /** The contents of a version: styles, recurring lines, expressions, fields */
    get: {
      parameters: { query?: never; path: {
        /** host of the site */
        site: string;
        /** number of a version */
        version: number;
      }; header?: never; cookie?: never };
      requestBody?: never;
      responses: {
        200: Json<{ shape: 1; site: string; pages: number; correctedPages: number; formats: Record<string, number>; names: string[] | null; styles: ({ detail: 'two' | 'three' | 'full'; path: string; removed: boolean; score: number; pages: number; corrected: { score: number; pages: number } | null; words: number; variety: number })[]; recurring: ({ path: string; code: string; text: string; pages: number })[]; expressions: ({ pattern: string; path: string; support: number; counterExamples: number; examples: string[] })[]; fields: Partial<Record<'title' | 'authors' | 'publishedAt' | 'section' | 'source' | 'leadImage' | 'nextPage', { selector: string; attribute: string | null; confidence: number; pages: number; overrides: boolean }>>; data?: Record<string, { type: unknown; places: unknown[]; confidence: number; values: number }>; records?: Record<string, { region: string; records: number; always: string[]; fields: Record<string, { type: unknown; places: unknown[]; confidence: number; values: number }> }> }>;
        400: Json<Problem>;
        401: Json<Problem>;
        403: Json<Problem>;
        404: Json<Problem>;
        429: Json<Problem>;
        431: Json<Problem>;
        503: Json<Problem>;
      };
    };
    put?: never;
    post?: never;
    patch?: never;
    delete?: never;
  };
  '/v1/wrappers/{site}/diff': {
    /** What differs between two versions; default: the live one and the one before */
    get: {
      parameters: { query?: {
        /** number of a version */
        from?: number;
        /** number of a version */
        to?: number;
      }; path: {
        /** host of the site */
        site: string;
      }; header?: never; cookie?: never };
      requestBody?: never;
      responses: {
        200: Json<{ from: number; to: number; lines: string[] }>;
        400: Json<Problem>;
        401: Json<Problem>;
        403: Json<Problem>;
        404: Json<Problem>;
        429: Json<Problem>;
        431: Json<Problem>;
        503: Json<Problem>;
      };
    };
    put?: never;
    post?: never;
    patch?: never;
    delete?: never;
  };
  '/v1/wrappers/{site}/pin': {
    get?: never;
    put?: never;
    /** Keeps a version in use, whatever is learned; default: the live one */
    post: {
      parameters: { query?: {
        /** number of a version */
        version?: number;
      }; path: {
        /** host of the site */
        site: string;
      }; header?: never; cookie?: never };
      requestBody?: never;
      responses: {
        200: Json<components['schemas']['WrapperSite']>;
        400: Json<Problem>;
        401: Json<Problem>;
        403: Json<Problem>;
        404: Json<Problem>;
        413: Json<Problem>;
        415: Json<Problem>;
        429: Json<Problem>;
        431: Json<Problem>;
        503: Json<Problem>;
      };
    };
    patch?: never;
    delete?: never;
  };
  '/v1/wrappers/{site}/unpin': {
    get?: never;
    put?: never;
    /** Lets the site learn again */
    post: {
      parameters: { query?: never; path: {
        /** host of the site */
        site: string;
      }; header?: never; cookie?: never };
      requestBody?: never;
      responses: {
        200: Json<components['schemas']['WrapperSite']>;
        400: Json<Problem>;
        401: Json<Problem>;
        403: Json<Problem>;
        404: Json<Problem>;
        413: Json<Problem>;
        415: Json<Problem>;
        429: Json<Problem>;
        431: Json<Problem>;
        503: Json<Problem>;
      };
    };
    patch?: never;
    delete?: never;
  };
  '/v1/wrappers/{site}/rollback': {
    get?: never;
    put?: never;
    /** Puts an earlier version in use and pins it; default: the one that was in use before */
    post: {
      parameters: { query?: {
        /** number of a version */
        version?: number;
      }; path: {
        /** host of the site */
        site: string;
      }; header?: never; cookie?: never };
      requestBody?: never;
      responses: {
        200: Json<components['schemas']['WrapperSite']>;
        400: Json<Problem>;
        401: Json<Problem>;
        403: Json<Problem>;
        404: Json<Problem>;
        413: Json<Problem>;
        415: Json<Problem>;
        429: Json<Problem>;
        431: Json<Problem>;
        503: Json<Problem>;
      };
    };
    patch?: never;
    delete?: never;
  };
  '/v1/blocks': {
    /** A stored page's visible blocks in document order, and what extraction takes from them now */
    get: {
      parameters: { query: {
        /** http(s) address, written in full: a page whose snapshot is stored */
        url: string;
      }; path?: never; header?: never; cookie?: never };
      requestBody?: never;
      responses: {
        200: Json<{ url: string; blocks: ({ text: string; tag: string; isBody: boolean; isCorrected: boolean | null; date: string | null; names: string[] })[]; title: string; publishedAt: string | null; authors: string[]; bodyBy: string | null; site: string; live: number | null; takenAt: string; correction: components['schemas']['Correction'] | null }>;
        400: Json<Problem>;
        401: Json<Problem>;
        403: Json<Problem>;
        404: Json<Problem>;
        429: Json<Problem>;
        431: Json<Problem>;
        503: Json<Problem>;
      };
    };
    put?: never;
    post?: never;
    patch?: never;
    delete?: never;
  };
  '/v1/corrections': {
    /** Corrected pages, of a site or of all, or of one page */
    get: {
      parameters: { query?: {
        /** host of the site */
        site?: string;
        /** http(s) address, written in full: a page whose snapshot is stored */
        url?: string;
      }; path?: never; header?: never; cookie?: never };
      requestBody?: never;
      responses: {
        200: Json<{ total: number; items: components['schemas']['Correction'][] }>;
        400: Json<Problem>;
        401: Json<Problem>;
        403: Json<Problem>;
        429: Json<Problem>;
        431: Json<Problem>;
        503: Json<Problem>;
      };
    };
    /** Stores what is right about a page, learns its site at once, and puts the wrapper in use if it is accepted */
    put: {
      parameters: { query?: never; path?: never; header?: never; cookie?: never };
      requestBody: { content: { 'application/json': { /** http(s) address, written in full: a page whose snapshot is stored */ url: string; title?: string | null; /** its paragraphs; null: as extraction has it */ body?: string[] | null; authors?: string[] | null; /** ISO 8601, a day or a time */ publishedAt?: string | null; /** also where the other pages lose more than 30 % of their text */ accept?: boolean } } };
      responses: {
        200: Json<{ effect: components['schemas']['CorrectionEffect']; version: number | null; live: number | null; isPinned: boolean }>;
        400: Json<Problem>;
        401: Json<Problem>;
        403: Json<Problem>;
        404: Json<Problem>;
        409: Json<Problem>;
        413: Json<Problem>;
        415: Json<Problem>;
        429: Json<Problem>;
        431: Json<Problem>;
        503: Json<Problem>;
      };
    };
    post?: never;
    patch?: never;
    /** Deletes a page's correction and learns its site again */
    delete: {
      parameters: { query: {
        /** http(s) address, written in full: a page whose snapshot is stored */
        url: string;
      }; path?: never; header?: never; cookie?: never };
      requestBody?: never;
      responses: {
        200: Json<{ effect: components['schemas']['CorrectionEffect']; version: number | null; live: number | null; isPinned: boolean }>;
        400: Json<Problem>;
        401: Json<Problem>;
        403: Json<Problem>;
        404: Json<Problem>;
        413: Json<Problem>;
        415: Json<Problem>;
        429: Json<Problem>;
        431: Json<Problem>;
        503: Json<Problem>;
      };
    };
  };
  '/v1/corrections/preview': {
    get?: never;
    put?: never;
    /** What a correction would change on the site's other stored pages; nothing is stored */
    post: {
      parameters: { query?: never; path?: never; header?: never; cookie?: never };
      requestBody: { content: { 'application/json': { /** http(s) address, written in full: a page whose snapshot is stored */ url: string; title?: string | null; /** its paragraphs; null: as extraction has it */ body?: string[] | null; authors?: string[] | null; /** ISO 8601, a day or a time */ publishedAt?: string | null; /** also where the other pages lose more than 30 % of their text */ accept?: boolean } } };
      responses: {
        200: Json<components['schemas']['CorrectionEffect']>;
        400: Json<Problem>;
        401: Json<Problem>;
        403: Json<Problem>;
        404: Json<Problem>;
        413: Json<Problem>;
        415: Json<Problem>;
        429: Json<Problem>;
        431: Json<Problem>;
        503: Json<Problem>;
      };
    };
    patch?: never;
    delete?: never;
  };
  '/v1/alerts': {
    /** Troubles and finds, the one that opened last first, with the number of all by state and kind */
    get: {
      parameters: { query?: {
        /** open, resolved, or found (stories and saved searches) */
        state?: 'open' | 'resolved' | 'found';
        /** what it is about */
        kind?: 'source-silent' | 'source-failing' | 'site-failing' | 'drift' | 'proxies' | 'outage' | 'story' | 'search';
        /** maximum number of items */
        limit?: number;
      }; path?: never; header?: never; cookie?: never };
      requestBody?: never;
      responses: {
        200: Json<{ counts: ({ state: 'open' | 'resolved' | 'found'; kind: 'source-silent' | 'source-failing' | 'site-failing' | 'drift' | 'proxies' | 'outage' | 'story' | 'search'; count: number })[]; items: ({ id: string; kind: 'source-silent' | 'source-failing' | 'site-failing' | 'drift' | 'proxies' | 'outage' | 'story' | 'search'; rule: string; subject: string; site: string | null; title: string; evidence: Record<string, string | number | boolean | null>; state: 'open' | 'resolved' | 'found'; times: number; openedAt: string; lastSeenAt: string; resolvedAt: string | null; resolution: string | null; mutedAt: string | null; telling: { what: 'opened' | 'resolved' | 'found'; to: string[] | null; batch: string | null } | null; toldTo: string[]; toldAt: string | null; version: number })[] }>;
        400: Json<Problem>;
        401: Json<Problem>;
        403: Json<Problem>;
        429: Json<Problem>;
        431: Json<Problem>;
        503: Json<Problem>;
      };
    };
    put?: never;
    post?: never;
    patch?: never;
    delete?: never;
  };
  '/v1/alerts/{id}': {
    /** An alert with its evidence */
    get: {
      parameters: { query?: never; path: {
        /** id */
        id: string;
      }; header?: never; cookie?: never };
      requestBody?: never;
      responses: {
        200: Json<{ id: string; kind: 'source-silent' | 'source-failing' | 'site-failing' | 'drift' | 'proxies' | 'outage' | 'story' | 'search'; rule: string; subject: string; site: string | null; title: string; evidence: Record<string, string | number | boolean | null>; state: 'open' | 'resolved' | 'found'; times: number; openedAt: string; lastSeenAt: string; resolvedAt: string | null; resolution: string | null; mutedAt: string | null; telling: { what: 'opened' | 'resolved' | 'found'; to: string[] | null; batch: string | null } | null; toldTo: string[]; toldAt: string | null; version: number }>;
        400: Json<Problem>;
        401: Json<Problem>;
        403: Json<Problem>;
        404: Json<Problem>;
        429: Json<Problem>;
        431: Json<Problem>;
        503: Json<Problem>;
      };
    };
    put?: never;
    post?: never;
    patch?: never;
    delete?: never;
  };
  '/v1/alerts/{id}/mute': {
    get?: never;
    /** Nobody is told of this alert, however often it opens, until it is unmuted */
    put: {
      parameters: { query?: never; path: {
        /** id */
        id: string;
      }; header?: never; cookie?: never };
      requestBody?: never;
      responses: {
        200: Json<{ id: string; kind: 'source-silent' | 'source-failing' | 'site-failing' | 'drift' | 'proxies' | 'outage' | 'story' | 'search'; rule: string; subject: string; site: string | null; title: string; evidence: Record<string, string | number | boolean | null>; state: 'open' | 'resolved' | 'found'; times: number; openedAt: string; lastSeenAt: string; resolvedAt: string | null; resolution: string | null; mutedAt: string | null; telling: { what: 'opened' | 'resolved' | 'found'; to: string[] | null; batch: string | null } | null; toldTo: string[]; toldAt: string | null; version: number }>;
        400: Json<Problem>;
        401: Json<Problem>;
        403: Json<Problem>;
        404: Json<Problem>;
        413: Json<Problem>;
        415: Json<Problem>;
        429: Json<Problem>;
        431: Json<Problem>;
        503: Json<Problem>;
      };
    };
    post?: never;
    patch?: never;
    delete?: never;
  };
  '/v1/alerts/{id}/unmute': {
    get?: never;
    /** Receivers are told of this alert again, from its next change on */
    put: {
      parameters: { query?: never; path: {
        /** id */
        id: string;
      }; header?: never; cookie?: never };
      requestBody?: never;
      responses: {
        200: Json<{ id: string; kind: 'source-silent' | 'source-failing' | 'site-failing' | 'drift' | 'proxies' | 'outage' | 'story' | 'search'; rule: string; subject: string; site: string | null; title: string; evidence: Record<string, string | number | boolean | null>; state: 'open' | 'resolved' | 'found'; times: number; openedAt: string; lastSeenAt: string; resolvedAt: string | null; resolution: string | null; mutedAt: string | null; telling: { what: 'opened' | 'resolved' | 'found'; to: string[] | null; batch: string | null } | null; toldTo: string[]; toldAt: string | null; version: number }>;
        400: Json<Problem>;
        401: Json<Problem>;
        403: Json<Problem>;
        404: Json<Problem>;
        413: Json<Problem>;
        415: Json<Problem>;
        429: Json<Problem>;
        431: Json<Problem>;
        503: Json<Problem>;
      };
    };
    post?: never;
    patch?: never;
    delete?: never;
  };
  '/v1/proxies': {
    /** Proxies of lists with their last check, and what each proxy did for each site on the last seven days; without credentials */
    get: {
      parameters: { query?: never; path?: never; header?: never; cookie?: never };
      requestBody?: never;
      responses: {
        200: Json<{ total: number; good: number; waiting: number; items: ({ id: string; list: string; listedAt: string; check: { at: string; fault: 'breaks-tls' | 'rewrites-pages' | 'dead' | 'refuses-us' | 'unreliable' | 'slow' | 'not-tested' | null; why?: string; tries: number; successRate: number; latencyMs: number | null } | null; scheme: string })[]; uses: ({ day: string; proxy: string; site: string; tries: number; successes: number; blocked: number; bytes: number })[] }>;
        401: Json<Problem>;
        403: Json<Problem>;
        429: Json<Problem>;
        431: Json<Problem>;
        503: Json<Problem>;
      };
    };
    put?: never;
    post?: never;
    patch?: never;
    delete?: never;
  };
  '/v1/hot': {
    /** Terms that rise compared with the previous windows, and the stories that most sources report fastest */
    get: {
      parameters: { query?: {
        /** name of a topic that the articles are relevant to */
        topic?: string;
        /** length of the window */
        hours?: number;
        /** maximum number of items */
        limit?: number;
      }; path?: never; header?: never; cookie?: never };
      requestBody?: never;
      responses: {
        200: Json<{ from: string; to: string; articles: number; terms: ({ term: string; stories: number; sources: number; expected: number; rise: number })[]; stories: ({ cluster: string; sources: number; articles: number; firstSeenAt: string; lastSeenAt: string; perHour: number; acceleration: number; title: string; url: string; site: string })[] }>;
        400: Json<Problem>;
        401: Json<Problem>;
        403: Json<Problem>;
        404: Json<Problem>;
        429: Json<Problem>;
        431: Json<Problem>;
        503: Json<Problem>;
      };
    };
    put?: never;
    post?: never;
    patch?: never;
    delete?: never;
  };
  '/v1/calibration': {
    /** The calibration steps of a topic's threshold with their evidence (the last one is in force), and what the labels say now */
    get: {
      parameters: { query: {
        /** name of the topic */
        topic: string;
      }; path?: never; header?: never; cookie?: never };
      requestBody?: never;
      responses: {
        200: Json<{ topic: string; defined: number; threshold: number; labels: number; drawn: number; precision: { precision: number; margin: number; labels: number; low: number; high: number } | null; next: { threshold: number; step: { precision: number; margin: number; labels: number; topic: string; number: number; at: string; from: number; to: number; size: number; direction: 'down' | 'up' | 'stay'; reference: number; moved: number; steady: boolean; why: string } | null; why: string }; target: number; tolerance: number; floor: number; total: number; items: ({ precision: number; margin: number; labels: number; topic: string; number: number; at: string; from: number; to: number; size: number; direction: 'down' | 'up' | 'stay'; reference: number; moved: number; steady: boolean; why: string })[] }>;
        400: Json<Problem>;
        401: Json<Problem>;
        403: Json<Problem>;
        404: Json<Problem>;
        429: Json<Problem>;
        431: Json<Problem>;
        503: Json<Problem>;
      };
    };
    put?: never;
    /** Moves a topic's threshold one step by its labels; it takes effect with the next crawl */
    post: {
      parameters: { query?: never; path?: never; header?: never; cookie?: never };
      requestBody: { content: { 'application/json': { topic: string; /** target precision */ target?: number; /** accepted distance from the target precision */ tolerance?: number; /** minimum number of labels; fewer change nothing */ floor?: number } } };
      responses: {
        200: Json<{ topic: string; threshold: number; step: { precision: number; margin: number; labels: number; topic: string; number: number; at: string; from: number; to: number; size: number; direction: 'down' | 'up' | 'stay'; reference: number; moved: number; steady: boolean; why: string } | null; why: string }>;
        400: Json<Problem>;
        401: Json<Problem>;
        403: Json<Problem>;
        404: Json<Problem>;
        413: Json<Problem>;
        415: Json<Problem>;
        429: Json<Problem>;
        431: Json<Problem>;
        503: Json<Problem>;
      };
    };
    patch?: never;
    delete?: never;
  };
  '/v1/categories': {
    /** Categories of the published articles with their counts, and the model in use with its report */
    get: {
      parameters: { query?: never; path?: never; header?: never; cookie?: never };
      requestBody?: never;
      responses: {
        200: Json<{ total: number; items: ({ label: string; articles: number })[]; model: { version: string; content: string; bytes: number; savedAt: string; labels: string[]; examples: number; report: { examples: number; accuracy: number; macroF1: number; labels: ({ label: string; examples: number; precision: number; recall: number; f1: number })[]; confusion: number[][]; folds: number }; since: string | null } | null }>;
        401: Json<Problem>;
        403: Json<Problem>;
        429: Json<Problem>;
        431: Json<Problem>;
        503: Json<Problem>;
      };
    };
    put?: never;
    post?: never;
    patch?: never;
    delete?: never;
  };
  '/v1/feeds/{file}': {
    /** A feed of the newest published articles: <all, a topic, a site, or category:<label>>.(rss|atom|json); story:<cluster>: all versions of a story */
    get: {
      parameters: { query?: {
        /** maximum number of items */
        limit?: number;
        /** page of the feed (RFC 5005): the newest articles are on page 1 */
        page?: number;
      }; path: {
        /** `all`, the name of a topic, the host of a site, `category:` and a label, or `story:` and the id of a cluster, then .rss, .atom or .json; `topic:` and `site:` before a name say which is meant */
        file: string;
      }; header?: never; cookie?: never };
      requestBody?: never;
      responses: {
        200: Answer<'application/rss+xml', string> | Answer<'application/atom+xml', string> | Answer<'application/feed+json', string>;
        304: NoContent;
        400: Json<Problem>;
        401: Json<Problem>;
        403: Json<Problem>;
        404: Json<Problem>;
        429: Json<Problem>;
        431: Json<Problem>;
        503: Json<Problem>;
      };
    };
    put?: never;
    post?: never;
    patch?: never;
    delete?: never;
  };
  '/health': {
    /** The process runs */
    get: {
      parameters: { query?: never; path?: never; header?: never; cookie?: never };
      requestBody?: never;
      responses: {
        200: Json<{ status: 'ok'; at: string }>;
        403: Json<Problem>;
        431: Json<Problem>;
      };
    };
    put?: never;
    post?: never;
    patch?: never;
    delete?: never;
  };
  '/ready': {
    /** The store answers; 503 when it does not within 2 s. With since when a crawling process misses its queue, and the browser state of each */
    get: {
      parameters: { query?: never; path?: never; header?: never; cookie?: never };
      requestBody?: never;
      responses: {
        200: Json<{ status: 'ready'; queueAwaySince: string | null; browsers: ({ run: string; browser: 'idle' | 'ready' | 'absent'; since: string | null; nextTryInSeconds: number | null; why: string | null })[] }>;
        403: Json<Problem>;
        431: Json<Problem>;
        503: Json<Problem>;
      };
    };
    put?: never;
    post?: never;
    patch?: never;
    delete?: never;
  };
  '/metrics': {
    /** Prometheus: the store, the crawling processes (as last reported to the store), and this process */
    get: {
      parameters: { query?: never; path?: never; header?: never; cookie?: never };
      requestBody?: never;
      responses: {
        200: Answer<'text/plain', string>;
        401: Json<Problem>;
        403: Json<Problem>;
        429: Json<Problem>;
        431: Json<Problem>;
        503: Json<Problem>;
      };
    };
    put?: never;
    post?: never;
    patch?: never;
    delete?: never;
  };
  '/v1/events': {
    /** What happens, as it happens (server-sent events): articles, visits, failures, polls, statistics, log lines of workers. Header Last-Event-ID resumes */
    get: {
      parameters: { query?: {
        /** types of events, separated by commas: article.created, article.updated, visit.ended, failure.opened, source.changed, stats, log, events.lost; default: all */
        types?: string;
        /** only events of this site, and those that are of none */
        site?: string;
        /** the stream ends after this time; default: it goes on */
        seconds?: number;
      }; path?: never; header?: never; cookie?: never };
      requestBody?: never;
      responses: {
        200: Answer<'text/event-stream', string>;
        400: Json<Problem>;
        401: Json<Problem>;
        403: Json<Problem>;
        429: Json<Problem>;
        431: Json<Problem>;
        503: Json<Problem>;
      };
    };
    put?: never;
    post?: never;
    patch?: never;
    delete?: never;
  };
}
