/** Words of pages about something to watch or hear, as their titles, headlines, descriptions and addresses use them. */
const mediaWords =
  /(^|[^\p{L}])(videos?|vids?|films?|movies?|clips?|trailers?|teasers?|episodes?|documentar(y|ies)|watch(es|ing)?|stream(s|ing)?|livestreams?|webcasts?|broadcasts?|replays?|highlights|tv|podcasts?|audios?|listen|songs?|music|tracks?|albums?|webinars?|vlogs?|cinema|folgen?|sendung|mediathek|ansehen|anschauen|hörbuch|anhören|vidéos?|émissions?|épisodes?|regarder|écouter|bande-annonce|vídeos?|películas?|episodios?|capítulos?|tráiler|escuchar|filmes?|episódios?|assistir|ouvir|puntat[ae]|guarda(re)?|ascolta(re)?|видео|фильмы?|сериал|серия|смотреть|слушать|трейлер|фильм|wideo|odcinek|oglądaj)(?![\p{L}])|视频|視頻|影片|电影|電影|影视|观看|觀看|播放|在线看|第.{1,4}[集期话]|剧集|直播|预告|動画|映画|再生|視聴|配信|영상|동영상|영화|드라마|시청|फिल्म|वीडियो|فيديو|فيلم|مشاهدة/iu;

/** What players call themselves. */
const playerNames =
  /^\W*((the|html5?|embedded|youtube|vimeo|dailymotion|jw|bitmovin|shaka|flow) ?)*(video|audio|media|movie|film)?[ -]?(player|content|element|iframe|frame|embed)?\W*$/i;

/** Whether texts of a page say that it is about a medium: only then is its title that of its medium. */
export const hasMediaWords = (texts: readonly string[]): boolean => texts.some((text) => mediaWords.test(text));

/** The title that an element or a frame has; null: none, or only that of the player. */
export function ownTitle(text: string | null): string | null {
  const title = text?.trim() ?? '';
  return title === '' || playerNames.test(title) ? null : title;
}
