/** In the order of the columns below. */
export const languages = ['en', 'de', 'fr', 'es', 'ru', 'zh', 'ja', 'pt', 'tr'] as const;
export type PageLanguage = (typeof languages)[number];

/** What the furniture of pages says: a column for each language. */
const table = {
  home: 'Home | Startseite | Accueil | Inicio | Главная | 首页 | ホーム | Início | Anasayfa',
  about: 'About us | Über uns | À propos | Sobre nosotros | О нас | 关于我们 | 私たちについて | Sobre nós | Hakkımızda',
  contact: 'Contact | Kontakt | Contact | Contacto | Контакты | 联系我们 | お問い合わせ | Contato | İletişim',
  search: 'Search | Suche | Rechercher | Buscar | Поиск | 搜索 | 検索 | Pesquisar | Ara',
  news: 'News | Nachrichten | Actualités | Noticias | Новости | 新闻 | ニュース | Notícias | Haberler',
  forum: 'Forum | Forum | Forum | Foro | Форум | 论坛 | フォーラム | Fórum | Forum',
  reply: 'Reply | Antworten | Répondre | Responder | Ответить | 回复 | 返信 | Responder | Yanıtla',
  quote: 'Quote | Zitieren | Citer | Citar | Цитировать | 引用 | 引用 | Citar | Alıntıla',
  like: 'Like | Gefällt mir | J’aime | Me gusta | Нравится | 赞 | いいね | Curtir | Beğen',
  postsCount: 'Posts | Beiträge | Messages | Mensajes | Сообщения | 帖子 | 投稿 | Mensagens | Mesajlar',
  joined: 'Joined | Registriert | Inscription | Registrado | Регистрация | 注册时间 | 登録日 | Registrado em | Katılım',
  views: 'views | Aufrufe | vues | vistas | просмотров | 浏览 | 閲覧 | visualizações | görüntülenme',
  wrote: 'wrote | schrieb | a écrit | escribió | писал(а) | 写道 | さんの投稿 | escreveu | yazdı',
  nextPage: 'Next | Weiter | Suivant | Siguiente | Далее | 下一页 | 次へ | Próxima | Sonraki',
  prevPage: 'Previous | Zurück | Précédent | Anterior | Назад | 上一页 | 前へ | Anterior | Önceki',
  addToCart:
    'Add to cart | In den Warenkorb | Ajouter au panier | Añadir al carrito | В корзину | 加入购物车 | カートに入れる | Adicionar ao carrinho | Sepete ekle',
  inStock: 'In stock | Auf Lager | En stock | En existencia | В наличии | 有现货 | 在庫あり | Em estoque | Stokta var',
  reviews: 'Reviews | Bewertungen | Avis | Opiniones | Отзывы | 商品评价 | レビュー | Avaliações | Yorumlar',
  description:
    'Description | Beschreibung | Description | Descripción | Описание | 商品详情 | 商品説明 | Descrição | Açıklama',
  details: 'Details | Details | Détails | Detalles | Характеристики | 规格参数 | 仕様 | Detalhes | Ayrıntılar',
  readMore:
    'Read more | Weiterlesen | Lire la suite | Leer más | Читать далее | 阅读全文 | 続きを読む | Leia mais | Devamını oku',
  comments:
    'Comments | Kommentare | Commentaires | Comentarios | Комментарии | 评论 | コメント | Comentários | Yorumlar',
  related:
    'Related | Mehr zum Thema | À lire aussi | Te puede interesar | Читайте также | 相关阅读 | 関連記事 | Veja também | İlgili',
  subscribe: 'Subscribe | Abonnieren | S’abonner | Suscríbete | Подписаться | 订阅 | 購読する | Assine | Abone ol',
  login: 'Log in | Anmelden | Se connecter | Iniciar sesión | Войти | 登录 | ログイン | Entrar | Giriş yap',
  register:
    'Create account | Konto erstellen | Créer un compte | Crear cuenta | Зарегистрироваться | 注册账号 | 新規登録 | Criar conta | Hesap oluştur',
  email:
    'Email address | E-Mail-Adresse | Adresse e-mail | Correo electrónico | Электронная почта | 邮箱 | メールアドレス | E-mail | E-posta',
  password: 'Password | Passwort | Mot de passe | Contraseña | Пароль | 密码 | パスワード | Senha | Parola',
  forgot:
    'Forgot your password? | Passwort vergessen? | Mot de passe oublié ? | ¿Olvidaste tu contraseña? | Забыли пароль? | 忘记密码？ | パスワードをお忘れですか？ | Esqueceu a senha? | Parolanızı mı unuttunuz?',
  send: 'Send | Absenden | Envoyer | Enviar | Отправить | 发送 | 送信 | Enviar | Gönder',
  acceptAll:
    'Accept all | Alle akzeptieren | Tout accepter | Aceptar todo | Принять все | 全部接受 | すべて同意 | Aceitar tudo | Tümünü kabul et',
  rejectAll:
    'Reject all | Alle ablehnen | Tout refuser | Rechazar todo | Отклонить все | 全部拒绝 | すべて拒否 | Rejeitar tudo | Tümünü reddet',
  privacy:
    'Privacy policy | Datenschutz | Confidentialité | Política de privacidad | Политика конфиденциальности | 隐私政策 | プライバシーポリシー | Política de privacidade | Gizlilik politikası',
  terms:
    'Terms of service | Allgemeine Geschäftsbedingungen | Conditions générales | Términos y condiciones | Условия использования | 服务条款 | 利用規約 | Termos de uso | Kullanım koşulları',
  pricing: 'Pricing | Preise | Tarifs | Precios | Тарифы | 价格 | 料金 | Preços | Fiyatlar',
  perMonth: 'per month | pro Monat | par mois | al mes | в месяц | 每月 | 月額 | por mês | aylık',
  start:
    'Start for free | Kostenlos starten | Essayer gratuitement | Empieza gratis | Начать бесплатно | 免费试用 | 無料で始める | Comece grátis | Ücretsiz başla',
  faq: 'Frequently asked questions | Häufige Fragen | Questions fréquentes | Preguntas frecuentes | Частые вопросы | 常见问题 | よくある質問 | Perguntas frequentes | Sık sorulan sorular',
  jobs: 'Careers | Karriere | Carrières | Empleo | Вакансии | 招聘 | 採用情報 | Carreiras | Kariyer',
  sitemap:
    'Sitemap | Übersicht | Plan du site | Mapa del sitio | Карта сайта | 网站地图 | サイトマップ | Mapa do site | Site haritası',
  resultsFor:
    'Results for | Ergebnisse für | Résultats pour | Resultados para | Результаты поиска | 搜索结果 | 検索結果 | Resultados para | Arama sonuçları',
  archive: 'Archive | Archiv | Archives | Archivo | Архив | 归档 | アーカイブ | Arquivo | Arşiv',
  answers: 'Answers | Antworten | Réponses | Respuestas | Ответы | 回答 | 回答 | Respostas | Yanıtlar',
  notFound:
    'Page not found | Seite nicht gefunden | Page introuvable | Página no encontrada | Страница не найдена | 页面不存在 | ページが見つかりません | Página não encontrada | Sayfa bulunamadı',
  notFoundText:
    'The page you are looking for was moved, removed, or never existed. | Die gesuchte Seite wurde verschoben, gelöscht oder hat nie existiert. | La page que vous cherchez a été déplacée, supprimée ou n’a jamais existé. | La página que buscas se ha movido, se ha eliminado o nunca existió. | Страница, которую вы ищете, перемещена, удалена или никогда не существовала. | 您访问的页面已被移动、删除或从未存在。 | お探しのページは移動または削除されたか、もともと存在しません。 | A página que você procura foi movida, removida ou nunca existiu. | Aradığınız sayfa taşındı, kaldırıldı ya da hiç var olmadı.',
  removed:
    'This article is no longer available. | Dieser Artikel ist nicht mehr verfügbar. | Cet article n’est plus disponible. | Este artículo ya no está disponible. | Эта статья больше недоступна. | 该文章已被删除。 | この記事は削除されました。 | Este artigo não está mais disponível. | Bu yazı artık mevcut değil.',
  paywall:
    'This article is for subscribers. Subscribe to read on. | Dieser Artikel ist nur für Abonnenten. Jetzt weiterlesen mit einem Abo. | Cet article est réservé aux abonnés. Abonnez-vous pour lire la suite. | Este artículo es solo para suscriptores. Suscríbete para seguir leyendo. | Статья доступна только подписчикам. Оформите подписку, чтобы читать дальше. | 本文为付费内容，订阅后可阅读全文。 | この記事は有料会員限定です。続きは会員登録が必要です。 | Conteúdo exclusivo para assinantes. Assine para continuar lendo. | Bu yazı abonelere özeldir. Devamını okumak için abone olun.',
  membersOnly:
    'You must be logged in to view this page. | Sie müssen angemeldet sein, um diese Seite zu sehen. | Vous devez être connecté pour voir cette page. | Debes iniciar sesión para ver esta página. | Чтобы просмотреть эту страницу, войдите в систему. | 请登录后查看本页内容。 | このページを見るにはログインが必要です。 | Você precisa entrar para ver esta página. | Bu sayfayı görmek için giriş yapmalısınız.',
  cookies:
    'We and our partners store and access information on your device, such as cookies, to show personalised ads, measure content and develop our services. You can change your choice at any time. | Wir und unsere Partner speichern Informationen auf Ihrem Gerät, etwa Cookies, um Anzeigen zu personalisieren, Inhalte zu messen und unsere Dienste zu verbessern. Sie können Ihre Wahl jederzeit ändern. | Nos partenaires et nous stockons des informations sur votre appareil, comme des cookies, pour personnaliser les publicités, mesurer les contenus et améliorer nos services. Vous pouvez modifier vos choix à tout moment. | Nosotros y nuestros socios almacenamos información en tu dispositivo, como cookies, para mostrar anuncios personalizados, medir el contenido y mejorar nuestros servicios. Puedes cambiar tu decisión en cualquier momento. | Мы и наши партнёры храним на вашем устройстве данные, например файлы cookie, чтобы показывать персональную рекламу, измерять контент и улучшать сервисы. Вы можете изменить свой выбор в любое время. | 我们与合作伙伴会在您的设备上存储并访问信息（例如 Cookie），以展示个性化广告、衡量内容效果并改进服务。您可以随时更改选择。 | 当社とパートナーは、広告のパーソナライズ、コンテンツの測定、サービス改善のため、お使いの端末にクッキーなどの情報を保存します。選択はいつでも変更できます。 | Nós e nossos parceiros armazenamos informações no seu dispositivo, como cookies, para exibir anúncios personalizados, medir conteúdo e melhorar nossos serviços. Você pode mudar sua escolha a qualquer momento. | Biz ve ortaklarımız, kişiselleştirilmiş reklamlar göstermek, içeriği ölçmek ve hizmetlerimizi geliştirmek için cihazınızda çerez gibi bilgiler saklarız. Seçiminizi istediğiniz zaman değiştirebilirsiniz.',
  human:
    'Please confirm that you are not a robot. | Bitte bestätigen Sie, dass Sie kein Roboter sind. | Veuillez confirmer que vous n’êtes pas un robot. | Confirma que no eres un robot. | Подтвердите, что вы не робот. | 请完成验证，确认您不是机器人。 | ロボットではないことを確認してください。 | Confirme que você não é um robô. | Lütfen robot olmadığınızı doğrulayın.',
  unusual:
    'We noticed unusual activity from your network. Complete the check below to continue. | Wir haben ungewöhnliche Aktivitäten aus Ihrem Netzwerk festgestellt. Lösen Sie die Aufgabe, um fortzufahren. | Une activité inhabituelle a été détectée depuis votre réseau. Effectuez la vérification pour continuer. | Hemos detectado actividad inusual desde tu red. Completa la comprobación para continuar. | Из вашей сети зафиксирована необычная активность. Пройдите проверку, чтобы продолжить. | 系统检测到您的网络存在异常访问，请完成下方验证后继续。 | ご利用のネットワークから通常と異なるアクセスがありました。続行するには確認を完了してください。 | Detectamos atividade incomum na sua rede. Conclua a verificação para continuar. | Ağınızdan olağan dışı etkinlik algılandı. Devam etmek için doğrulamayı tamamlayın.',
  enableJs:
    'Please enable JavaScript and cookies to continue. | Bitte aktivieren Sie JavaScript und Cookies, um fortzufahren. | Activez JavaScript et les cookies pour continuer. | Activa JavaScript y las cookies para continuar. | Включите JavaScript и файлы cookie, чтобы продолжить. | 请启用 JavaScript 和 Cookie 后继续。 | 続行するには JavaScript と Cookie を有効にしてください。 | Ative JavaScript e cookies para continuar. | Devam etmek için JavaScript ve çerezleri etkinleştirin.',
  denied:
    'You don’t have permission to access this page. | Sie haben keine Berechtigung, diese Seite aufzurufen. | Vous n’avez pas l’autorisation d’accéder à cette page. | No tienes permiso para acceder a esta página. | У вас нет прав для доступа к этой странице. | 您没有权限访问此页面。 | このページへのアクセスは許可されていません。 | Você não tem permissão para acessar esta página. | Bu sayfaya erişim izniniz yok.',
  maintenance:
    'We are doing some maintenance and will be back shortly. | Wir führen Wartungsarbeiten durch und sind gleich zurück. | Une maintenance est en cours, nous revenons bientôt. | Estamos en mantenimiento y volveremos pronto. | Ведутся технические работы, мы скоро вернёмся. | 系统维护中，请稍后再试。 | ただいまメンテナンス中です。しばらくお待ちください。 | Estamos em manutenção e voltaremos em breve. | Bakım çalışması yapıyoruz, kısa süre sonra döneceğiz.',
  age: 'Are you over 18? Please enter your date of birth. | Sind Sie über 18? Bitte geben Sie Ihr Geburtsdatum ein. | Avez-vous plus de 18 ans ? Indiquez votre date de naissance. | ¿Eres mayor de 18 años? Indica tu fecha de nacimiento. | Вам есть 18 лет? Укажите дату рождения. | 您是否已满18岁？请输入出生日期。 | 18歳以上ですか？生年月日を入力してください。 | Você tem mais de 18 anos? Informe sua data de nascimento. | 18 yaşından büyük müsünüz? Doğum tarihinizi girin.',
  help: 'Does anyone have an idea? | Hat jemand eine Idee? | Quelqu’un a une idée ? | ¿Alguien tiene una idea? | У кого-нибудь есть идеи? | 有人知道怎么办吗？ | 誰かわかりますか？ | Alguém tem uma ideia? | Fikri olan var mı?',
  thanks:
    'Thanks, that worked! | Danke, das hat geholfen! | Merci, ça marche ! | ¡Gracias, funcionó! | Спасибо, помогло! | 谢谢，解决了！ | ありがとう、解決しました！ | Obrigado, funcionou! | Teşekkürler, işe yaradı!',
  same: 'Same problem here. | Habe das gleiche Problem. | Même problème ici. | Yo tengo el mismo problema. | У меня такая же проблема. | 我也遇到同样的问题。 | 私も同じ問題です。 | Estou com o mesmo problema. | Bende de aynı sorun var.',
  installation:
    'Installation | Installation | Installation | Instalación | Установка | 安装 | インストール | Instalação | Kurulum',
  usage: 'Usage | Verwendung | Utilisation | Uso | Использование | 使用方法 | 使い方 | Uso | Kullanım',
  parameters:
    'Parameters | Parameter | Paramètres | Parámetros | Параметры | 参数 | パラメータ | Parâmetros | Parametreler',
  returns: 'Returns | Rückgabewert | Retour | Devuelve | Возвращает | 返回值 | 戻り値 | Retorno | Dönüş değeri',
  onThisPage:
    'On this page | Auf dieser Seite | Sur cette page | En esta página | На этой странице | 本页目录 | 目次 | Nesta página | Bu sayfada',
  live: 'Live | Live | En direct | En directo | Онлайн | 直播 | ライブ | Ao vivo | Canlı',
} as const satisfies Record<string, string>;

export type Word = keyof typeof table;

export const wordOf = (word: Word, language: PageLanguage): string =>
  table[word].split(' | ')[languages.indexOf(language)] ?? '';
