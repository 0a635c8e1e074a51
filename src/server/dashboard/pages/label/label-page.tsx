import '../../styles/label.css';
import { read } from '../../data/api.ts';
import { useData } from '../../data/use-data.ts';
import { Show } from '../../parts/inline.tsx';
import { Head } from '../../parts/panel.tsx';
import type { PageProps } from '../../shell/page-props.ts';
import { address, go } from '../../shell/route.ts';
import { Labelling } from './labelling.tsx';
import { openSession } from './session.ts';

/** Where a person says which articles belong to a topic. */
export function LabelPage({ query }: PageProps) {
  const loaded = useData('label topics', (signal) => read('/v1/topics', { signal }));
  return (
    <>
      {loaded.data === null && <Head title="Label" />}
      <Show of={loaded}>
        {({ items }) => {
          const names = items.map(({ name }) => name);
          const [first] = names;
          if (first === undefined)
            return (
              <>
                <Head title="Label" />
                <p class="empty">
                  There are no topics: <code>newshawk topics add</code> or a topics.json makes one.
                </p>
              </>
            );
          const requested = query.get('topic') ?? '';
          const topic = names.includes(requested) ? requested : first;
          return (
            <>
              <Head title="Label">
                <TopicChoice names={names} topic={topic} />
              </Head>
              <TopicLabelling key={topic} topic={topic} />
            </>
          );
        }}
      </Show>
    </>
  );
}

const TopicChoice = ({ names, topic }: { readonly names: readonly string[]; readonly topic: string }) => (
  <label class="inline">
    Topic
    <select value={topic} onChange={({ currentTarget }) => go(address('label', { topic: currentTarget.value }))}>
      {names.map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </select>
  </label>
);

function TopicLabelling({ topic }: { readonly topic: string }) {
  const loaded = useData(`label ${topic}`, () => openSession(topic));
  return <Show of={loaded}>{(session) => <Labelling first={session} />}</Show>;
}
