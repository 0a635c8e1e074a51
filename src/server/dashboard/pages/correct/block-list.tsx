import { useRef, useState } from 'preact/hooks';
import { Badge } from '../../parts/inline.tsx';
import { countOf } from '../../parts/texts.ts';
import type { MarkableBlock } from './correction.ts';
import { type Mark, markOfKey } from './marks.ts';

interface BlockListProps {
  readonly blocks: readonly MarkableBlock[];
  readonly body: readonly boolean[];
  /** @param mark null: what the mode says @param isRange all blocks since the last one, too */
  readonly act: (mark: Mark | null, at: number, isRange: boolean) => void;
}

const hasModifier = ({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean => ctrlKey || metaKey || altKey;

/** The blocks of a page. One tab stop: the arrow keys move between them. */
export function BlockList({ blocks, body, act }: BlockListProps) {
  const list = useRef<HTMLOListElement>(null);
  const [focused, setFocused] = useState(0);
  const move = (event: KeyboardEvent): void => {
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: 10,
      PageUp: -10,
      Home: -blocks.length,
      End: blocks.length,
    };
    const step = steps[event.key];
    if (step === undefined || hasModifier(event)) return;
    event.preventDefault();
    const next = Math.min(blocks.length - 1, Math.max(0, focused + step));
    list.current?.querySelector<HTMLElement>(`[data-at="${next}"]`)?.focus();
  };
  return (
    <section class="panel">
      <h2>
        {countOf(blocks.length)} blocks <Badge text="body" kind="published" />
      </h2>
      <p class="dim small">
        Click or press Enter to put a block into the body or to take it out; Shift takes all in between. Arrow keys
        move.
      </p>
      {blocks.length === 0 ? (
        <p class="empty">The page has no visible text.</p>
      ) : (
        <ol class="blocks" aria-label="Blocks of the page: pressed ones are the body" ref={list} onKeyDown={move}>
          {blocks.map((block, at) => (
            <li>
              <BlockButton
                block={block}
                at={at}
                isPressed={body[at] === true}
                isTabStop={at === focused}
                focus={() => setFocused(at)}
                act={act}
              />
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

interface BlockButtonProps extends Pick<BlockListProps, 'act'> {
  readonly block: MarkableBlock;
  readonly at: number;
  readonly isPressed: boolean;
  readonly isTabStop: boolean;
  readonly focus: () => void;
}

const BlockButton = ({ block, at, isPressed, isTabStop, focus, act }: BlockButtonProps) => (
  <button
    type="button"
    class={block.isBody ? 'block was-body' : 'block'}
    aria-pressed={isPressed}
    title={hintOf(block)}
    data-at={at}
    tabIndex={isTabStop ? 0 : -1}
    onFocus={focus}
    onClick={(event) => act(null, at, event.shiftKey)}
    onKeyDown={(event) => {
      const mark = hasModifier(event) ? undefined : markOfKey(event.key);
      if (mark === undefined) return;
      event.preventDefault();
      act(mark, at, event.shiftKey);
    }}
  >
    <span class="block-tag">
      <span class="hidden">Block {at + 1}, </span>
      {block.tag}
    </span>
    <span class="block-text">{block.text}</span>
  </button>
);

/** What the block could give, beside body and title. */
function hintOf({ date, names, text }: MarkableBlock): string | undefined {
  const hints = [
    ...(date === null ? [] : [`date ${date}`]),
    ...(names.length > 0 && names.length < 4 && text.length < 60 ? [`names ${names.join(', ')}`] : []),
  ];
  return hints.length === 0 ? undefined : hints.join('; ');
}
