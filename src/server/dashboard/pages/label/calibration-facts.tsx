import { Facts } from '../../parts/inline.tsx';
import { Panel } from '../../parts/panel.tsx';
import { countOf, plural } from '../../parts/texts.ts';
import type { TopicCalibration } from './session.ts';

const figure = (value: number): string => value.toFixed(2);
const exact = (value: number): string => value.toFixed(3);

/** The progress of labelling, the precision, and the next step. */
export function CalibrationFacts({
  calibration,
  take,
}: {
  readonly calibration: TopicCalibration;
  readonly take: () => void;
}) {
  const { drawn, floor, labels, threshold, defined, target, precision, next } = calibration;
  return (
    <Panel title="So far">
      <progress max={floor} value={Math.min(drawn, floor)} aria-label={`${drawn} of ${floor} labels`} />
      <Facts
        rows={[
          [
            'Labels',
            <>
              {`${countOf(drawn)} of ${countOf(floor)} drawn`}
              {labels > drawn && <span class="dim"> and {countOf(labels - drawn)} chosen</span>}
            </>,
          ],
          [
            'Threshold',
            <>
              {exact(threshold)}
              {threshold !== defined && <span class="dim"> (defined {exact(defined)})</span>}
            </>,
          ],
          ['Precision', <Precision key="precision" precision={precision} />],
          ['Wanted', exact(target)],
          ['Next step', next.step === null ? next.why : `${moveText(next.step)}: ${next.why}`],
        ]}
      />
      <button type="button" class="step" disabled={next.step === null} onClick={take}>
        Take the step
      </button>
      <p class="dim small">A step takes effect with the next crawl; stored articles keep their verdict.</p>
    </Panel>
  );
}

const Precision = ({ precision }: { readonly precision: TopicCalibration['precision'] }) =>
  precision === null ? (
    <span class="dim">no label of a kept article yet</span>
  ) : (
    <>
      <strong>{figure(precision.precision)}</strong>
      <span class="dim">
        {` ${figure(precision.low)} to ${figure(precision.high)}, by ${plural(precision.labels, 'label')}`}
      </span>
    </>
  );

const moveText = ({ direction, from, to }: NonNullable<TopicCalibration['next']['step']>): string =>
  direction === 'stay' ? `stays at ${exact(to)}` : `${direction} from ${exact(from)} to ${exact(to)}`;
