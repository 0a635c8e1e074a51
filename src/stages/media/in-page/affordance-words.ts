// What controls that bring a film are called.

/** Sources of regular expressions that ignore case. */
export const affordanceWords = {
  play: /(^|[^a-z])play(er)?([^a-z]|$)|(big|btn|button|icon|start|video|click)[-_ ]?to?[-_ ]?play|play[-_ ]?(btn|button|icon|overlay|video|start|now|circle)|poster[-_ ]?play|播放|再生|재생/
    .source,
  notPlay:
    /playlist|playback[-_ ]?rate|display|autoplay|replay|gameplay|(^|[^a-z])(next|prev(ious)?|settings|share|close|pause[^-]*$|mute)([^a-z]|$)/
      .source,
  player: /(^|[\s_-])(player|video|jwplayer|video-js|poster|cover|stage|embed|thumb(nail)?|lightbox-item)([\s_-]|$)/
    .source,
  watch:
    /^\W*(watch|play|listen|stream)( (now|this|the|full|video|film|movie|episode|trailer|online|live|it|here))*\W*$|^\W*(立即|在线|点击|正片)?(播放|观看)(视频|正片)?\W*$|^\W*(jetzt )?(ansehen|abspielen|anhören)\W*$|^\W*(regarder|lire|écouter|lecture)\W*$|^\W*(ver|reproducir|guarda|assistir|смотреть|見る|再生する?|보기)( ahora| ora| agora| онлайн)?\W*$|^\W*((nu |nu op )?(bekijk(en)?|kijk(en)?|afspelen|speel( af)?|beluister(en)?)|odtwórz|(oglądaj|obejrzyj|słuchaj)|spela( upp)?|titta( nu| på)?|se (nu|nå|filmen|videon|videoen|avsnittet)|lyssna|afspil|lyt|spill( av)?|toista|katso|kuuntele|přehrát|sledovat|pustit|prehrať|lejátszás|megnéz(em|és)|red(ă|are)|vizionează|urmărește|(şimdi |hemen )?(izle|oynat|dinle)|αναπαραγωγή|δείτε|παρακολουθ(ήστε|ηση)|נגן|צפה|צפו|הפעל|לצפייה|شاهد|تشغيل|مشاهدة|استمع|پخش|تماشا|(अभी )?(देखें|चलाएं|चलाएँ|सुनें)|เล่น|ดูเลย|รับชม|phát|xem|nghe|putar|tonton|dengarkan|дивитися|відтворити|воспроизвести|слушать|включить|riproduci|ascolta|reproduzir|ouvir|escuchar|voir|시청(하기)?|재생(하기)?|視聴(する)?|播放|收看)(\W.{0,16})?$/
      .source,
  load: /\b(load|show|activate|enable|display|accept|allow|agree|unblock)\b.{0,40}\b(video|player|content|media|embed(ded)?|external|film|watch|play)\b|(video|inhalte?|player|film).{0,20}(laden|anzeigen|aktivieren|akzeptieren)|(afficher|charger|activer|accepter).{0,20}(vidéo|contenu|lecteur)|(cargar|mostrar|activar).{0,20}(v[ií]deo|contenido)|(加载|显示)(视频|播放器|内容)|(video|film|inhoud|speler|innehåll|indhold|innhold|materiał|treść|içerik).{0,20}(laden|tonen|visa|vis|ladda|wczytaj|pokaż|göster|yükle)|(carica|mostra|attiva|carregar|exibir|загрузить|показать|wczytaj|pokaż|ladda|visa|vis|laad|toon).{0,20}(video|vídeo|film|contenut|conteúdo|видео|плеер|materiał|inneh|inhoud)|(動画|コンテンツ)を(表示|読み込)|تحميل الفيديو|عرض الفيديو/
    .source,
  /** An entry of a list of episodes, parts or servers. */
  entry:
    /^\W*(episode|épisode|episodio|episódio|folge|teil|part|partie|chapter|chapitre|capítulo|серия|server|serveur|source|mirror|option|player|ep\.?)\s*\d+\b|^\W*第\s*\d+|^\W*线路\s*\d+/
      .source,
  opener:
    /\b(video|film|movie|trailer|clip|episode|stream|player|watch|play|listen)\b|视频|影片|正片|预告|播放|观看|vidéo|película|фильм|видео|відео|фільм|動画|영상|영화|फ़िल्म|वीडियो|فيديو|فيلم|ویدیو|סרט|וידאו|βίντεο|ταινία|phim|วิดีโอ|หนัง|wideo|elokuva|aflevering|odcinek|avsnitt|bölüm|épisode|серия|^\W*(start|begin|enter|continue|open|show|view|reveal|go|next|proceed|los|weiter|starten|anzeigen|öffnen|démarrer|commencer|ouvrir|empezar|abrir|iniciar|começar|avvia|inizia|apri|mostra|bekijk|openen|toon|rozpocznij|otwórz|pokaż|öppna|visa|börja|åbn|vis|avaa|näytä|otevřít|spustit|başlat|aç|göster|начать|открыть|показать|почати|відкрити|开始|进入|打开)\b.{0,30}$|^\W*(开始|进入|打开)|\b(18|21)\+?\b/
      .source,
  notOpener:
    /\b(share|download|report|comment|repl(y|ies)|like|save|subscribe|sign|log|register|buy|rent|cart|search|menu|settings|language|next|previous|prev|embed code|copy|rate|follow|cancel|close|decline|reject|leave|exit|cookies?|privacy|newsletter)\b|分享|下载|评论|登录|注册|收藏|teilen|anmelden|registrieren|herunterladen|kaufen|partager|connexion|télécharger|acheter|compartir|descargar|comprar|condividi|accedi|scarica|acquista|delen|inloggen|kopen|udostępnij|zaloguj|pobierz|dela|logga in|paylaş|giriş|indir|satın|поделиться|войти|скачать|купить|ダウンロード|共有|ログイン|購入|공유|로그인|다운로드|구매|مشاركة|تسجيل|تحميل/
      .source,
  skip: /^\W*skip( this)?( the)?( ads?| advert(isement)?| intro)?( now)?\W*$|^\W*(close|dismiss)( this)?( the)? (ad|advert(isement)?)\W*$|^\W*(跳过(广告)?|关闭广告)\W*$|überspringen|^\W*(passer|ignorer)( l.annonce| la pub)?\W*$|omitir|saltar|пропустить|пропустити|スキップ|건너뛰기|^\W*(overslaan|pomiń( reklamę)?|hoppa över|spring over|hopp over|ohita|přeskočit|kihagyás|reklamı (geç|atla)|salta( annuncio)?|pular( anúncio)?|تخطي( الإعلان)?|छोड़ें|bỏ qua( quảng cáo)?|lewati( iklan)?|παράλειψη|דלג)\W*$/
    .source,
  trailer:
    /\b(trailers?|teasers?|previews?|vorschau|bande[- ]annonce|extrait|tráiler|fragman|zwiastun)\b|трейлер|预告|預告|予告|예고|试看/
      .source,
  aside:
    /(^|[\s_-])(related|recommend(ed|ations)?|sidebar|up-?next|more-(videos|from|like)|suggest(ed|ions)|promo|teasers?|carousel)([\s_-]|$)/
      .source,
} as const;
