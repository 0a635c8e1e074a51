import type { HookStore } from './hooks.ts';

export type RemainingGesture = 'click' | 'double click' | 'hold' | 'space' | 'enter';

/** Something in a frame that nobody has tried, and no word recommends. */
export interface Remaining {
  /** Index in the reading: `aimExpression` takes it. An option of a list is chosen at once. */
  readonly target: number;
  readonly gesture: RemainingGesture;
  readonly points: number;
  readonly label: string;
}

/** Sources of regular expressions that ignore case. */
const words = {
  onward:
    /^\W*(next|continue|proceed|forward|onward|go on|enter|start|begin|ok(ay)?|yes|got it|confirm|apply|select|choose|bestätigen|auswählen|valider|confirmer|choisir|confirmar|elegir|conferma|scegli|bevestig(en)?|potwierdź|bekräfta|onayla|подтвердить|выбрать|确认|選択|決定|확인|تأكيد|weiter|nächste[rs]?|suivant|continuer|siguiente|continuar|seguinte|próximo|avanti|prosegui|volgende|verder|nästa|fortsätt|næste|fortsæt|neste|seuraava|jatka|dalej|następny|další|pokračovat|tovább|următorul|continuă|devam|sonraki|далее|дальше|продолжить|продовжити|далі|напред|επόμενο|συνέχεια|הבא|המשך|التالي|متابعة|استمرار|بعدی|ادامه|अगला|आगे|ต่อไป|ถัดไป|tiếp( tục| theo)?|lanjut(kan)?|berikutnya|下一步|下一页|继续|繼續|次へ|続ける|다음|계속)(\W.{0,20})?$/
      .source,
  /** What has other effects, or leads elsewhere. */
  never:
    /\b(share|tweet|e-?mail|print|download|report|flag|comment|repl(y|ies)|like|dislike|save|bookmark|favou?rite|subscribe|sign|log|register|account|profile|buy|rent|order|cart|checkout|pay|donate|search|menu|settings|language|theme|dark|cookies?|privacy|newsletter|feedback|help|copy|rate|follow|cancel|close|dismiss|decline|reject|leave|exit|delete|remove|logout|mute|volume|fullscreen|full screen|captions?|subtitles?|top|home|prev(ious)?|back)\b|teilen|drucken|anmelden|registrieren|kaufen|warenkorb|suche|löschen|abmelden|zurück|partager|imprimer|connexion|acheter|panier|rechercher|supprimer|retour|compartir|imprimir|comprar|buscar|eliminar|volver|condividi|accedi|compra|cerca|elimina|indietro|delen|inloggen|kopen|zoeken|udostępnij|zaloguj|kup|szukaj|dela|logga in|köp|paylaş|giriş|satın|ara$|поделиться|войти|купить|поиск|удалить|назад|分享|下载|评论|登录|注册|收藏|购买|搜索|删除|返回|共有|購入|検索|削除|戻る|공유|로그인|구매|검색|삭제|مشاركة|تسجيل|شراء|بحث/
      .source,
  place:
    /(^|[\s_-])(related|recommend(ed|ations)?|sidebar|up-?next|share|social|cookie|consent|breadcrumbs?|pagination|comments?|newsletter|login|search)([\s_-]|$)/
      .source,
} as const;

type RemainingWords = Readonly<Record<keyof typeof words, RegExp>>;

interface RemainingReading {
  readonly store: HookStore;
  readonly words: RemainingWords;
}

/** Part of `listRemaining`: whether an element is outside the places of a page where nothing plays. */
function isOnStage(element: Element, words: RemainingWords): boolean {
  if (element.closest('nav, footer, aside, [role="navigation"], [role="search"], [role="complementary"]') !== null)
    return false;
  // a form with fields sends what it has
  const form = element.closest('form');
  if (form?.querySelector('input:not([type="hidden"], [type="checkbox"], [type="radio"], [type="button"]), textarea'))
    return false;
  for (let box: Element | null = element; box !== null && box !== document.body; box = box.parentElement)
    if (words.place.test(`${box.id} ${box.getAttribute('class') ?? ''}`)) return false;
  return true;
}

