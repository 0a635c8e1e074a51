/** What the lab's judge takes. */
export interface WayAnswer {
  readonly items: readonly object[];
  readonly reason: string;
}

export interface MediaWay extends AsyncDisposable {
  resolve(url: string): Promise<WayAnswer>;
}
