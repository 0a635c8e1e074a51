import type { Exchange } from '../../../model/web/exchange.ts';
import { kindOfUrl } from './media-url.ts';

/** Answers to scripts that may be a medium: not text, not pictures, and not read as a medium already. */
export function carriersIn(exchanges: readonly Exchange[]): Exchange[] {
  const carriers = exchanges.filter(
    ({ url, type, method, status, mimeType, text }) =>
      /^https?:/.test(url) &&
      /^(xhr|fetch|other)$/.test(type) &&
      method === 'GET' &&
      (status === 200 || status === 206) &&
      text === null &&
      /^$|octet-stream|^(video|audio)\//.test(mimeType) &&
      !/\.(m?js|css|wasm|json|html?|jpe?g|png|webp|gif|svg|woff2?|vtt|srt)$/i.test(new URL(url).pathname) &&
      /^(null|segment)$/.test(String(kindOfUrl(url, mimeType === 'video/mp2t' ? null : mimeType) ?? null)),
  );
  return [...new Map(carriers.map((exchange) => [exchange.url, exchange])).values()];
}