/** Part of `listRemaining`: the points of an element as a control; null for others, and for those that may not be tried. */
function pointsOfControl(element: HTMLElement | SVGElement, { store, words }: RemainingReading): number | null {
  const isOption = element instanceof HTMLOptionElement;
  const link = element.closest('a[href]');
  if (
    link instanceof HTMLAnchorElement &&
    /^https?:/.test(link.href) &&
    !link.href.startsWith(`${location.href.split('#')[0]}#`)
  )
    return null;
  const isOwn =
    isOption ||
    store.clickable.has(element) ||
    /^(button|summary)$/.test(element.localName) ||
    (element as HTMLElement).onclick != null ||
    /^(button|tab|option|menuitem|menuitemradio|switch|radio|checkbox|link)$/.test(
      element.getAttribute('role') ?? '',
    ) ||
    (element instanceof HTMLInputElement && /^(button|checkbox|radio|image|submit)$/.test(element.type)) ||
    link === element ||
    (element.localName === 'canvas' && element.clientWidth >= 200);
  const isPointed = (node: Element | null): boolean => node !== null && getComputedStyle(node).cursor === 'pointer';
  if (!isOwn && !(isPointed(element) && !isPointed(element.parentElement))) return null;
  if ((element as HTMLButtonElement).disabled === true || element.ariaDisabled === 'true') return null;
  const text = (isOption ? element.label : (element.textContent ?? '')).trim();
  const names = ['aria-label', 'title', 'class', 'id', 'name', 'alt'].map((name) => element.getAttribute(name) ?? '');
  const kin = isOption ? (element.closest('select')?.name ?? '') : '';
  const said = `${text.slice(0, 80)} ${names.join(' ')} ${kin}`.replace(/[_-]/g, ' ');
  if (text.length > 120 || words.never.test(said)) return null;
  if (words.onward.test(text)) return 6;
  // the first choice of each group: what follows may need one
  const group = isOption ? [...(element.closest('select')?.options ?? [])].filter(({ value }) => value !== '') : null;
  if (group !== null) return group.some((option) => store.tried.has(option)) ? 2.2 : 4.5;
  const box = element instanceof HTMLLabelElement ? element.control : element;
  if (box instanceof HTMLInputElement && /^(radio|checkbox)$/.test(box.type)) return box.checked ? 1 : 4.5;
  if (element.localName === 'summary') return 5;
  const { width, height } = element.getBoundingClientRect();
  const hasIcon = element.querySelector('svg, img, i, canvas') !== null || element.localName === 'svg';
  return 2 + (text === '' && hasIcon ? 2 : 0) + (width * height >= 200 * 100 ? 1 : 0);
}

/** Runs in a frame (as source text): lists what is left to try, and adds the elements to those that `aim` takes. */
function listRemaining(reading: RemainingReading): Remaining[] {
  const { store, words } = reading;
  const targets = [...store.targets];
  const remaining: Remaining[] = [];
  const stages: { readonly element: Element; readonly areaPx: number }[] = [];
  const add = (element: Element, gesture: RemainingGesture, points: number): void => {
    const name = (element.textContent?.trim() || element.getAttribute('class') || element.id).replace(/\s+/g, ' ');
    const label = `${gesture}: <${element.localName}> ${name.slice(0, 40)}`;
    if (remaining.length < 60) remaining.push({ target: targets.push(element) - 1, gesture, points, label });
  };
  const isSeen = (element: Element): boolean => element.checkVisibility({ visibilityProperty: true });
  const maxTrials = 4;
  let visited = 0;
  for (const root of [document, ...store.roots])
    for (const element of root.querySelectorAll<HTMLElement | SVGElement>('*')) {
      if (++visited > 20_000) break;
      if (/^(html|body|head|script|style|link|meta|template|path|source|track|br|iframe)$/.test(element.localName))
        continue;
      const option = element instanceof HTMLOptionElement ? element : null;
      const seen = option?.closest('select') ?? element;
      const { width, height } = seen.getBoundingClientRect();
      const areaPx = width * height;
      if (width < 8 || height < 8 || areaPx > 1.3 * innerWidth * innerHeight) continue;
      const isLarge = width >= 200 && height >= 100 && (element.textContent ?? '').trim().length <= 200;
      const [isDoubled, isHeld] = [store.doubled.has(element), store.held.has(element)];
      const points = pointsOfControl(element, reading);
      if (points === null && !isLarge && !isDoubled && !isHeld) continue;
      if (!isOnStage(seen, words) || !isSeen(seen)) continue;
      if (isLarge) stages.push({ element, areaPx });
      const tried = store.tried.get(element) ?? 0;
      const hasChanged = store.changes > (store.changesAtTrial.get(element) ?? store.changes);
      // once more after a choice, or where the last click had an effect
      const mayRepeat = tried <= store.choices || (hasChanged && tried < maxTrials);
      const isDone = tried > 0 && !(option === null && mayRepeat);
      const isChoice = option !== null && (option.selected || option.value === '' || option.index > 3);
      if (points !== null && !isDone && !isChoice)
        add(element, 'click', points - (points > 5 ? 0.5 : 2) * tried + (element === store.lastTried ? 1 : 0));
      if (isDoubled || (element as HTMLElement).ondblclick != null) add(element, 'double click', 4);
      if (isHeld) add(element, 'hold', 3);
      if (store.keyed.has(element)) add(element, 'space', 4);
      if (store.keyed.has(element)) add(element, 'enter', 3);
    }
  // a listener above hears for the stage
  const [stage] = stages.toSorted((a, b) => b.areaPx - a.areaPx);
  const goal = stage?.element ?? document.body;
  const { heard } = store;
  if (heard.has('key') || document.onkeydown !== null || document.body?.onkeydown != null) {
    if (goal !== null) add(goal, 'space', 3.5);
    if (goal !== null) add(goal, 'enter', 2.5);
  }
  if (stage !== undefined && heard.has('double')) add(stage.element, 'double click', 1.5);
  if (stage !== undefined && heard.has('hold')) add(stage.element, 'hold', 1);
  store.targets = targets;
  return remaining;
}

const wordsSource = `{${Object.entries(words)
  .map(([name, source]) => `${name}: new RegExp(${JSON.stringify(source)}, 'iu')`)
  .join(', ')}}`;

export const remainingExpression = (key: string): string =>
  `(() => { const store = window[Symbol.for(${JSON.stringify(key)})]; if (store === undefined) return []; ${isOnStage} ${pointsOfControl}
  return (${listRemaining})({ store, words: ${wordsSource} }); })()`;
