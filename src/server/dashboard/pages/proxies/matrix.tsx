import { bytes, countOf } from '../../parts/texts.ts';
import { here } from '../../shell/route.ts';
import { gradeOf, shareOf, type Tally, type UseMatrix } from './use-matrix.ts';

interface MatrixProps {
  readonly matrix: UseMatrix;
  readonly isFiltered: boolean;
}

/** A row for each proxy, a column for each site. Narrow windows show each row as a card. */
export function Matrix({ matrix: { sites, sitesLeftOut, rows, rowsLeftOut }, isFiltered }: MatrixProps) {
  if (rows.length === 0)
    return (
      <p class="empty">
        {isFiltered
          ? 'No use matches the filter.'
          : 'No use was counted in the last seven days: uses are counted while proxies are configured (docs/proxies.md).'}
      </p>
    );
  return (
    <>
      <p class="dim small">
        Each cell: the share of tries that brought the page, and how many were tried. Red is below 50 %, amber below 90
        %. <code>(other)</code>: what came outside of visits, as robots.txt.
        {sitesLeftOut > 0 && ` ${countOf(sitesLeftOut)} sites with fewer tries are left out: filter by site.`}
        {rowsLeftOut > 0 && ` ${countOf(rowsLeftOut)} proxies with fewer tries are left out: filter by words.`}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keys */}
      <section class="matrix" tabIndex={0} aria-label="Proxies and sites">
        <table>
          <caption class="hidden">Success of each proxy for each site in the last seven days</caption>
          <thead>
            <tr>
              {['Proxy', 'All sites', ...sites].map((title) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ proxy, all, bySite }) => (
              <tr key={proxy}>
                <th scope="row">
                  <a href={here({ q: proxy })} data-item>
                    {proxy}
                  </a>
                </th>
                <Cell title="All sites" tally={all} />
                {sites.map((site) => (
                  <Cell key={site} title={site} tally={bySite.get(site)} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}

/** The share as a number: the colour only helps. */
function Cell({ title, tally }: { readonly title: string; readonly tally: Tally | undefined }) {
  const share = tally === undefined ? null : shareOf(tally);
  return (
    <td data-label={title}>
      <div class="cell">
        {tally !== undefined && share !== null && (
          <span
            class={`share-cell is-${gradeOf(share)}`}
            title={`${countOf(tally.successes)} of ${countOf(tally.tries)} came, ${countOf(tally.blocked)} blocked, ${bytes(tally.bytes)}`}
          >
            {Math.floor(share * 100)} % <small>of {countOf(tally.tries)}</small>
            {tally.blocked > 0 && (
              <>
                <br />
                <small>{countOf(tally.blocked)} blocked</small>
              </>
            )}
          </span>
        )}
      </div>
    </td>
  );
}
