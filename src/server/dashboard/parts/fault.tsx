import { Coded } from './coded.tsx';

interface FaultProps {
  readonly error: Error;
  /** Absent: there is nothing to try again. */
  readonly retry?: () => void;
}

/** What went wrong, and a button that tries again. */
export const ErrorNotice = ({ error, retry }: FaultProps) => (
  <div id="alert" class="alert" role="alert">
    <strong>
      <Coded text={error.message} />
    </strong>
    {retry !== undefined && (
      <button type="button" class="quiet" onClick={retry}>
        Try again
      </button>
    )}
  </div>
);
