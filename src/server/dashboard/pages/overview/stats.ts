import type { AnswerOf, ApiSchemas } from '../../data/api.ts';

export type Stats = AnswerOf<'/v1/stats'>;
export type TopicCount = Pick<ApiSchemas['Topic'], 'name' | 'articles'>;
export type CategoryCount = AnswerOf<'/v1/categories'>['items'][number];
export type Hot = AnswerOf<'/v1/hot'>;
export type ProxyReport = AnswerOf<'/v1/proxies'>;
