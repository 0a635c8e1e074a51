import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Language } from './article.ts';

const text = z.string().min(1);

const furnitureSchema = z.strictObject({
  site: text,
  slogan: text,
  nav: z.array(text).min(8),
  /** Headlines of other articles. */
  headlines: z.array(text).min(12),
  teasers: z.array(z.strictObject({ title: text, text, author: text, date: text })).min(6),
  comments: z.array(z.strictObject({ name: text, text })).min(6),
  newsletter: z.strictObject({ title: text, text, button: text, small: text }),
  cookies: z.strictObject({ title: text, paragraphs: z.array(text).min(4), accept: text, refuse: text }),
  paywall: z.strictObject({ title: text, text, button: text, login: text, offers: z.array(text) }),
  forum: z.strictObject({ title: text, posts: z.array(z.strictObject({ name: text, text })).min(4) }),
  product: z.strictObject({ title: text, text, price: text, facts: z.array(text) }),
  copyright: text,
  legal: z.array(text).min(4),
  disclaimer: text,
  words: z.strictObject({
    by: text,
    /** Between two names, with its spaces. */
    and: text,
    published: text,
    updated: text,
    related: text,
    mostRead: text,
    comments: text,
    reply: text,
    share: text,
    advert: text,
    photo: text,
    back: text,
    next: text,
    source: text,
    editor: text,
    tags: text,
    print: text,
    readMore: text,
    readAlso: text,
    search: text,
    about: text,
    minutes: text,
  }),
});
/** The texts around an article on the site of a language: menus, teasers, comments, legal lines. */
export type Furniture = z.output<typeof furnitureSchema>;

/** @throws ZodError if a text is missing */
export const readFurniture = (lang: Language): Furniture =>
  furnitureSchema.parse(JSON.parse(readFileSync(new URL(`./furniture/${lang}.json`, import.meta.url), 'utf8')));
