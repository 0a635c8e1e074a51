import type { PageRequest } from '../../model/page/page-api.ts';
import { jsonOf } from '../../text/answer-data.ts';

/** Words that name an effect. */
const effectName =
  /(?:^|[^a-z])(?:create|update|delete|remove|add|set|submit|vote|like|record|track|log|register|send|save|increment|count|mark|buy|pay|use|consume|subscribe|report|mutation)(?![a-z])/i;

/**
 * Whether a request may be sent by us beside the page: a GET, or a POST that is a GraphQL query. Any other POST may have an effect, and a second one would cause it
 * twice.
 */
export function isRepeatable(method: PageRequest['method'], body: PageRequest['body']): boolean {
  if (method === 'GET') return true;
  const data = body === null ? undefined : jsonOf(body);
  return (
    typeof data === 'object' && data !== null && !Array.isArray(data) && isGraphqlQuery(data as Record<string, unknown>)
  );
}

function isGraphqlQuery({ query, operationName, extensions }: Record<string, unknown>): boolean {
  if (typeof query === 'string')
    return (
      /^(?:\s|#.*\n)*(?:query\b|\{|fragment\b)/.test(query) &&
      !/(?:^|[}\n\s])(?:mutation|subscription)\b[\s\w]*[({]/.test(query)
    );
  const isPersisted = typeof extensions === 'object' && extensions !== null && 'persistedQuery' in extensions;
  const words = String(operationName ?? '').replace(/([a-z])(?=[A-Z])/g, '$1 ');
  return isPersisted && !effectName.test(words);
}
