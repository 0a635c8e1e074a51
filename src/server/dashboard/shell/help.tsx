import { Dialog } from './dialog.tsx';
import { isHelpOpen } from './keys.ts';
import { dashboardPages } from './pages.ts';

const general = [
  ['/', 'search'],
  ['j', 'next entry of a list'],
  ['k', 'previous entry'],
  ['Enter', 'open the entry'],
  ['Esc', 'close what is open'],
  ['?', 'these keys'],
] as const;

/** The keys, as long as they are asked for. */
export function Help() {
  if (!isHelpOpen.value) return null;
  const chords = dashboardPages.flatMap(({ key, title }) => (key === null ? [] : [[`g ${key}`, title] as const]));
  return (
    <Dialog
      title="Keys"
      close={() => {
        isHelpOpen.value = false;
      }}
    >
      <div class="columns">
        <KeyList keys={general} />
        <KeyList keys={chords} />
      </div>
      <p class="dim small">
        Labelling, corrections and the live log have keys of their own, which are written on their buttons. No key works
        while you type in a field.
      </p>
    </Dialog>
  );
}

const KeyList = ({ keys }: { readonly keys: readonly (readonly [string, string])[] }) => (
  <dl class="facts keys">
    {keys.map(([key, meaning]) => (
      <>
        <dt>
          {key.split(' ').map((part) => (
            <kbd>{part}</kbd>
          ))}
        </dt>
        <dd>{meaning}</dd>
      </>
    ))}
  </dl>
);
