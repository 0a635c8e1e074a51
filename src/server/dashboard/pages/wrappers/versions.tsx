import { Badge } from '../../parts/inline.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Table } from '../../parts/table.tsx';
import { countOf } from '../../parts/texts.ts';
import { When } from '../../parts/when.tsx';
import type { Version, WrapperSite } from './wrapper.ts';

interface VersionsProps {
  readonly site: WrapperSite;
  readonly now: string;
  readonly change: (verb: 'pin' | 'unpin' | 'rollback', query?: { readonly version?: number }) => void;
}

/** The versions of a wrapper, with what can be done with each. */
export const Versions = ({ site, now, change }: VersionsProps) => (
  <Panel title="Versions">
    <Table
      columns={[
        [
          'Version',
          ({ version }) => (
            <>
              {version} {version === site.live && <Badge text="live" kind="published" />}
            </>
          ),
          'nowrap',
        ],
        ['Learned', ({ learnedAt }) => <When at={learnedAt} now={now} />, 'nowrap'],
        ['Pages', ({ pages }) => countOf(pages), 'number'],
        ['Corrected', ({ correctedPages }) => countOf(correctedPages), 'number'],
        ['Verdict', ({ verdict }) => <Verdict verdict={verdict} />, 'wide'],
        ['In use', (version) => <InUse version={version} now={now} />],
        ['Change', ({ version }) => <ChangeButton version={version} site={site} change={change} />],
      ]}
      rows={site.versions.toReversed()}
      caption="Versions of the wrapper"
      empty="No wrapper was learned yet."
    />
  </Panel>
);

function ChangeButton({ version, site, change }: Omit<VersionsProps, 'now'> & { readonly version: number }) {
  const button = (text: string, label: string, act: () => void) => (
    <button type="button" class="quiet" aria-label={label} onClick={act}>
      {text}
    </button>
  );
  if (version !== site.live)
    return button('Use', `Use version ${version} and pin it`, () => change('rollback', { version }));
  return site.isPinned
    ? button('Unpin', `Unpin version ${version}`, () => change('unpin'))
    : button('Pin', `Pin version ${version}`, () => change('pin', { version }));
}

const InUse = ({ version: { validFrom, validUntil }, now }: { readonly version: Version; readonly now: string }) =>
  validFrom === null ? (
    <span class="dim">never</span>
  ) : (
    <>
      from <When at={validFrom} now={now} />
      {validUntil !== null && (
        <>
          {' '}
          until <When at={validUntil} now={now} />
        </>
      )}
    </>
  );

function Verdict({
  verdict: { isAccepted, reason, judgedPages, scores, generic },
}: {
  readonly verdict: Version['verdict'];
}) {
  const figures = [
    ...(scores.corrected === null
      ? []
      : [`F1 ${scores.corrected.toFixed(3)} on corrected pages (${generic.corrected?.toFixed(3) ?? '–'} without)`]),
    `completeness ${scores.completeness.toFixed(3)}`,
    judgedPages === 0 ? 'judged on its own pages' : `judged on ${judgedPages} held back`,
  ];
  return (
    <>
      <Badge text={isAccepted ? 'accepted' : 'refused'} kind={isAccepted ? 'published' : 'failed'} />
      {!isAccepted && ` ${reason}`}
      <div class="dim small">{figures.join(', ')}</div>
    </>
  );
}
