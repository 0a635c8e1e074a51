/** What a byline may say in place of a person's name, in several languages. */

/** News agencies, also with a desk or initials: "dpa/lno", "AFP Relaxnews", "Reuters Staff". */
const agency =
  /^(?:dpa|afp|apa|ap|sda|ats|sid|epd|kna|dts|ots|efe|ansa|agi|adnkronos|belga|anp|tass|upi|pti|ians|aap|bernama|lusa|mti|pap|čtk|ntb|ritzau|tt|wam|spa|reuters|bloomberg|xinhua|(?:the )?associated press|agence france[- ]presse|press association|pa media|europa press|keystone|kathpress|agenturen|agencies|agencias|agences|新华社|新華社|中新社|中央社|共同(?:通信(?:社)?)?|時事(?:通信(?:社)?)?|연합뉴스|رويترز|وكالات|тасс|интерфакс|риа новости|укринформ)(?:[\s/-].{0,30})?$/iu;
/** Broadcasters that follow a name: "Ada Marsh, CNN". They look like degrees. */
const broadcaster =
  /^(?:ABC|ARD|BBC|CBC|CBS|CNBC|CNN|ESPN|FOX|ITV|MDR|NBC|NDR|NPR|ORF|PBS|RAI|RTL|SRF|SWR|TVE|WDR|ZDF)$/;

/** A desk, a function, a button or a placeholder of a content management system. */
const role =
  /^(?:(?:the )?(?:\S+ ){0,3}(?:staff(?: (?:writers?|reporters?|report|correspondents?))?|(?:news|web|digital|online|sports?|city|national|foreign|world|social|copy) ?desk|newsroom|bureau|correspondents?|news service|press releases?)|(?:staff|senior|guest|contributing|associate|assistant|managing|trending|special|freelance|our) (?:\S+ )?(?:writers?|reporters?|editors?|authors?|contributors?|correspondents?)|editor(?:s|ial)?(?: (?:team|staff|board))?|admin(?:istrator)?|guest|contributors?|contributing|reporters?|senior \S+|journalist|author(?:\(s\)|s)?|autor(?:en|in|es|as|a)?|auteur(?:\(s\)|s)?|autore|writers?|team|founder|redaktion|(?:la )?rédaction|(?:la )?redacción|(?:la )?redazione|(?:de )?redactie|redakcja|редакция|news|pressemitteilung|gastautor(?:in)?|gastbeitrag|webmaster|m\.?d\.?|ph\.?d\.?|jr\.?|sr\.?|anonym(?:ous)?|unknown|null|undefined|none|n\/a|user|posts?|(?:all|our|these|other) (?:articles?|posts?|stories|content|texts?)|follow|facebook|twitter|instagram|linkedin|whatsapp|telegram|youtube|e-?mail|print|drucken|share|by|via|von|par|por|pp|red|insights from|(?:written|posted|reviewed|recipe|story|text|words|fotos?|photos?|edited|updated|published)(?: by)?|(?:view|show|see|read) (?:all|more).*|more (?:from|by).*|alle (?:artikel|beiträge).*|本报(?:记者|讯)|本刊|(?:见习|实习|特约|特派)?(?:记者|記者)|通讯员|(?:责任|責任|新闻|值班|执行|本期)?(?:编辑|編輯|主编|编审)|责编|責編|編集部|小编|作者|著者|撰文|撰稿|来源|來源|出处|原标题|佚名|综合|网络|转载|發表在|发表于|المحرر|محرر|(?:هيئة|فريق) التحرير)$/iu;
/** Those who write for an outlet, without a name: the newsroom, its staff, a function. */
const unnamed =
  /^(?:(?:the|die|der|das|la|le|el|il|da|de|our|unser[e]?|freie[r]?|a) )?(?:editors|(?:site|super) ?(?:admin|user)|(?:online|news|web|digital|sport|gast|kultur|lokal|wirtschafts)?-?(?:redaktion(?:en|steam)?|redakteur(?:in)?)|mitarbeiter(?:in(?:nen)?)?(?: der redaktion)?|korrespondent(?:in|en)?|(?:news|web) ?team|redação|redação|toimitus|redaktionen|personal|equipo|équipe|envoyée? spéciale?|corresponsal|correspondante?|编辑部|編輯部|本报讯|本網訊|综合报道|綜合報導|匿名|편집부|온라인뉴스팀|뉴스팀)$/iu;
/** "our correspondent", "onze verslaggever": a function in small letters. */
const ourOwn =
  /^(?:our|ons|onze|unser[e]?|notre|nuestr[oa]|noss[oa]|nostr[oa]|nasz\p{L}*|наш\p{L}*|vår[t]?|vores|meidän) \p{Ll}/u;
/** Accounts that a content management system comes with. */
const systemAccount =
  /^(?:root|admin\d*|wp-?admin|web-?admin|superuser|wordpress|default|test|user\d*|gast|invité|invitado|unbekannt|anonym(?:e|er)?|anónimo|anonimo|mailto|https?)$/iu;
/** Buttons beside a name. */
const button =
  /^(?:folgen|suivre|seguir|segui|volgen|teilen|partager|compartir|mehr lesen|lire la suite|comments?|subscribe|abonnieren|s[’']abonner|suscribirse)$/iu;

/** Words of sentences, buttons and book titles. */
const otherWords =
  /(?<!\p{L})(?:edited|edition|copyright|all rights|click|subscribe|newsletter|comments?|kommentare?|min(?:utes?)? read|read more|sign up|log ?in|cookies?|privacy|published|veröffentlicht|aktualisiert)(?!\p{L})/iu;

/** Labels of other lines beside a byline: "Last updated", "Social links". */
const lineLabel =
  /^(?:(?:last|first|originally|zuletzt|dernière|última|ultima)(?: (?:updated?|modified|edited|reviewed|changed|published|posted|aktualisiert|geändert|bearbeitet|mise à jour|actualización|modifica))?|(?:social|quick|useful|related|external) (?:links?|media|sharing|buttons?)|(?:table of )?contents|(?:\S+ )?archive(?: page)?|(?:website|profile|biography|bio|homepage)|(?:contact|about)(?: (?:info(?:rmation)?|us|details))?)$|^special (?:for|to) |^(?:submitted|posted|published|created|uploaded|updated|written) (?:on|at)(?!\p{L})/iu;

export const isAgency = (name: string): boolean => agency.test(name) || broadcaster.test(name);

/** Whether a piece of a byline is certainly not a person's or user's name. */
export const isNoName = (name: string): boolean =>
  isAgency(name) || isRole(name) || otherWords.test(name) || lineLabel.test(name);

const isRole = (name: string): boolean =>
  role.test(name) || unnamed.test(name) || systemAccount.test(name) || button.test(name) || ourOwn.test(name);

/** Texts that cannot be names, not even of an organisation. */
const noText = /https?:|[{}<>=@[\]]|^[a-z]+(?:\.[a-z]+){1,}$|^\d/iu;

/** Whether a line cannot even name an organisation. */
export const isPlaceholder = (line: string): boolean => isNoName(line) || noText.test(line);
