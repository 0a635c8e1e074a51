import { useEffect, useRef } from 'preact/hooks';
import { needsToken } from '../data/api.ts';
import { liveState } from '../data/events.ts';
import { waiting } from '../data/use-data.ts';
import { CurrentPage, isPageLoading } from './current-page.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { Help } from './help.tsx';
import { Login } from './login.tsx';
import { pageNamed } from './pages.ts';
import { route } from './route.ts';

/** The frame around every page. */
export function Shell() {
  const { name, query } = route.value;
  const page = pageNamed(name);
  const main = useRef<HTMLElement>(null);
  const shown = useRef(page.name);
  useEffect(() => {
    document.title = `${page.title} · newshawk`;
    if (shown.current === page.name) return;
    shown.current = page.name;
    main.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [page.name, page.title]);
  const isBusy = !needsToken.value && (isPageLoading.value || waiting.value > 0);
  return (
    <>
      {/* no link: the address names the page */}
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        Skip to content
      </button>
      <Header current={page.name} />
      <div class="frame">
        {liveState.value === 'away' && (
          <p class="alert" role="alert">
            The server does not answer. What is shown may be old; the dashboard tries again by itself.
          </p>
        )}
        <main id="main" tabIndex={-1} aria-busy={isBusy} ref={main} data-section={page.name}>
          {needsToken.value ? <Login /> : <CurrentPage name={page.name} query={query} />}
        </main>
        <Footer />
      </div>
      <Help />
    </>
  );
}
