import type { Provenance } from '../../../model/article/draft.ts';
import { authorOfBio } from './author-bio.ts';
import { authorPages, bylineClass, creditCard, itempropAuthors, metaAuthors, relAuthors } from './author-marks.ts';
import { creditedName } from './chinese-credits.ts';
import { koreanReporters } from './korean-credits.ts';
import { besidePersonIcon, labelledByAttribute } from './marked-names.ts';
import {
  type AuthorsInput,
  bylineNearHeadline,
  labelledAuthor,
  labelledBeside,
  lineWithBy,
  nameUnderLabel,
} from './visible-authors.ts';

export interface AuthorsRule {
  readonly name: string;
  readonly why: string;
  readonly by: Provenance['by'];
  /** Precision of the rule on the open corpora, rounded. */
  readonly confidence: number;
  /** Rules of one family have one origin, so that they are not independent: an account of the content management system, or what readers see. */
  readonly family: 'data' | 'text';
  /** The source names the author explicitly: an organisation there is no guess. */
  readonly isExplicit: boolean;
  /** The rule reads no word such as "by": a name that is a phrase of the page does not count. */
  readonly isWeak?: true;
  /** The rule reads links, each of which is one author. */
  readonly isLink?: true;
  readonly read: (input: AuthorsInput) => readonly string[];
}

export const authorsRules: readonly AuthorsRule[] = [
  {
    name: 'json-ld',
    why: 'author of the JSON-LD article',
    by: 'json-ld',
    confidence: 0.9,
    family: 'data',
    isExplicit: true,
    read: ({ structured }) => structured.article?.authors ?? [],
  },
  {
    name: 'meta',
    why: 'author, parsely-author and similar',
    by: 'meta',
    confidence: 0.85,
    family: 'data',
    isExplicit: true,
    read: metaAuthors,
  },
  {
    name: 'card',
    why: 'twitter:data with the label "written by"',
    by: 'meta',
    confidence: 0.88,
    family: 'data',
    isExplicit: true,
    read: creditCard,
  },
  {
    name: 'itemprop',
    why: 'itemprop=author',
    by: 'meta',
    confidence: 0.9,
    family: 'text',
    isExplicit: true,
    read: itempropAuthors,
  },
  {
    name: 'rel',
    why: 'rel=author',
    by: 'generic',
    confidence: 0.87,
    family: 'text',
    isExplicit: true,
    isLink: true,
    read: relAuthors,
  },
  {
    name: 'author-page',
    why: 'a link near the headline or the end of the text to a page about an author',
    by: 'generic',
    confidence: 0.88,
    family: 'text',
    isExplicit: true,
    isLink: true,
    read: authorPages,
  },
  {
    name: 'labelled',
    why: 'a line that begins with "author", "written by" or similar',
    by: 'generic',
    confidence: 0.85,
    family: 'text',
    isExplicit: false,
    read: labelledAuthor,
  },
  {
    name: 'labelled-beside',
    why: 'the only line that begins with "author:", in a side bar',
    by: 'generic',
    confidence: 0.6,
    family: 'text',
    isExplicit: false,
    isWeak: true,
    read: labelledBeside,
  },
  {
    name: 'beside-headline',
    why: 'a line near the headline that names the author',
    by: 'generic',
    confidence: 0.86,
    family: 'text',
    isExplicit: false,
    isWeak: true,
    read: bylineNearHeadline,
  },
  {
    name: 'byline-class',
    why: 'an element whose class or id is that of a byline',
    by: 'generic',
    confidence: 0.7,
    family: 'text',
    isExplicit: true,
    isWeak: true,
    read: bylineClass,
  },
  {
    name: 'by-line',
    why: 'a line near the headline that begins with "by", "von", "par" …',
    by: 'generic',
    confidence: 0.85,
    family: 'text',
    isExplicit: true,
    read: lineWithBy,
  },
  {
    name: 'label-above',
    why: 'a line under one that says only "author"',
    by: 'generic',
    confidence: 0.8,
    family: 'text',
    isExplicit: true,
    read: nameUnderLabel,
  },
  {
    name: 'credit-line',
    why: 'a line with the author or, at the end, the responsible editor',
    by: 'generic',
    confidence: 0.85,
    family: 'text',
    isExplicit: false,
    read: creditedName,
  },
  {
    name: 'korean-reporter',
    why: 'a line with a name and the Korean word for a reporter',
    by: 'generic',
    confidence: 0.85,
    family: 'text',
    isExplicit: true,
    read: koreanReporters,
  },
  {
    name: 'label-attribute',
    why: 'an element whose tooltip says "author"',
    by: 'generic',
    confidence: 0.8,
    family: 'text',
    isExplicit: true,
    read: labelledByAttribute,
  },
  {
    name: 'person-icon',
    why: 'the only line with the icon of a person and a name',
    by: 'generic',
    confidence: 0.6,
    family: 'text',
    isExplicit: false,
    isWeak: true,
    read: besidePersonIcon,
  },
  {
    name: 'bio',
    why: 'a line behind the text that says what the author does',
    by: 'generic',
    confidence: 0.8,
    family: 'text',
    isExplicit: false,
    read: authorOfBio,
  },
];
