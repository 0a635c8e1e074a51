/** A pattern that matches this text and nothing else. The slash is escaped for patterns that are written between slashes. */
export const literalPattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
