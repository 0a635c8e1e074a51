import { useRef, useState } from 'preact/hooks';
import { read } from '../../data/api.ts';
import { Actions } from './actions.tsx';
import { BlockList } from './block-list.tsx';
import { type BlocksPage, type Field, fieldNames, firstMarks, withBody, withFieldOf } from './correction.ts';
import { type Mark, markKey, markNames, markTitle } from './marks.ts';

const fieldTitles: Readonly<Record<Field, string>> = { title: 'Title', publishedAt: 'Date', authors: 'Authors' };

/** The blocks of a page, and beside them what is marked. */
export function Workplace({ page: firstPage }: { readonly page: BlocksPage }) {
  const [page, setPage] = useState(firstPage);
  const [marks, setMarks] = useState(() => firstMarks(firstPage));
  const [mode, setMode] = useState<Mark>('body');
  const [message, setMessage] = useState('');
  const last = useRef<number | null>(null);
  const act = (chosen: Mark | null, at: number, isRange: boolean): void => {
    const mark = chosen ?? mode;
    const block = page.blocks[at];
    if (block === undefined) return;
    setMessage('');
    if (mark === 'body') {
      setMarks(withBody(marks, isRange ? (last.current ?? at) : at, at, marks.body[at] !== true));
      last.current = at;
      return;
    }
    const changed = withFieldOf(marks, mark, block);
    if (typeof changed === 'string') setMessage(changed);
    else setMarks(changed);
  };
  const reload = async (): Promise<void> => {
    const fresh = await read('/v1/blocks', { query: { url: page.url } });
    setPage(fresh);
    setMarks(firstMarks(fresh));
  };
  return (
    <div class="labelling correcting">
      <BlockList blocks={page.blocks} body={marks.body} act={act} />
      <section class="panel side" aria-label="Correction">
        <Modes mode={mode} choose={setMode} />
        {fieldNames.map((name) => (
          <label key={name}>
            {fieldTitles[name]}
            <input
              type="text"
              autocomplete="off"
              name={name}
              value={marks.fields[name]}
              onInput={({ currentTarget }) =>
                setMarks({ ...marks, fields: { ...marks.fields, [name]: currentTarget.value } })
              }
            />
          </label>
        ))}
        {message !== '' && (
          <p class="alert" role="alert">
            {message}
          </p>
        )}
        <Actions page={page} marks={marks} say={setMessage} reload={reload} />
      </section>
    </div>
  );
}

const Modes = ({ mode, choose }: { readonly mode: Mark; readonly choose: (mark: Mark) => void }) => (
  <fieldset class="modes">
    <legend>A click marks</legend>
    {markNames.map((mark) => (
      <label key={mark} class="mode">
        <input type="radio" name="mark" value={mark} checked={mark === mode} onChange={() => choose(mark)} />
        {markTitle(mark)} <kbd>{markKey(mark)}</kbd>
      </label>
    ))}
  </fieldset>
);
