// Labels of the controls of a list: "load more" and "next page", in many languages. The sources of regular expressions (flags `iu`), because the same rules run
// in Node and in the page.

/** What a label may name after "more": "load more stories from Europe". */
const rest = '(?:\\s+\\S+){0,3}';

const moreLabels: readonly string[] = [
  // English
  `(?:load|show|view|see|get|fetch|display)\\s+(?:more|older|next|\\d+\\s+more)${rest}`,
  'more(?:\\s+(?:news|stories|articles|posts|results|items|entries|topics|updates|notes))?',
  '(?:older|earlier|previous)\\s+(?:posts|stories|articles|entries|news|notes)',
  // German, Dutch, Scandinavian, Finnish
  `(?:mehr|weitere|ältere)(?:\\s+\\S+){0,2}(?:\\s+(?:laden|anzeigen|zeigen))?`,
  '(?:nachladen|(?:zeige|lade)\\s+(?:mehr|weitere)(?:\\s+\\S+){0,2})',
  `(?:toon|laad|bekijk)\\s+meer${rest}|meer(?:\\s+\\S+){0,2}|oudere\\s+\\S+`,
  `(?:visa|ladda|se|vis|last\\s+inn|hent|indlæs)\\s+(?:fler|flere|mer|mere)${rest}|(?:fler|flere)\\s+\\S+|(?:äldre|eldre|ældre)\\s+\\S+`,
  `(?:näytä|lataa)\\s+(?:lisää|vanhemmat)${rest}|lisää(?:\\s+\\S+)?`,
  // Romance
  `(?:voir|afficher|charger|montrer)\\s+(?:plus|davantage|la\\s+suite)${rest}|plus\\s+d['’]\\S+(?:\\s+\\S+)?|plus\\s+de\\s+\\S+|(?:articles|billets)\\s+(?:plus\\s+anciens|précédents|suivants)`,
  `(?:ver|cargar|mostrar)\\s+(?:m[aá]s|\\d+\\s+m[aá]s)${rest}|más\\s+(?:noticias|artículos|entradas|publicaciones|historias|resultados)|(?:entradas|artículos)\\s+(?:m[aá]s\\s+)?(?:antigu[ao]s|anteriores)`,
  `(?:ver|carregar|mostrar|exibir)\\s+mais${rest}|mais\\s+(?:notícias|artigos|posts|resultados|publicações)`,
  `(?:carica|mostra|vedi|visualizza)\\s+(?:altr[aeio]|di\\s+più|ancora)${rest}|altr[ei]\\s+(?:articoli|notizie|post|risultati)`,
  `(?:încarcă|vezi|arată|afișează)\\s+mai\\s+mult(?:e)?${rest}|mai\\s+multe\\s+\\S+`,
  `(?:mostra|carrega|veure)(?:'n)?\\s+m[eé]s${rest}`,
  // Slavic, Hungarian, Greek
  `(?:pokaż|załaduj|wczytaj|zobacz)\\s+(?:więcej|kolejne|starsze)${rest}|więcej\\s+(?:artykułów|wiadomości|wpisów)|starsze\\s+wpisy`,
  `(?:načíst|zobrazit|ukázat|načítať|zobraziť|ukázať)\\s+(?:další|více|ďalšie|viac|starší)${rest}|(?:další|ďalšie|starší|staršie)\\s+\\S+`,
  `(?:učitaj|prikaži|pokaži|naloži|учитај|прикажи)\\s+(?:još|više|več|још|више)${rest}`,
  `(?:показать|загрузить|посмотреть|смотреть)\\s+(?:ещ[её]|больше|далее)${rest}|ещ[её](?:\\s+\\S+){0,2}|больше\\s+(?:новостей|статей|записей|материалов)|загрузить\\s+следующие`,
  `(?:показати|завантажити|дивитися)\\s+(?:ще|більше)${rest}|більше\\s+\\S+`,
  `(?:покажи|зареди|виж)\\s+(?:още|повече)${rest}`,
  `(?:további|több)${rest}|mutass\\s+többet|továbbiak\\s+\\S+`,
  `(?:φόρτωση|εμφάνιση|δείτε|φόρτωσε)\\s+περισσότερ\\S+${rest}|περισσότερα(?:\\s+\\S+)?`,
  // Turkish, Arabic, Persian, Hebrew, Urdu
  `daha\\s+(?:fazla|çok|eski)${rest}|devamını\\s+yükle`,
  `(?:تحميل|عرض|أظهر|شاهد|إظهار|مشاهدة|اعرض|حمل)\\s+(?:المزيد|مزيد|أكثر)${rest}|المزيد(?:\\s+من\\s+\\S+)?|(?:مقالات|أخبار)\\s+(?:أقدم|أخرى)`,
  `(?:نمایش|بارگذاری|مشاهده)\\s+(?:موارد\\s+)?بیشتر${rest}|(?:موارد\\s+)?بیشتر|مزید\\s+\\S+`,
  `(?:טען|הצג|הראה|טעינת|ראה|ראו|הצגת|טענו)\\s+(?:עוד|נוספים|נוספות)${rest}|עוד(?:\\s+\\S+)?|ל?(?:כתבות|פוסטים)\\s+(?:נוספות|נוספים)`,
  // South and South-East Asia
  `(?:और|अधिक)\\s+(?:देखें|दिखाएँ|दिखाएं|लोड\\s+करें|लेख|खबरें|ख़बरें|समाचार|पोस्ट)|আরও(?:\\s+\\S+){0,2}|மேலும்(?:\\s+\\S+){0,2}`,
  `(?:xem|tải|hiển\\s+thị)\\s+thêm${rest}`,
  `(?:muat|lihat|tampilkan|tunjukkan|papar)\\s+(?:lebih(?:\\s+banyak)?|lainnya|lagi)${rest}`,
  '(?:โหลด|ดู|แสดง)(?:ข่าว|บทความ)?เพิ่ม(?:เติม)?',
  // East Asia
  '(?:点击|點擊|上拉|下拉)?(?:加载|載入|载入|查看|显示|顯示|浏览|瀏覽|展开|看)(?:更多|下一页|下一頁)\\S{0,8}|更多(?:文章|新闻|新聞|内容|內容|资讯|資訊|动态|帖子)?',
  '(?:\\S{1,8}を)?(?:もっと|さらに)(?:見る|みる|読み込む|表示(?:する)?)|続きを(?:読み込む|表示(?:する)?)|次の?\\d*件(?:を(?:表示|見る))?|過去の記事\\S{0,6}',
  '(?:\\S{1,6}\\s*)?더\\s*(?:보기|불러오기)(?:\\s*\\S{1,4})?|이전\\s*글\\S{0,4}',
];

