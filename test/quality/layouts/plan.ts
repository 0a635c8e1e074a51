import type { PageEncoding } from './encode.ts';
import type { Layout } from './layout.ts';
import { amp } from './templates/amp.ts';
import { arabicPortal } from './templates/arabic-portal.ts';
import { broadsheet } from './templates/broadsheet.ts';
import { chinesePortal } from './templates/chinese-portal.ts';
import { commentHeavy } from './templates/comment-heavy.ts';
import { consentFirst } from './templates/consent-first.ts';
import { dataStory } from './templates/data-story.ts';
import { drupalGovernment } from './templates/drupal-government.ts';
import { fontTables } from './templates/font-tables.ts';
import { gallery } from './templates/gallery.ts';
import { hashedModules } from './templates/hashed-modules.ts';
import { interview } from './templates/interview.ts';
import { listicle } from './templates/listicle.ts';
import { liveBlog } from './templates/live-blog.ts';
import { newsletterArchive } from './templates/newsletter-archive.ts';
import { forumThread, productPage, sectionFront, tagArchive } from './templates/no-articles.ts';
import { opinion } from './templates/opinion.ts';
import { pageBuilder } from './templates/page-builder.ts';
import { paywall } from './templates/paywall.ts';
import { pressRelease } from './templates/press-release.ts';
import { recipe } from './templates/recipe.ts';
import { regional } from './templates/regional.ts';
import { rubyNews } from './templates/ruby-news.ts';
import { stateOnly } from './templates/state-only.ts';
import { streamed } from './templates/streamed.ts';
import { tablePortal } from './templates/table-portal.ts';
import { twins } from './templates/twins.ts';
import { video } from './templates/video.ts';
import { wordpress } from './templates/wordpress.ts';
import { wrongGraph } from './templates/wrong-graph.ts';

export interface PlannedPages {
  readonly layout: Layout;
  readonly articles: readonly string[];
  readonly encoding?: PageEncoding;
}

/** The pages that are generated: which articles in which layout. */
export const plan: readonly PlannedPages[] = [
  { layout: wordpress, articles: ['ferry-timetable', 'seed-bank', 'freibad-sanierung'] },
  { layout: broadsheet, articles: ['bridge-budget', 'seed-bank', 'orgelbauer', 'maktabat-hayy'] },
  { layout: tablePortal, articles: ['ditie-yanxian', 'chashan', 'xiufu-fangtan', 'haixia-tuji'], encoding: 'gb18030' },
  { layout: fontTables, articles: ['bridge-budget', 'lighthouse-interview', 'orgelbauer'], encoding: 'windows-1252' },
  { layout: hashedModules, articles: ['ferry-timetable', 'bus-data', 'imkerin-interview', 'kamisuki'] },
  { layout: streamed, articles: ['bridge-budget', 'chashan', 'freibad-sanierung'] },
  { layout: amp, articles: ['ferry-timetable', 'kiln-gallery', 'sikka-jadida'] },
  { layout: liveBlog, articles: ['storm-live'] },
  { layout: recipe, articles: ['plum-cake'] },
  { layout: listicle, articles: ['walking-trails'] },
  { layout: gallery, articles: ['kiln-gallery', 'haixia-tuji'] },
  { layout: commentHeavy, articles: ['otter-short', 'bahn-kurz', 'yema-duanxun', 'jamal-qasir', 'neko-tanshin'] },
  { layout: paywall, articles: ['seed-bank', 'tempo-kommentar', 'tsuribashi', 'sikka-jadida'] },
  { layout: pressRelease, articles: ['turbine-press', 'hochwasser-amt'] },
  { layout: interview, articles: ['imkerin-interview', 'lighthouse-interview', 'touzai-taidan'] },
  { layout: dataStory, articles: ['bus-data'] },
  { layout: dataStory, articles: ['kongqi-shuju'], encoding: 'utf-16le' },
  { layout: video, articles: ['tram-video', 'bahn-kurz', 'yema-duanxun'] },
  { layout: opinion, articles: ['library-opinion', 'tempo-kommentar', 'ray-miyah'] },
  { layout: arabicPortal, articles: ['sikka-jadida', 'maktabat-hayy'], encoding: 'windows-1256' },
  { layout: arabicPortal, articles: ['jamal-qasir'], encoding: 'utf-8 in the header' },
  { layout: rubyNews, articles: ['tsuribashi', 'kamisuki', 'neko-tanshin'], encoding: 'shift_jis' },
  { layout: rubyNews, articles: ['touzai-taidan'], encoding: 'utf-8 in the header' },
  { layout: chinesePortal, articles: ['ditie-yanxian', 'yema-duanxun', 'haixia-tuji'], encoding: 'gbk' },
  { layout: chinesePortal, articles: ['kongqi-shuju'], encoding: 'utf-8 in the header' },
  { layout: drupalGovernment, articles: ['hochwasser-amt', 'turbine-press'] },
  {
    layout: newsletterArchive,
    articles: ['harbour-letter', 'seed-bank', 'tsuribashi', 'ditie-yanxian', 'maktabat-hayy'],
  },
  { layout: consentFirst, articles: ['freibad-sanierung', 'otter-short', 'xiufu-fangtan', 'jamal-qasir'] },
  { layout: twins, articles: ['bridge-budget', 'tempo-kommentar', 'ray-miyah', 'tsuribashi'] },
  { layout: wrongGraph, articles: ['ferry-timetable', 'ditie-yanxian', 'orgelbauer', 'maktabat-hayy'] },
  { layout: pageBuilder, articles: ['seed-bank', 'kamisuki'] },
  { layout: stateOnly, articles: ['library-opinion', 'chashan'] },
  { layout: regional, articles: ['freibad-sanierung', 'bahn-kurz', 'sikka-jadida', 'neko-tanshin'] },
  {
    layout: sectionFront,
    articles: ['ferry-timetable', 'freibad-sanierung', 'ditie-yanxian', 'sikka-jadida', 'tsuribashi'],
  },
  { layout: tagArchive, articles: ['ferry-timetable', 'orgelbauer', 'ray-miyah'] },
  { layout: forumThread, articles: ['bridge-budget', 'imkerin-interview', 'yema-duanxun'] },
  { layout: productPage, articles: ['plum-cake', 'neko-tanshin'] },
];
