/** `page` and `cdn` have the same host: cookies of the page reach the films. `embed` and `ads` are other sites. */
export interface Origins {
  readonly page: string;
  readonly embed: string;
  readonly cdn: string;
  readonly ads: string;
}

export const hosts: Origins = { page: '127.0.0.1', embed: '127.0.0.2', cdn: '127.0.0.1', ads: '127.0.0.3' };
