/** Whether a text is pure ASCII, which needs no Unicode tables. */
export const isAscii = (text: string): boolean => !/\P{ASCII}/u.test(text);
