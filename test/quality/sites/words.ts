import { chinese } from '../../../bench/sites/posts/chinese.ts';
import { english } from '../../../bench/sites/posts/english.ts';
import { german } from '../../../bench/sites/posts/german.ts';
import type { Grammar } from '../../../bench/sites/posts/grammar.ts';
import { hebrew } from '../../../bench/sites/posts/hebrew.ts';

export type Language = 'en' | 'de' | 'zh' | 'he';

/** What the pages of a site say around the posts. */
export interface Words {
  readonly grammar: Grammar;
  readonly site: string;
  readonly tagline: string;
  readonly home: string;
  readonly blog: string;
  readonly about: string;
  readonly aboutText: string;
  readonly by: string;
  readonly readOn: string;
  readonly older: string;
  readonly newer: string;
  readonly loadMore: string;
  readonly allPosts: string;
  readonly tags: string;
  readonly categories: string;
  readonly authors: string;
  readonly months: string;
  readonly missing: string;
  readonly password: string;
  readonly submit: string;
  readonly members: string;
  readonly signIn: string;
}

export const wordsOf: Readonly<Record<Language, Words>> = {
  en: {
    grammar: english,
    site: 'The Lantern Post',
    tagline: 'Small news from the lanes',
    home: 'Home',
    blog: 'Blog',
    about: 'About us',
    aboutText: 'The Lantern Post is written by neighbours in their free time, and printed on the first Monday.',
    by: 'By',
    readOn: 'Read more',
    older: 'Older posts',
    newer: 'Newer posts',
    loadMore: 'Load more',
    allPosts: 'All posts',
    tags: 'Tags',
    categories: 'Categories',
    authors: 'Authors',
    months: 'Archives',
    missing: 'Page not found',
    password: 'This content is password protected. To view it please enter your password below:',
    submit: 'Enter',
    members: 'This post is for members only. Become a member to read the whole text.',
    signIn: 'Sign in',
  },
  de: {
    grammar: german,
    site: 'Der Laternenbote',
    tagline: 'Kleine Neuigkeiten aus den Gassen',
    home: 'Startseite',
    blog: 'Blog',
    about: 'Über uns',
    aboutText: 'Den Laternenboten schreiben Nachbarn in ihrer freien Zeit, gedruckt wird er am ersten Montag.',
    by: 'Von',
    readOn: 'Weiterlesen',
    older: 'Ältere Beiträge',
    newer: 'Neuere Beiträge',
    loadMore: 'Mehr laden',
    allPosts: 'Alle Beiträge',
    tags: 'Schlagwörter',
    categories: 'Kategorien',
    authors: 'Autoren',
    months: 'Archiv',
    missing: 'Seite nicht gefunden',
    password: 'Dieser Inhalt ist passwortgeschützt. Bitte gib unten das Passwort ein, um ihn anzuzeigen:',
    submit: 'Absenden',
    members: 'Dieser Beitrag ist nur für Mitglieder. Werde Mitglied, um den ganzen Text zu lesen.',
    signIn: 'Anmelden',
  },
  zh: {
    grammar: chinese,
    site: '灯笼小报',
    tagline: '巷子里的小新闻',
    home: '首页',
    blog: '博客',
    about: '关于我们',
    aboutText: '灯笼小报由邻居们在业余时间撰写，每月第一个星期一印刷。',
    by: '作者：',
    readOn: '阅读全文',
    older: '较早的文章',
    newer: '较新的文章',
    loadMore: '加载更多',
    allPosts: '所有文章',
    tags: '标签',
    categories: '分类',
    authors: '作者',
    months: '归档',
    missing: '找不到页面',
    password: '此内容受密码保护。如需查阅，请在下列字段中输入您的密码：',
    submit: '提交',
    members: '本文仅供会员阅读。成为会员即可阅读全文。',
    signIn: '登录',
  },
  he: {
    grammar: hebrew,
    site: 'פנס השכונה',
    tagline: 'חדשות קטנות מהסמטאות',
    home: 'דף הבית',
    blog: 'בלוג',
    about: 'אודות',
    aboutText: 'את פנס השכונה כותבים שכנים בזמנם הפנוי, והוא מודפס ביום שני הראשון של החודש.',
    by: 'מאת',
    readOn: 'קרא עוד',
    older: 'רשומות ישנות יותר',
    newer: 'רשומות חדשות יותר',
    loadMore: 'טען עוד',
    allPosts: 'כל הרשומות',
    tags: 'תגיות',
    categories: 'קטגוריות',
    authors: 'כותבים',
    months: 'ארכיון',
    missing: 'הדף לא נמצא',
    password: 'התוכן הזה מוגן בסיסמה. כדי לצפות בו יש להזין את הסיסמה:',
    submit: 'שליחה',
    members: 'רשומה זו היא לחברים בלבד. הצטרפו כדי לקרוא את הטקסט המלא.',
    signIn: 'כניסה',
  },
};
