import { signal } from '@preact/signals';

/** Kind and place of the store; empty until the overview has read them. */
export const storePlace = signal('');

export const Footer = () => (
  <footer class="foot">
    <span id="where">{storePlace.value}</span>
    <span>
      <a href="/openapi.json">API</a> <a href="/v1/feeds/all.atom">Feed</a> <a href="/metrics">Metrics</a>
    </span>
  </footer>
);