/** Whole labels of controls that load more of a list. An arrow or a count may follow: "Load more (34)". */
export const moreLabel = `^[^\\p{L}\\p{N}]*(?:${moreLabels.join('|')})(?:\\s*[(（\\[]?[\\d/ .,+]{1,12}[)）\\]]?)?[^\\p{L}\\p{N}]*$`;

/** Words of labels that look like "more" and are about something else: settings, the rest of one text, comments. */
export const notMoreOfList =
  '(?<!\\p{L})(?:options?|settings?|preferences|cookies?|partners|vendors|filters?|details?|about|info|informationen|information|infos|faq|languages?|comments?|repl(?:y|ies)|read|learn|tell|erfahren|lesen|dazu|optionen|einstellungen|kommentare?|antworten|savoir|lire|commentaires?|réponses?|saber|leer|comentarios?|respuestas?|leia|comentários?|leggi|commenti|lees|reacties|komment\\S*|комментари\\S*|ответ\\S*|коментар\\S*|تعليق\\S*|تعليقات|תגובות|評論|评论|回复|コメント|返信|댓글|답글|設定|设置|选项|詳細|详情)(?!\\p{Ll})';

/** Labels that turn to the next page of a list. */
export const nextLabel =
  '^(?:(?:go\\s+to|zur|zum|à\\s+la|ir\\s+a\\s+la|vai\\s+alla)\\s+)?(?:next(?:\\s+page)?|older(?:\\s+\\S+)?|page\\s+suivante|suivante?s?|weiter|nächste(?:\\s+seite)?|(?:página\\s+)?siguiente|(?:pagina\\s+)?successiv[ao]|avanti|volgende(?:\\s+pagina)?|(?:página\\s+)?seguinte|próxim[ao](?:\\s+página)?|nästa(?:\\s+sida)?|neste(?:\\s+side)?|næste(?:\\s+side)?|seuraava(?:\\s+sivu)?|następn[ay](?:\\s+strona)?|dalej|další(?:\\s+stránka)?|ďalšia|následující|következő(?:\\s+oldal)?|(?:pagina\\s+)?următoare(?:a)?|sonraki(?:\\s+sayfa)?|ileri|следующая(?:\\s+страница)?|вперед|впер[её]д|далее|дальше|наступна(?:\\s+сторінка)?|далі|следваща|επόμεν[ηο](?:\\s+σελίδα)?|التالي|الصفحة\\s+التالية|بعدی|صفحه\\s+بعد|הבא|הבאה|(?:ל?עמוד|דף)\\s+הבא|अगला|अगले(?:\\s+पृष्ठ)?|下一页|下一頁|下页|下頁|后页|後頁|次へ|次のページ|次|다음(?:\\s+페이지)?|(?:หน้า)?ถัดไป|(?:trang\\s+)?(?:tiếp(?:\\s+theo)?|sau)|(?:halaman\\s+)?(?:berikutnya|selanjutnya|seterusnya))?[\\s›»→>▶❯⟩]*$';

/** Class names and other names that developers give to such controls, in words divided by `-` or `_`. */
export const moreName =
  '(?:load|show|view|see|fetch)[-_]?more|more[-_]?(?:button|btn|posts|news|articles|items)|(?:btn|button)[-_]?more';

/** Names of what a browser watches to load more. */
export const sentinelName =
  'infinite[-_]?(?:scroll|load)|scroll[-_]?(?:sentinel|trigger|end)|sentinel|load[-_]?(?:more|next)[-_]?(?:trigger|sentinel)|auto[-_]?load';

/** Names of the boxes around page numbers. */
export const pagerName = 'pagin|pager|paging|page[-_]?(?:nav|numbers?|list|control|links?|items?)';

/** Names of boxes whose controls are about something else than the list of the page. */
export const foreignName =
  'comment|disqus|repl(?:y|ies)|cookie|consent|gdpr|privacy|carousel|slider|swiper|slick|splide|glide|gallery|lightbox|modal|dialog|popup|player|newsletter|calendar|datepicker|share';
