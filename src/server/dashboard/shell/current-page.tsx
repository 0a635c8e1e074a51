import { signal } from '@preact/signals';
import { Component, type ComponentChildren, type ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { ErrorNotice } from '../parts/inline.tsx';
import type { PageProps } from './page-props.ts';
import { type PageDefinition, pageNamed } from './pages.ts';

/** Whether the code of a page is on its way, or was not yet able to ask for its data. */
export const isPageLoading = signal(true);

const loadedPages = new Map<string, ComponentType<PageProps>>();

/** The page of a name; its code is fetched once. */
export function CurrentPage({ name, query }: { readonly name: string; readonly query: URLSearchParams }) {
  const definition = pageNamed(name);
  const [error, setError] = useState<Error | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [, setLoaded] = useState<string | null>(null);
  // `attempt` is a new try
  useEffect(() => {
    let isStale = false;
    setError(null);
    isPageLoading.value = !loadedPages.has(definition.name);
    void loadPage(definition)
      .then(() => !isStale && setLoaded(definition.name))
      .catch((mistake: Error) => {
        if (isStale) return;
        setError(mistake);
        isPageLoading.value = false;
      });
    return () => {
      isStale = true;
    };
  }, [definition.name, attempt]);
  const Page = loadedPages.get(definition.name);
  if (error !== null)
    return (
      <ErrorNotice
        error={new Error(`This page could not be fetched: ${error.message}. Is \`newshawk serve\` still running?`)}
        retry={() => setAttempt(attempt + 1)}
      />
    );
  if (Page === undefined) return <p class="empty">Loading …</p>;
  return (
    <Boundary key={definition.name}>
      <Arrived>
        <Page query={query} />
      </Arrived>
    </Boundary>
  );
}

/** Effects of children run first: when the page counts as loaded, it has asked for its data. */
function Arrived({ children }: { readonly children: ComponentChildren }) {
  useEffect(() => {
    isPageLoading.value = false;
  }, []);
  return <>{children}</>;
}

async function loadPage(definition: PageDefinition): Promise<void> {
  if (!loadedPages.has(definition.name)) loadedPages.set(definition.name, await definition.load());
}

/** Shows the error of a page that fails while it is rendered. The rest of the dashboard goes on. */
class Boundary extends Component<{ readonly children: ComponentChildren }, { readonly error: Error | null }> {
  override state = { error: null };
  override componentDidCatch(error: Error): void {
    this.setState({ error });
  }
  render() {
    const { error } = this.state as { readonly error: Error | null };
    if (error === null) return this.props.children;
    return (
      <ErrorNotice
        error={new Error(`The dashboard failed: ${error.message}`)}
        retry={() => this.setState({ error: null })}
      />
    );
  }
}
