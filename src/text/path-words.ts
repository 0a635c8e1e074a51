const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** Directories of lists: what is below them is a list, however its name looks. In the languages of the web's largest news markets. */
export const listWords = words(
  `tag tags topic topics thema themen themes theme tema temas temi temat tematy etiqueta etiquetas etikett schlagwort schlagworte keyword keywords label labels
   category categories categoria categorias categorie kategorie kategoria kategori rubrik rubrica rubrique rubriques rubric rubrics rubrika section sections seccion
   channel channels kanal lanmu list lists liste lista archive archives archiv archivo archivos arkiv page pages seite pagina strona dossier dossiers special specials
   zhuanti series collection collections hub search suche recherche buscar busca cerca szukaj zoeken haku sitemap newest latest index rss feed feeds`,
);

/** Directories of people: lists of their articles, which are no sections. */
export const peopleWords = words(
  `author authors autor autoren autores autori autore auteur auteurs forfatter skribent people person person profile profiles profil user users member members
   contributor contributors columnist columnists journalist journalists reporter reporters staff team redaktion redaktor avtor avtory zuozhe by`,
);

/** Directories and names of pages that are no stories. */
export const otherWords = words(
  `login signin register account subscribe subscription abo newsletter newsletters about about-us contact contacts contact-us kontakt impressum imprint privacy privacy-policy
   datenschutz terms terms-of-use terms-of-service agb cookies cookie-policy legal help faq advertise advertising mediadaten shop store cart
   product products horoscope crossword puzzles tv-guide gallery galleries galerie galeria fotogalerie bildergalerie diaporama diaporamas
   photo photos foto fotos fotostrecke bilder image images pictures picture slideshow slideshows video videos vidéo filme mediathek tupian shipin
   podcast podcasts audio radio comments comment kommentare share print`,
);

/** Words that say the same as a part of a name (`picture-gallery`, `video123`). */
export const tellingWords = words(
  'gallery galleries galerie video videos photo photos foto fotos tag tags author authors newsletter newsletters podcast podcasts slideshow login search',
);

/** Directories of stories. */
export const storyWords = words(
  `article articles artikel articulo articulos articolo artigo artykul artikkel artikler story stories storia noticia noticias nachricht nachrichten actualite actualites
   news novosti wiadomosci notizie nyheter post posts node detail details content view read doc item story-detail newsdetail`,
);

/** Parameters whose number names a story. */
export const idParameters = words(
  `id aid nid sid p newsid news_id articleid article_id artid artikel_id storyid story_id contentid content_id docid doc_id postid itemid idxno no sn key news article nota_id`,
);
/** Parameters of the further pages of a list. */
export const pagerParameters = words(
  'page paged pg pn pagina seite pageno pagenum page_num start offset curpage currentpage p_no strana',
);
/** Parameters of searches, filters and orders. */
export const filterParameters = words(
  'q query s search keyword keywords suche sort order orderby filter view type cat category tag tags topic author year month day date lang limit format section display',
);
