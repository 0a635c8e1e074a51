/** What each page gets: the parameters of its address. */
export interface PageProps {
  readonly query: URLSearchParams;
}
