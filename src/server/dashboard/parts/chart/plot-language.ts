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
