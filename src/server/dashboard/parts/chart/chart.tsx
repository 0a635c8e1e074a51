import { useEffect, useRef, useState } from 'preact/hooks';
import { Table } from '../table.tsx';
import type { ChartData } from './chart-data.ts';
import { chartValue, stepText } from './chart-data.ts';

type Plot = Awaited<ReturnType<typeof import('./plot.ts')['drawPlot']>>;

/** A chart over time, and the same numbers as a table. The library that draws is fetched with the first chart. */
export function Chart({ data }: { readonly data: ChartData }) {
  const place = useRef<HTMLDivElement>(null);
  const legend = useRef<HTMLParagraphElement>(null);
  const [at, setAt] = useState<number | null>(null);
  const [isDrawn, setDrawn] = useState(true);
  const [isDark, setDark] = useState(darkScheme.matches);
  useEffect(() => {
    const follow = (): void => setDark(darkScheme.matches);
    darkScheme.addEventListener('change', follow);
    return () => darkScheme.removeEventListener('change', follow);
  }, []);
  const theme = document.documentElement.dataset.theme;
  // the colours are those of the scheme and the theme
  useEffect(() => {
    let [plot, isStale]: [Plot | null, boolean] = [null, false];
    mendLanguage();
    import('./plot.ts')
      .then(({ drawPlot }) => {
        if (isStale || place.current === null || legend.current === null) return;
        plot = drawPlot(place.current, { data, colors: colorsIn(legend.current), pointAt: setAt });
        setDrawn(true);
      })
      .catch((error) => {
        reportError(error);
        setDrawn(false); // the table has the same numbers
      });
    return () => {
      isStale = true;
      plot?.destroy();
    };
  }, [data, isDark, theme]);
  return (
    <figure class="chart">
      {isDrawn ? (
        <div class="plot" ref={place} aria-hidden="true" />
      ) : (
        <p class="dim">This browser can’t draw the chart.</p>
      )}
      <p class="legend" ref={legend}>
        {data.series.map(({ label, kind, values }) => (
          <span key={label} class="key">
            <i class={`swatch fill-${kind}`} />
            {label}
            {at !== null && <b>{chartValue(data.unit, values[at])}</b>}
          </span>
        ))}
        <span class="dim">{at !== null && stepText(data.times[at] ?? 0, data.stepMs)}</span>
      </p>
      <details open={!isDrawn}>
        <summary>As a table</summary>
        <NumberTable data={data} />
      </details>
    </figure>
  );
}

const darkScheme = matchMedia('(prefers-color-scheme: dark)');

/** The colours of the series, then of the lines and the text: a canvas can't read style sheets. */
function colorsIn(legend: HTMLElement) {
  const { color } = getComputedStyle(legend);
  const series = [...legend.querySelectorAll('.swatch')].map((swatch) => getComputedStyle(swatch).backgroundColor);
  return { series, text: color };
}

const NumberTable = ({ data }: { readonly data: ChartData }) => (
  <Table
    columns={[
      ['From', ({ time }) => stepText(time, data.stepMs), 'nowrap'],
      ...data.series.map(
        ({ label, values }) =>
          [label, ({ at }: { readonly at: number }) => chartValue(data.unit, values[at]), 'number'] as const,
      ),
    ]}
    rows={data.times.map((time, at) => ({ time, at })).reverse()}
    caption={`${data.title}, the newest first`}
  />
);

/**
 * uPlot asks Intl for the browser's language as it loads. A Chromium of a POSIX locale (LANG=C, often without a head) says "en-US@posix", which Intl
 * refuses: no chart would be drawn.
 */
export function mendLanguage(): void {
  try {
    new Intl.NumberFormat(navigator.language);
  } catch {
    const [language] = navigator.language.split('@');
    Object.defineProperty(navigator, 'language', { value: language, configurable: true });
  }
}
