/** Whether a text has no character beyond ASCII: then it needs none of the Unicode tables. */
export const isAscii = (text: string): boolean => !/\P{ASCII}/u.test(text);
