import type { ApiSchemas } from '../../data/api.ts';
import { OutLink } from '../../parts/inline.tsx';
import { Picture } from './picture.tsx';

interface PlayProps {
  readonly failure: ApiSchemas['Failure'];
  readonly media: NonNullable<ApiSchemas['Failure']['media']>;
}

/** The search for media: playback steps with screenshots, then the candidates. */
export const FailurePlay = ({ failure, media: { steps, endedBy, noMedia, candidates } }: PlayProps) => (
  <>
    <h3>Media</h3>
    <ol class="trace">
      {steps.map(({ atMs, what, screenshot }, step) => (
        <li>
          <code>{(atMs / 1000).toFixed(1)} s</code> {what}
          {screenshot !== null && (
            <div class="screenshot">
              <Picture failure={failure} query={{ step }} />
            </div>
          )}
        </li>
      ))}
    </ol>
    <p class="dim">
      ended by {endedBy}
      {noMedia !== null && `: ${noMedia}`}
    </p>
    <ol class="trace">
      {candidates.map(({ score, role, delivery, url, reasons }) => (
        <li>
          <code>{score}</code> {role} {delivery} <OutLink to={url} /> {reasons.join(', ')}
        </li>
      ))}
    </ol>
  </>
);
