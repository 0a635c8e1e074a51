const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** For text and attribute values of HTML and XML. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => entities[char] ?? char);

/** Inside `<script type="application/ld+json">`: JSON in which no tag can end. */
export const embedJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');
