import { useEffect, useRef } from 'preact/hooks';
import { keepToken } from '../data/api.ts';

/** Asks for the token. */
export function Login() {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <form
      id="login"
      class="panel login"
      onSubmit={(event) => {
        event.preventDefault();
        keepToken(field.current?.value ?? '');
      }}
    >
      <h1>Token</h1>
      <p class="alert" role="alert">
        A token is needed.
      </p>
      <p>
        This server asks for the token that its operator set in <code>NEWSHAWK_HTTP_TOKEN</code>. It is kept until this
        tab is closed.
      </p>
      <label>
        Token <input type="password" name="token" autocomplete="off" required ref={field} />
      </label>
      <button type="submit">Continue</button>
    </form>
  );
}
